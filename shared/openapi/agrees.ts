/** Whether a value agrees with a schema of a description, as far as samples need to know: in doubt it does not. */
import type { JsonSchema } from "../catalogue.ts";
import { isOfType } from "../json-type.ts";
import { compilePattern } from "../patterns/pattern.ts";
import { isRow } from "../traits/values.ts";
import { referred } from "./body-fields.ts";

type Definitions = Readonly<Record<string, JsonSchema>>;

const depthLimit = 50;

export function agrees(
  value: unknown,
  schema: JsonSchema | boolean,
  definitions: Definitions,
  depth = 0,
): boolean {
  if (typeof schema === "boolean") return schema;
  if (depth > depthLimit) return false;
  const holds = (part: JsonSchema | boolean, inner = value) => agrees(inner, part, definitions, depth + 1);
  const target = referred(schema, definitions);
  if (schema.$ref !== undefined && !(target && holds(target))) return false;
  const { allOf = [], anyOf, oneOf } = schema;
  const not = schema["not"] as JsonSchema | undefined;
  return (
    isOfType(value, schema.type) &&
    isListed(value, schema) &&
    allOf.every((part) => holds(part)) &&
    (anyOf === undefined || anyOf.some((part) => holds(part))) &&
    (oneOf === undefined || oneOf.filter((part) => holds(part)).length === 1) &&
    (not === undefined || !holds(not)) &&
    (typeof value !== "string" || isText(value, schema)) &&
    (typeof value !== "number" || isNumber(value, schema)) &&
    (!Array.isArray(value) || isArray(value, schema, holds)) &&
    (!isRow(value) || isObject(value, schema, holds))
  );
}

const isListed = (value: unknown, schema: JsonSchema) =>
  (schema.enum === undefined || schema.enum.some((each) => isSame(each, value))) &&
  (schema.const === undefined || isSame(schema.const, value));

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function isText(
  value: string,
  { minLength = 0, maxLength = Infinity, pattern, format }: JsonSchema,
): boolean {
  const length = Array.from(value).length;
  return (
    length >= minLength &&
    length <= maxLength &&
    (pattern === undefined || compilePattern(pattern)?.test(value) !== false) &&
    (format === undefined || (formats.get(format)?.test(value) ?? true))
  );
}

/** Plain texts of each format; there are others, which in doubt do not agree. */
const formats: ReadonlyMap<string, RegExp> = new Map([
  ["date-time", /^[12]\d{3}-(0[1-9]|1[0-2])-([01]\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/],
  ["date", /^[12]\d{3}-(0[1-9]|1[0-2])-([01]\d|2[0-8])$/],
  ["time", /^([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/],
  ["duration", /^P(\d+[DWMY]|T\d+[HMS])$/],
  ...["email", "idn-email"].map((name) => [name, /^[\w-]+(\.[\w-]+)*@[a-z\d]+(\.[a-z\d]+)+$/i] as const),
  ...["uri", "url", "iri"].map((name) => [name, /^https?:\/\/[a-z\d]+(\.[a-z\d]+)*(\/[\w./-]*)?$/i] as const),
  ["uuid", /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i],
  ["ipv4", /^(1?\d?\d)(\.1?\d?\d){3}$|^203\.0\.113\.\d$/],
  ["ipv6", /^2001:db8::\d$/],
  ...["hostname", "idn-hostname"].map((name) => [name, /^[a-z\d]+(\.[a-z\d]+)*$/i] as const),
  ["json-pointer", /^(\/\w+)*$/],
  ...["regex", "uri-template", "relative-json-pointer"].map((name) => [name, /^\w+$/] as const),
]);

function isNumber(value: number, schema: JsonSchema): boolean {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const above = schema["exclusiveMinimum"];
  const below = schema["exclusiveMaximum"];
  const step = schema["multipleOf"];
  return (
    value >= minimum &&
    value <= maximum &&
    (typeof above !== "number" || value > above) &&
    (typeof below !== "number" || value < below) &&
    (typeof step !== "number" || Math.abs(value / step - Math.round(value / step)) < 1e-9)
  );
}

type Holds = (part: JsonSchema | boolean, inner: unknown) => boolean;

function isArray(value: readonly unknown[], schema: JsonSchema, holds: Holds): boolean {
  const { minItems = 0, maxItems = Infinity, items = true } = schema;
  const first = (schema["prefixItems"] ?? []) as readonly JsonSchema[];
  return (
    value.length >= minItems &&
    value.length <= maxItems &&
    value.every((item, index) => holds(first[index] ?? items, item)) &&
    (schema["uniqueItems"] !== true ||
      new Set(value.map((item) => JSON.stringify(item))).size === value.length)
  );
}

function isObject(value: Readonly<Record<string, unknown>>, schema: JsonSchema, holds: Holds): boolean {
  const { properties = {}, required = [], additionalProperties: others = true } = schema;
  const names = Object.keys(value);
  // Rarer keywords are not looked at: in doubt it does not agree.
  if (["patternProperties", "propertyNames", "dependentRequired", "if"].some((name) => name in schema))
    return false;
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    names.length >= (schema.minProperties ?? 0) &&
    names.length <= (schema.maxProperties ?? Infinity) &&
    names.every((name) =>
      holds(Object.hasOwn(properties, name) ? (properties[name] ?? true) : others, value[name]),
    )
  );
}
