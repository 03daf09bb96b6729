import { formats } from "./formats.ts";
import { compilePattern } from "./pattern.ts";
import {
  type Allowed,
  anyType,
  type ArrayRules,
  type Dispatch,
  type JsonSchema,
  type JsonType,
  type NumberRules,
  type ObjectRules,
  type Property,
  Schema,
  type StringRules,
  typeBit,
  type Union,
} from "./schema.ts";

type Source = { readonly [keyword: string]: unknown };

const compilers = new WeakMap<object, Compiler>();

/** The schema at a pointer of a document, compiled once. References lead within the document. */
export function compile(document: JsonSchema, pointer = "#"): Schema {
  if (typeof document === "boolean") return new Compiler(document).at("#");
  let compiler = compilers.get(document);
  if (compiler === undefined) {
    compiler = new Compiler(document);
    compilers.set(document, compiler);
  }
  return compiler.at(pointer);
}

const isObject = (value: unknown): value is Source =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isSchema = (value: unknown): value is JsonSchema => typeof value === "boolean" || isObject(value);
const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);
const stringsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
const escapePointer = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

class Compiler {
  readonly #document: JsonSchema;
  readonly #schemas = new Map<object, Schema>();
  /** Looked for when the first reference names one. */
  #anchors: ReadonlyMap<string, { source: JsonSchema; pointer: string }> | undefined;
  /** Schemas that are made and not yet filled: filling in turn keeps long chains of references off the stack. */
  readonly #waiting: Schema[] = [];
  /** Unions look into their branches, so they are made when every schema is filled. */
  readonly #unions: (() => void)[] = [];

  constructor(document: JsonSchema) {
    this.#document = document;
  }

  at(pointer: string): Schema {
    const found = this.#resolve(pointer);
    const schema = this.#schemaOf(found?.source ?? true, found?.pointer ?? pointer);
    this.#finish();
    return schema;
  }

  #finish(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#fill(next);
    for (const make of this.#unions) make();
    this.#unions.length = 0;
  }

  #findAnchors(): ReadonlyMap<string, { source: JsonSchema; pointer: string }> {
    const anchors = new Map<string, { source: JsonSchema; pointer: string }>();
    const rest: { value: unknown; pointer: string }[] = [{ value: this.#document, pointer: "#" }];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const { value, pointer } = next;
      if (typeof value !== "object" || value === null) continue;
      if (isObject(value) && typeof value.$anchor === "string") {
        anchors.set(`#${value.$anchor}`, { source: value, pointer });
      }
      for (const [name, inner] of Object.entries(value)) {
        if (name !== "enum" && name !== "const" && name !== "examples" && name !== "default") {
          rest.push({ value: inner, pointer: `${pointer}/${escapePointer(name)}` });
        }
      }
    }
    return anchors;
  }

  #resolve(reference: string): { source: JsonSchema; pointer: string } | undefined {
    if (/^#[^/]/.test(reference)) {
      this.#anchors ??= this.#findAnchors();
      return this.#anchors.get(reference);
    }
    const [, path] = /^#(\/.*)?$/s.exec(reference) ?? [];
    if (path === undefined) return reference === "#" ? { source: this.#document, pointer: "#" } : undefined;
    let at: unknown = this.#document;
    for (const part of path.slice(1).split("/")) {
      const name = decodePart(part);
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
      at = (at as Source)[name];
    }
    return isSchema(at) ? { source: at, pointer: reference } : undefined;
  }

  /** Follows references that stand alone, so that one schema has one compiled form. */
  #schemaOf(source: JsonSchema, pointer: string): Schema {
    for (let hops = 0; isObject(source) && typeof source.$ref === "string" && hops < 64; hops++) {
      if (Object.keys(source).length > 1) break;
      const target = this.#resolve(source.$ref);
      if (target === undefined) return new Schema(true, pointer);
      ({ source, pointer } = target);
    }
    if (typeof source === "boolean") {
      const schema = new Schema(source, pointer);
      schema.never = !source;
      schema.empty = source;
      return schema;
    }
    let schema = this.#schemas.get(source);
    if (schema === undefined) {
      schema = new Schema(source, pointer);
      // Not known to be empty before it is filled.
      schema.empty = false;
      this.#schemas.set(source, schema);
      this.#waiting.push(schema);
    }
    return schema;
  }

  #fill(schema: Schema): void {
    const source = schema.source as Source;
    const pointer = schema.pointer;
    const inner = (name: string) =>
      isSchema(source[name]) ? this.#schemaOf(source[name], `${pointer}/${name}`) : undefined;
    const innerList = (name: string) =>
      (Array.isArray(source[name]) ? source[name] : [])
        .filter(isSchema)
        .map((item, index) => this.#schemaOf(item, `${pointer}/${name}/${index}`));
    const innerMap = (name: string): [string, Schema][] =>
      Object.entries(isObject(source[name]) ? source[name] : {}).flatMap(([key, item]) =>
        isSchema(item) ? [[key, this.#schemaOf(item, `${pointer}/${name}/${escapePointer(key)}`)]] : [],
      );

    schema.nullable = source.nullable === true;
    schema.types = typesIn(source.type);
    if (schema.nullable) schema.types |= typeBit.null;
    schema.allowed = allowedIn(source);
    schema.number = numberRules(source);
    schema.string = stringRules(source);
    schema.object = this.#objectRules(source, inner, innerMap);
    schema.array = arrayRules(source, inner, innerList);
    const all = innerList("allOf");
    if (typeof source.$ref === "string") {
      const target = this.#resolve(source.$ref);
      if (target !== undefined) all.unshift(this.#schemaOf(target.source, target.pointer));
    }
    schema.all = all;
    schema.not = inner("not");
    const condition = inner("if");
    if (condition !== undefined) {
      schema.condition = { if: condition, then: inner("then"), else: inner("else") };
    }
    schema.unevaluatedProperties = inner("unevaluatedProperties");
    schema.unevaluatedItems = inner("unevaluatedItems");
    const anyOf = innerList("anyOf");
    const oneOf = innerList("oneOf");
    const discriminator = isObject(source.discriminator) ? source.discriminator : undefined;
    if (anyOf.length > 0 || oneOf.length > 0) {
      const made: Union[] = [];
      if (anyOf.length > 0) made.push({ exactlyOne: false, branches: anyOf, types: [], dispatch: undefined });
      if (oneOf.length > 0) made.push({ exactlyOne: true, branches: oneOf, types: [], dispatch: undefined });
      schema.unions = made;
      this.#unions.push(() => {
        schema.unions = made.map((union) => this.#completed(union, discriminator));
      });
    }
    schema.empty =
      schema.types === anyType &&
      !schema.allowed &&
      !schema.number &&
      !schema.string &&
      !schema.object &&
      !schema.array &&
      all.length + anyOf.length + oneOf.length === 0 &&
      !schema.not &&
      !schema.condition &&
      !schema.unevaluatedProperties &&
      !schema.unevaluatedItems;
  }

  #objectRules(
    source: Source,
    inner: (name: string) => Schema | undefined,
    innerMap: (name: string) => [string, Schema][],
  ): ObjectRules | undefined {
    const required = [...new Set(stringsOf(source.required))];
    const properties = new Map<string, Property>();
    for (const [name, schema] of innerMap("properties")) {
      properties.set(name, { name, schema, required: required.indexOf(name) });
    }
    for (const name of required) {
      if (!properties.has(name)) {
        properties.set(name, { name, schema: undefined, required: required.indexOf(name) });
      }
    }
    const patterns = innerMap("patternProperties").flatMap(([text, schema]) => {
      const pattern = compilePattern(text);
      return pattern === undefined ? [] : [{ pattern, schema }];
    });
    const dependent = Object.entries(isObject(source.dependentRequired) ? source.dependentRequired : {});
    const dependentSchemas = innerMap("dependentSchemas");
    const names = inner("propertyNames");
    // Names are strings anyway: a record's `{"type": "string"}` says nothing.
    const namesMatter =
      names !== undefined && Object.keys(names.source).some((keyword) => keyword !== "type");
    const rules: ObjectRules = {
      properties,
      required,
      patterns,
      additional: inner("additionalProperties"),
      names: names !== undefined && (namesMatter || names.source === false) ? names : undefined,
      dependentRequired:
        dependent.length > 0 ? new Map(dependent.map(([name, list]) => [name, stringsOf(list)])) : undefined,
      dependentSchemas: dependentSchemas.length > 0 ? new Map(dependentSchemas) : undefined,
      minProperties: numberOf(source.minProperties) ?? 0,
      maxProperties: numberOf(source.maxProperties) ?? Number.POSITIVE_INFINITY,
    };
    const idle =
      properties.size === 0 &&
      patterns.length === 0 &&
      (rules.additional === undefined || rules.additional.source === true) &&
      !rules.names &&
      !rules.dependentRequired &&
      !rules.dependentSchemas &&
      rules.minProperties === 0 &&
      rules.maxProperties === Number.POSITIVE_INFINITY;
    return idle ? undefined : rules;
  }

  #completed(union: Union, discriminator: Source | undefined): Union {
    const types = union.branches.map((branch) => typesOf(branch));
    const objects = union.branches.filter((_, index) => ((types[index] ?? 0) & typeBit.object) !== 0);
    return { ...union, types, dispatch: this.#dispatch(objects, discriminator) };
  }

  /** The property whose constants tell object branches apart. */
  #dispatch(branches: readonly Schema[], discriminator: Source | undefined): Dispatch | undefined {
    const named = discriminator?.propertyName;
    const first = branches[0];
    if (first === undefined || (branches.length < 2 && named === undefined)) return undefined;
    const candidates = typeof named === "string" ? [named] : [...requiredNames(first, 0)];
    for (const property of candidates) {
      const table = new Map<unknown, Schema>();
      const complete = branches.every((branch) => {
        const values = constantsOf(branch, property);
        if (values === undefined) return false;
        for (const value of values) {
          if (table.has(value)) return false;
          table.set(value, branch);
        }
        return true;
      });
      if (complete) return { property, branches: table };
    }
    return typeof named === "string" ? this.#mapped(branches, named, discriminator?.mapping) : undefined;
  }

  /** OpenAPI: the mapping, or the names of the schemas themselves, stand for the constants. */
  #mapped(branches: readonly Schema[], property: string, mapping: unknown): Dispatch {
    const table = new Map<unknown, Schema>();
    for (const branch of branches) {
      const name = branch.pointer.split("/").at(-1);
      if (name !== undefined) table.set(decodePart(name), branch);
    }
    for (const [value, reference] of Object.entries(isObject(mapping) ? mapping : {})) {
      if (typeof reference !== "string") continue;
      const target = this.#resolve(reference) ?? this.#resolve(`#/components/schemas/${reference}`);
      if (target !== undefined) table.set(value, this.#schemaOf(target.source, target.pointer));
    }
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#fill(next);
    return { property, branches: table };
  }
}

function decodePart(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A percent sign that stands for itself.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

function typesIn(type: unknown): number {
  const names = typeof type === "string" ? [type] : stringsOf(type);
  if (names.length === 0) return anyType;
  let types = 0;
  for (const name of names) {
    if (name === "number") types |= typeBit.number | typeBit.integer;
    else if (Object.hasOwn(typeBit, name)) types |= typeBit[name as JsonType];
  }
  return types;
}

function allowedIn(source: Source): Allowed | undefined {
  const values = Object.hasOwn(source, "const")
    ? [source.const]
    : Array.isArray(source.enum)
      ? source.enum
      : undefined;
  if (values === undefined) return undefined;
  const isScalar = (value: unknown) => typeof value !== "object" || value === null;
  return {
    values,
    scalars: new Set(values.filter(isScalar)),
    others: values.filter((value) => !isScalar(value)),
  };
}

function numberRules(source: Source): NumberRules | undefined {
  // OpenAPI 3.0 says by a boolean that the limit itself is excluded.
  const [low, high] = [source.exclusiveMinimum === true, source.exclusiveMaximum === true];
  const rules = {
    minimum: low ? undefined : numberOf(source.minimum),
    maximum: high ? undefined : numberOf(source.maximum),
    exclusiveMinimum: numberOf(low ? source.minimum : source.exclusiveMinimum),
    exclusiveMaximum: numberOf(high ? source.maximum : source.exclusiveMaximum),
    multipleOf: numberOf(source.multipleOf),
  };
  return Object.values(rules).some((rule) => rule !== undefined) ? rules : undefined;
}

function stringRules(source: Source): StringRules | undefined {
  const rules: StringRules = {
    minLength: numberOf(source.minLength) ?? 0,
    maxLength: numberOf(source.maxLength) ?? Number.POSITIVE_INFINITY,
    pattern: typeof source.pattern === "string" ? compilePattern(source.pattern) : undefined,
    format: typeof source.format === "string" ? formats.get(source.format) : undefined,
    prefix: typeof source["x-prefix"] === "string" ? source["x-prefix"] : undefined,
  };
  const idle =
    rules.minLength === 0 && rules.maxLength === Number.POSITIVE_INFINITY && !rules.pattern && !rules.format;
  return idle ? undefined : rules;
}

function arrayRules(
  source: Source,
  inner: (name: string) => Schema | undefined,
  innerList: (name: string) => Schema[],
): ArrayRules | undefined {
  const contains = inner("contains");
  const rules: ArrayRules = {
    prefix: innerList("prefixItems"),
    items: inner("items"),
    contains,
    minContains: numberOf(source.minContains) ?? 1,
    maxContains: numberOf(source.maxContains) ?? Number.POSITIVE_INFINITY,
    minItems: numberOf(source.minItems) ?? 0,
    maxItems: numberOf(source.maxItems) ?? Number.POSITIVE_INFINITY,
    unique: source.uniqueItems === true,
  };
  const idle =
    rules.prefix.length === 0 &&
    (rules.items === undefined || rules.items.source === true) &&
    !contains &&
    rules.minItems === 0 &&
    rules.maxItems === Number.POSITIVE_INFINITY &&
    !rules.unique;
  return idle ? undefined : rules;
}

const knownTypes = new WeakMap<Schema, number>();

/** The types that a schema can accept, through what applies to the same value. */
export function typesOf(schema: Schema): number {
  const known = knownTypes.get(schema);
  if (known !== undefined) return known;
  if (schema.never) return 0;
  // References may be circular: until it is known, a schema accepts every type.
  knownTypes.set(schema, anyType);
  let types = schema.types;
  if (schema.allowed !== undefined) types &= typesOfValues(schema.allowed.values);
  for (const part of schema.all) types &= typesOf(part);
  for (const { branches } of schema.unions) {
    types &= branches.reduce((sum, branch) => sum | typesOf(branch), 0);
  }
  if (schema.nullable) types |= typeBit.null;
  knownTypes.set(schema, types);
  return types;
}

function typesOfValues(values: readonly unknown[]): number {
  let types = 0;
  for (const value of values) {
    if (value === null) types |= typeBit.null;
    else if (Array.isArray(value)) types |= typeBit.array;
    else if (typeof value === "number") types |= Number.isInteger(value) ? typeBit.integer : typeBit.number;
    else types |= typeBit[typeof value as "string" | "boolean" | "object"];
  }
  return types;
}

/** References may be circular: what is deeper than this says nothing about constants. */
const lookAhead = 12;

function* requiredNames(schema: Schema, depth: number): Generator<string> {
  if (depth > lookAhead) return;
  yield* schema.object?.required ?? [];
  for (const part of schema.all) yield* requiredNames(part, depth + 1);
  for (const union of schema.unions) {
    const branch = union.branches[0];
    if (branch !== undefined) yield* requiredNames(branch, depth + 1);
  }
}

/** The scalar values that a schema demands of a required property. */
function constantsOf(
  schema: Schema,
  property: string,
  way: ReadonlySet<Schema> = new Set(),
): readonly unknown[] | undefined {
  if (way.has(schema) || way.size > lookAhead) return undefined;
  const rules = schema.object;
  if (rules?.required.includes(property)) {
    const allowed = rules.properties.get(property)?.schema?.allowed;
    if (allowed !== undefined && allowed.others.length === 0) return allowed.values;
  }
  const further = new Set(way).add(schema);
  for (const part of schema.all) {
    const values = constantsOf(part, property, further);
    if (values !== undefined) return values;
  }
  for (const { branches } of schema.unions) {
    const values: unknown[] = [];
    const complete = branches.every((branch) => {
      const list = constantsOf(branch, property, further);
      if (list !== undefined) values.push(...list);
      return list !== undefined;
    });
    if (complete) return values;
  }
  return undefined;
}
