/** A request with what a description requires, to begin with: where the description lets it, one that agrees with it. */
import type { RequestValues } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { exampleOf } from "../patterns/example.ts";
import { isRow } from "../traits/values.ts";
import { agrees } from "./agrees.ts";
import { fieldsOf, referred } from "./body-fields.ts";
import type { ImportedOperation } from "./imported.ts";

type Definitions = Readonly<Record<string, JsonSchema>>;

const depthLimit = 8;
/** How many values a sample may have: what is required may require as much again. */
const amountLimit = 1000;
/** More items are not made, also where more are required. */
const itemLimit = 20;

export function sampleOf(
  { path, query, headers, body }: ImportedOperation["request"],
  definitions: Definitions,
  { bodyRequired }: { bodyRequired: boolean },
): RequestValues {
  const sampler = new Sampler(definitions);
  const of = (schema: JsonSchema) => sampler.value(schema, 0);
  const texts = (schema: JsonSchema) =>
    Object.fromEntries(Object.entries(rowOf(of(schema))).map(([name, value]) => [name, textOf(value)]));
  return {
    ...(path && { path: texts(path) }),
    ...(query?.required?.length && { query: rowOf(of(query)) }),
    ...(headers?.required?.length && { headers: texts(headers) }),
    ...(body && (bodyRequired || fieldsOf(body, definitions).required.length > 0) && { body: of(body) }),
  };
}

const rowOf = (value: unknown) => (isRow(value) ? value : {});

const textOf = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

class Sampler {
  readonly #definitions: Definitions;
  #left = amountLimit;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  /** What the description gives, where it agrees with itself; else the first that is made and agrees, or the first. */
  value(schema: JsonSchema, depth: number): unknown {
    const { example, examples = [], enum: listed = [] } = schema;
    const given = [schema.const, example, ...examples, schema.default, ...listed];
    const isFitting = (value: unknown) => agrees(value, schema, this.#definitions);
    const found = given.find((value) => value !== undefined && isFitting(value));
    if (found !== undefined) return found;
    let first: { value: unknown } | undefined;
    for (const value of this.#made(schema, depth)) {
      if (isFitting(value)) return value;
      first ??= { value };
    }
    return first ? first.value : "";
  }

  *#made(schema: JsonSchema, depth: number): Generator {
    if (depth > depthLimit || this.#left-- <= 0) {
      yield {};
      return;
    }
    const target = referred(schema, this.#definitions);
    if (target && Object.keys(schema).length === 1) {
      yield this.value(target, depth + 1);
      return;
    }
    const branches = schema.oneOf ?? schema.anyOf ?? [];
    const { properties } = fieldsOf(schema, this.#definitions);
    if (Object.keys(properties).length > 0 || this.#isObject(schema)) {
      for (const branch of branches.length > 0 ? branches : [undefined]) {
        const more = branch && this.value(branch, depth + 1);
        yield { ...this.#object(schema, depth, false), ...rowOf(more) };
      }
      // Several branches may agree with nothing but what is required.
      for (const branch of branches)
        yield { ...this.#object(schema, depth, true), ...this.#object(branch, depth, true) };
      return;
    }
    for (const branch of branches) yield this.value(branch, depth + 1);
    const whole = merged(schema, this.#definitions);
    const types = [whole.type ?? []].flat();
    for (const type of types.length > 0 ? types : [typeMeant(whole)]) yield* this.#ofType(type, whole, depth);
  }

  #isObject(schema: JsonSchema): boolean {
    return schema.type === "object" || (schema.allOf ?? []).some(({ type }) => type === "object");
  }

  *#ofType(type: string, schema: JsonSchema, depth: number): Generator {
    if (type === "object") yield {};
    else if (type === "array") yield this.#array(schema, depth);
    else if (type === "boolean") yield false;
    else if (type === "null") yield null;
    else if (type === "integer" || type === "number") yield* numbers(schema, type);
    else yield* texts(schema);
  }

  #array(schema: JsonSchema, depth: number): unknown[] {
    const first = (schema["prefixItems"] ?? []) as readonly JsonSchema[];
    const { items } = schema;
    const count = Math.min(schema.minItems ?? 0, itemLimit);
    const made = Array.from({ length: count }, (_, index) => {
      const item = first[index] ?? items;
      return typeof item === "object" ? this.value(item, depth + 1) : index;
    });
    return schema["uniqueItems"] === true && typeof items === "object" ? distinct(made, items) : made;
  }

  #object(schema: JsonSchema, depth: number, isWhole: boolean): Record<string, unknown> {
    const { properties, required } = fieldsOf(schema, this.#definitions);
    const least = schema.minProperties ?? 0;
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const names = [
      ...required,
      ...(isWhole ? optional : optional.slice(0, Math.max(0, least - required.length))),
    ];
    const others = schema.additionalProperties;
    const found = names.flatMap((name) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known === undefined && others === false) return [];
      const field = known ?? (typeof others === "object" ? others : {});
      return [[name, this.value(field, depth + 1)] as const];
    });
    const further = typeof others === "object" ? others : {};
    for (let number = found.length + 1; found.length < Math.min(least, itemLimit); number++)
      found.push([`name${number}`, this.value(further, depth + 1)]);
    return Object.fromEntries(found);
  }
}

/** What applies together, in one: of the same keyword the last counts. */
const merged = (schema: JsonSchema, definitions: Definitions): JsonSchema => {
  const target = referred(schema, definitions);
  const parts = [...(target ? [target] : []), ...(schema.allOf ?? [])];
  return parts.reduce<JsonSchema>(
    (whole, part) => ({ ...referred(part, definitions), ...part, ...whole }),
    schema,
  );
};

/** Where no type is named, what its keywords speak of. */
function typeMeant(schema: JsonSchema): string {
  const has = (...names: string[]) => names.some((name) => schema[name] !== undefined);
  if (has("items", "minItems", "prefixItems")) return "array";
  if (has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")) return "number";
  return has("minProperties", "additionalProperties") ? "object" : "string";
}

function* numbers(schema: JsonSchema, type: "integer" | "number"): Generator<number> {
  const { minimum, maximum } = schema;
  const above = numberOf(schema["exclusiveMinimum"]);
  const below = numberOf(schema["exclusiveMaximum"]);
  const step = numberOf(schema["multipleOf"]) ?? (type === "integer" ? 1 : 0.5);
  yield minimum ?? 0;
  yield 0;
  for (const bound of [minimum, above].filter((each) => each !== undefined)) {
    const next = Math.ceil(bound / step) * step;
    yield next;
    yield next + step;
  }
  for (const bound of [maximum, below].filter((each) => each !== undefined)) {
    const next = Math.floor(bound / step) * step;
    yield next;
    yield next - step;
  }
  if (above !== undefined && below !== undefined) yield (above + below) / 2;
  if (minimum !== undefined && maximum !== undefined) yield (minimum + maximum) / 2;
}

const numberOf = (value: unknown) => (typeof value === "number" && value !== 0 ? value : undefined);

function* texts({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema): Generator<string> {
  if (pattern !== undefined) {
    const made = exampleOf(pattern, minLength);
    if (made !== undefined) yield made;
  }
  const known = formats.get(format);
  if (known !== undefined) yield known;
  yield "";
  const length = Math.min(minLength, 1000);
  yield "a".repeat(length);
  if (maxLength < length) yield "";
}

const formats: ReadonlyMap<unknown, string> = new Map([
  ["date-time", "2026-01-31T09:00:00Z"],
  ["date", "2026-01-31"],
  ["time", "09:00:00Z"],
  ["duration", "P1D"],
  ["email", "someone@example.com"],
  ["idn-email", "someone@example.com"],
  ["uri", "https://example.com"],
  ["url", "https://example.com"],
  ["iri", "https://example.com"],
  ["uuid", "00000000-0000-4000-8000-000000000000"],
  ["ipv4", "203.0.113.7"],
  ["ipv6", "2001:db8::7"],
  ["hostname", "example.com"],
  ["idn-hostname", "example.com"],
  ["json-pointer", "/a"],
]);

/** Items that differ, where their schema lets them. */
function distinct(items: readonly unknown[], schema: JsonSchema): unknown[] {
  return items.map((item, index) => {
    if (index === 0) return item;
    const other = schema.enum?.[index];
    if (other !== undefined) return other;
    if (typeof item === "number") return item + index * (numberOf(schema["multipleOf"]) ?? 1);
    return typeof item === "string" ? `${item}${index}` : item;
  });
}
