/**
 * JSON Schema 2020-12 as its text reads, without any care for speed or messages: what ajv gets wrong
 * (unevaluatedProperties and unevaluatedItems beside failed branches) is compared with this.
 */
type Source = Record<string, unknown>;
type Result = { valid: boolean; names: Set<string>; indices: Set<number> };

export function validateLiterally(schema: unknown, value: unknown, document = schema): Result {
  const result: Result = { valid: true, names: new Set(), indices: new Set() };
  if (typeof schema === "boolean") return { ...result, valid: schema };
  const s = schema as Source;
  const apply = (inner: unknown, to: unknown = value) => validateLiterally(inner, to, document);
  const list = (name: string) => (s[name] as unknown[] | undefined) ?? [];
  const map = (name: string) => Object.entries((s[name] as Source | undefined) ?? {});
  const has = (name: string) => Object.hasOwn(s, name);
  const require = (holds: boolean) => {
    if (!holds) result.valid = false;
  };
  const take = (inner: Result) => {
    if (!inner.valid) return;
    for (const name of inner.names) result.names.add(name);
    for (const index of inner.indices) result.indices.add(index);
  };

  if (has("type")) require([s.type].flat().some((type) => isOf(type as string, value)));
  if (has("const")) require(same(s.const, value));
  if (has("enum")) require(list("enum").some((one) => same(one, value)));
  if (typeof value === "number") {
    require(!has("minimum") || value >= (s.minimum as number));
  }

  const parts = [...list("allOf")];
  if (has("$ref")) parts.push(at(document, s.$ref as string));
  for (const part of parts) {
    const inner = apply(part);
    require(inner.valid);
    take(inner);
  }
  if (has("anyOf")) {
    const inner = list("anyOf").map((part) => apply(part));
    require(inner.some(({ valid }) => valid));
    inner.forEach(take);
  }
  if (has("oneOf")) {
    const inner = list("oneOf").map((part) => apply(part));
    require(inner.filter(({ valid }) => valid).length === 1);
    inner.forEach(take);
  }
  if (has("not")) require(!apply(s.not).valid);
  if (has("if")) {
    const met = apply(s.if);
    take(met);
    const further = met.valid ? "then" : "else";
    if (has(further)) {
      const inner = apply(s[further]);
      require(inner.valid);
      take(inner);
    }
  }

  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const members = Object.entries(value);
    for (const name of list("required")) require(Object.hasOwn(value, name as string));
    for (const [name, inner] of map("dependentSchemas")) {
      if (!Object.hasOwn(value, name)) continue;
      const found = apply(inner);
      require(found.valid);
      take(found);
    }
    const known = new Set<string>();
    for (const [name, member] of members) {
      const schemas = map("patternProperties")
        .filter(([pattern]) => new RegExp(pattern, "u").test(name))
        .map(([, inner]) => inner);
      if (has("properties") && Object.hasOwn(s.properties as object, name))
        schemas.push((s.properties as Source)[name]);
      if (schemas.length === 0 && has("additionalProperties")) schemas.push(s.additionalProperties);
      for (const inner of schemas) require(apply(inner, member).valid);
      if (schemas.length > 0) known.add(name);
    }
    for (const name of known) result.names.add(name);
    if (has("unevaluatedProperties")) {
      for (const [name, member] of members) {
        if (!result.names.has(name)) require(apply(s.unevaluatedProperties, member).valid);
      }
      for (const [name] of members) result.names.add(name);
    }
  }

  if (Array.isArray(value)) {
    const prefix = list("prefixItems");
    value.forEach((item, index) => {
      if (index < prefix.length) require(apply(prefix[index], item).valid);
      else if (has("items")) require(apply(s.items, item).valid);
      else return;
      result.indices.add(index);
    });
    if (has("contains")) {
      const matches = value.flatMap((item, index) => (apply(s.contains, item).valid ? [index] : []));
      require(matches.length >= 1);
      for (const index of matches) result.indices.add(index);
    }
    if (has("unevaluatedItems")) {
      value.forEach((item, index) => {
        if (!result.indices.has(index)) require(apply(s.unevaluatedItems, item).valid);
        result.indices.add(index);
      });
    }
  }
  return result;
}

const at = (document: unknown, pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .reduce((value, name) => (value as Source)[name], document);

function isOf(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
