/** The keywords of a JSON Schema as rules of a compiled one: types, values, numbers, strings, objects, arrays. */
import { AnyCase } from "./any-case.ts";
import { deepEqual } from "./equal.ts";
import { formats } from "./formats.ts";
import { compilePattern } from "../../shared/patterns/pattern.ts";
import {
  type Allowed,
  anyType,
  type ArrayRules,
  type JsonSchema,
  type JsonType,
  type NumberRules,
  type ObjectRules,
  type Property,
  type Schema,
  type StringRules,
  textsAmong,
  typeBit,
} from "./schema.ts";

/** A JSON Schema that is no boolean. */
export type Source = { readonly [keyword: string]: unknown };

export const isObject = (value: unknown): value is Source =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "boolean" || isObject(value);
const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);
const stringsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

export function typesIn(type: unknown): number {
  const names = typeof type === "string" ? [type] : stringsOf(type);
  if (names.length === 0) return anyType;
  let types = 0;
  for (const name of names) {
    if (name === "number") types |= typeBit.number | typeBit.integer;
    else if (Object.hasOwn(typeBit, name)) types |= typeBit[name as JsonType];
  }
  return types;
}

export function allowedIn(source: Source): Allowed | undefined {
  const listed = Array.isArray(source.enum) ? source.enum : undefined;
  const values = Object.hasOwn(source, "const") ? constantIn(source.const, listed) : listed;
  if (values === undefined) return undefined;
  const isScalar = (value: unknown) => typeof value !== "object" || value === null;
  return {
    values,
    scalars: new Set(values.filter(isScalar)),
    others: values.filter((value) => !isScalar(value)),
    texts: textsAmong(values),
  };
}

/** A value that is fixed and listed must be both. */
const constantIn = (constant: unknown, listed: readonly unknown[] | undefined): unknown[] =>
  listed === undefined || listed.some((value) => deepEqual(value, constant)) ? [constant] : [];

/** What OpenAPI's formats of numbers hold. A double is as near to the ends of 64 bits as it can be. */
const widths: ReadonlyMap<unknown, { least: number; most: number }> = new Map([
  ["int32", { least: -(2 ** 31), most: 2 ** 31 - 1 }],
  ["int64", { least: -(2 ** 63), most: 2 ** 63 }],
]);

export function numberRules(source: Source): NumberRules | undefined {
  // OpenAPI 3.0 says by a boolean that the limit itself is excluded.
  const [low, high] = [source.exclusiveMinimum === true, source.exclusiveMaximum === true];
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } =
    widths.get(source.format) ?? {};
  const minimum = Math.max(least, (low ? undefined : numberOf(source.minimum)) ?? Number.NEGATIVE_INFINITY);
  const maximum = Math.min(most, (high ? undefined : numberOf(source.maximum)) ?? Number.POSITIVE_INFINITY);
  const rules = {
    minimum: minimum === Number.NEGATIVE_INFINITY ? undefined : minimum,
    maximum: maximum === Number.POSITIVE_INFINITY ? undefined : maximum,
    exclusiveMinimum: numberOf(low ? source.minimum : source.exclusiveMinimum),
    exclusiveMaximum: numberOf(high ? source.maximum : source.exclusiveMaximum),
    multipleOf: numberOf(source.multipleOf),
  };
  return Object.values(rules).some((rule) => rule !== undefined) ? rules : undefined;
}

export function stringRules(source: Source): StringRules | undefined {
  const rules: StringRules = {
    minLength: numberOf(source.minLength) ?? 0,
    maxLength: numberOf(source.maxLength) ?? Number.POSITIVE_INFINITY,
    pattern: typeof source.pattern === "string" ? compilePattern(source.pattern) : undefined,
    format: typeof source.format === "string" ? formats.get(source.format) : undefined,
    likely: typeof source["x-likely"] === "string" ? formats.get(source["x-likely"]) : undefined,
    prefix: typeof source["x-prefix"] === "string" ? source["x-prefix"] : undefined,
  };
  const idle =
    rules.minLength === 0 &&
    rules.maxLength === Number.POSITIVE_INFINITY &&
    !rules.pattern &&
    !rules.format &&
    !rules.likely;
  return idle ? undefined : rules;
}

export function arrayRules(
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

function rangeIn(source: unknown): readonly [string, string] | undefined {
  const [least, most] = stringsOf(source);
  return least === undefined || most === undefined ? undefined : [least, most];
}

export function objectRules(
  source: Source,
  inner: (name: string) => Schema | undefined,
  innerMap: (name: string) => [string, Schema][],
): ObjectRules | undefined {
  const required = [...new Set(stringsOf(source.required))];
  const anyCase = source["x-any-case"] === true;
  const properties = anyCase ? new AnyCase<Property>() : new Map<string, Property>();
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
    names !== undefined &&
    isObject(names.source) &&
    (Object.keys(names.source).some((keyword) => keyword !== "type") ||
      (typesIn(names.source.type) & typeBit.string) === 0);
  const rules: ObjectRules = {
    properties,
    propertyNames: [...properties.keys()],
    required,
    patterns,
    additional: inner("additionalProperties"),
    names: names !== undefined && (namesMatter || names.source === false) ? names : undefined,
    dependentRequired:
      dependent.length > 0 ? new Map(dependent.map(([name, list]) => [name, stringsOf(list)])) : undefined,
    dependentSchemas: dependentSchemas.length > 0 ? new Map(dependentSchemas) : undefined,
    minProperties: numberOf(source.minProperties) ?? 0,
    maxProperties: numberOf(source.maxProperties) ?? Number.POSITIVE_INFINITY,
    anyCase,
    matchers: source["x-matchers"] === true,
    range: rangeIn(source["x-range"]),
  };
  const idle =
    properties.size === 0 &&
    patterns.length === 0 &&
    (rules.additional === undefined || rules.additional.source === true) &&
    !rules.names &&
    !rules.dependentRequired &&
    !rules.dependentSchemas &&
    rules.minProperties === 0 &&
    rules.maxProperties === Number.POSITIVE_INFINITY &&
    !anyCase;
  return idle ? undefined : rules;
}
