/** Valid values made of a JSON Schema, and invalid ones that break one constraint each. */
import type { JsonSchema } from "../../../shared/catalogue.ts";
import { isRow } from "../../../shared/traits/values.ts";

const formatted: Record<string, string> = {
  "iso-8601-utc": "2026-01-31T09:00:00Z",
  "iso-8601": "2026-01-31T09:00:00+02:00",
  date: "2026-01-31",
  "idn-email": "ada@example.com",
  uri: "https://example.com/a",
  uuid: "6f1c2a50-8d3b-4e17-9a42-000000000001",
  ipv4: "203.0.113.7",
};

/** A valid value of the schema that has every property the schema names. */
export function fullValue(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  if (schema.anyOf) return fullValue(valueBranch(schema));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "string":
      return (
        (schema.format && formatted[schema.format]) ??
        `${schema["x-prefix"] ?? ""}value`.padEnd(schema.minLength ?? 0, "a")
      );
    case "integer":
    case "number":
      return schema.minimum ?? 3;
    case "boolean":
      return true;
    case "array":
      return typeof schema.items === "object" ? [fullValue(schema.items)] : [];
    case "object":
      return completed(schema, {});
    default:
      return "anything";
  }
}

/** The object with each property that the schema names and it lacks. */
export function completed(schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value) && typeof schema.items === "object") {
    const { items } = schema;
    return value.length === 0 ? [fullValue(items)] : value.map((item) => completed(items, item));
  }
  if (!isRow(value)) return value;
  const result: Record<string, unknown> = { ...value };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const present = result[name];
    result[name] =
      present === undefined || present === null ? fullValue(property) : completed(property, present);
  }
  return result;
}

/** The branch of a `null`able schema that is not null. */
const valueBranch = ({ anyOf, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...anyOf?.find((branch) => branch.type !== "null"),
});

export interface Breakage {
  /** JSON pointer of the value that is at fault. */
  pointer: string;
  keyword: string;
  value: unknown;
}

const annotations = /^(title|description|default|examples|deprecated|x-.*)$/;
/** Read together with the keyword beside them. */
const structure = new Set(["properties", "items"]);

/** For each constraint in the schema a copy of the value in which just that constraint is broken. */
export function breakages(schema: JsonSchema, value: unknown, pointer = ""): Breakage[] {
  const own = Object.keys(schema)
    .filter((keyword) => !annotations.test(keyword) && !structure.has(keyword))
    .flatMap((keyword) =>
      broken(keyword, schema, value).map((wrong): Breakage => ({ pointer, keyword, value: wrong })),
    );
  return [...own, ...innerBreakages(schema, value, pointer)];
}

function innerBreakages(schema: JsonSchema, value: unknown, pointer: string): Breakage[] {
  // What the branch refuses, the whole refuses, but for the null of its other branch.
  if (schema.anyOf)
    return breakages(valueBranch(schema), value, pointer)
      .filter((each) => each.value !== null)
      .map((each) => ({ ...each, keyword: "anyOf" }));
  const found: Breakage[] = [];
  if (isRow(value) && typeof schema.additionalProperties === "object")
    for (const inner of breakages(
      schema.additionalProperties,
      fullValue(schema.additionalProperties),
      `${pointer}/another`,
    ))
      found.push({ ...inner, value: { ...value, another: inner.value } });
  if (isRow(value))
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      for (const inner of breakages(property, value[name], `${pointer}/${name}`))
        found.push({ ...inner, value: { ...value, [name]: inner.value } });
  if (Array.isArray(value) && typeof schema.items === "object")
    for (const inner of breakages(schema.items, value[0], `${pointer}/0`))
      found.push({ ...inner, value: [inner.value, ...value.slice(1)] });
  return found;
}

const otherTypes: Record<string, unknown[]> = {
  string: [7, null, {}],
  integer: ["7", 1.5, null],
  number: ["7", null],
  boolean: ["true", 0, null],
  object: ["{}", [], null],
  array: ["[]", {}, null],
  "string,null": [7, {}],
  "string,number": [true, {}],
};

function broken(keyword: string, schema: JsonSchema, value: unknown): unknown[] {
  const text = String(value);
  const {
    additionalProperties,
    minLength = 0,
    maxLength = 0,
    minimum = 0,
    maximum = 0,
    maxProperties = 0,
  } = schema;
  switch (keyword) {
    case "type":
      // Where values are listed beside it, the type alone can't be broken.
      return schema.enum || schema.const !== undefined
        ? []
        : (otherTypes[String(schema.type)] ?? unknown(keyword, schema));
    case "enum":
      return [`not-${text}`];
    case "const":
      return [typeof value === "boolean" ? !value : `not-${text}`];
    case "anyOf":
      return [7, []];
    case "required":
      return (schema.required ?? []).map((name) => without(value, name));
    case "additionalProperties":
      return additionalProperties === false ? [{ ...rowOf(value), undocumented: 1 }] : [];
    case "maxProperties":
      return [Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, n) => [`key_${n}`, n]))];
    case "minLength":
      return [text.slice(0, minLength - 1)];
    case "maxLength":
      return [text.padEnd(maxLength + 1, "a")];
    case "minimum":
      return [minimum - 1];
    case "maximum":
      return [maximum + 1];
    case "pattern":
      return schema["x-prefix"] ? [`other_${text}`, ""] : ["with blanks and_underscores"];
    case "format":
      return ["not one", "", ...(schema.format === "iso-8601-utc" ? ["2026-01-31T09:00:00+02:00"] : [])];
    default:
      return unknown(keyword, schema);
  }
}

function unknown(keyword: string, schema: JsonSchema): never {
  throw new Error(`No value is known that breaks ${keyword} of ${JSON.stringify(schema)}.`);
}

const rowOf = (value: unknown) => (isRow(value) ? value : {});
const without = (value: unknown, name: string) =>
  Object.fromEntries(Object.entries(rowOf(value)).filter(([key]) => key !== name));

/** The pointers of all values within a value, itself included. */
export function pointersIn(value: unknown, pointer = ""): string[] {
  const inner = isRow(value) || Array.isArray(value) ? Object.entries(value) : [];
  return [pointer, ...inner.flatMap(([name, each]) => pointersIn(each, `${pointer}/${name}`))];
}

/** A copy with another value at the pointer. */
export function replaced(value: unknown, pointer: string, by: unknown): unknown {
  if (pointer === "") return by;
  const [, name = "", ...rest] = pointer.split("/");
  const inner = rest.length > 0 ? `/${rest.join("/")}` : "";
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? replaced(item, inner, by) : item));
  return isRow(value) ? { ...value, [name]: replaced(value[name], inner, by) } : value;
}
