/** A request with what a description requires, to begin with. */
import type { RequestValues } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { isRow } from "../traits/values.ts";
import { fieldsOf, referred } from "./body-fields.ts";
import type { ImportedOperation } from "./imported.ts";

type Definitions = Readonly<Record<string, JsonSchema>>;

const depthLimit = 5;
/** How many values a sample may have: what is required may require as much again. */
const amountLimit = 1000;

export function sampleOf(
  { path, query, headers, body }: ImportedOperation["request"],
  definitions: Definitions,
  { bodyRequired }: { bodyRequired: boolean },
): RequestValues {
  const budget = { left: amountLimit };
  const of = (schema: JsonSchema) => valueFor(schema, definitions, budget, 0);
  const texts = (schema: JsonSchema) =>
    Object.fromEntries(Object.entries(rowOf(of(schema))).map(([name, value]) => [name, String(value)]));
  return {
    ...(path && { path: texts(path) }),
    ...(query?.required?.length && { query: rowOf(of(query)) }),
    ...(headers?.required?.length && { headers: texts(headers) }),
    ...(body && (bodyRequired || fieldsOf(body, definitions).required.length > 0) && { body: of(body) }),
  };
}

const rowOf = (value: unknown) => (isRow(value) ? value : {});

function valueFor(
  schema: JsonSchema | undefined,
  definitions: Definitions,
  budget: { left: number },
  depth: number,
): unknown {
  if (!schema) return "";
  for (const given of [schema.const, schema.example, schema.default, schema.enum?.[0]])
    if (given !== undefined) return given;
  if (depth > depthLimit || budget.left-- <= 0) return {};
  const target = referred(schema, definitions);
  if (target) return valueFor(target, definitions, budget, depth + 1);
  const { properties, required } = fieldsOf(schema, definitions);
  if (Object.keys(properties).length > 0)
    return Object.fromEntries(
      required
        .filter((name) => Object.hasOwn(properties, name))
        .map((name) => [name, valueFor(properties[name], definitions, budget, depth + 1)]),
    );
  const [branch] = schema.oneOf ?? schema.anyOf ?? [];
  if (branch) return valueFor(branch, definitions, budget, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") return {};
  if (type === "array") return [];
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return schema.minimum ?? 0;
  return formats.get(schema.format) ?? "";
}

const formats: ReadonlyMap<unknown, string> = new Map([
  ["date-time", "2026-01-31T09:00:00Z"],
  ["date", "2026-01-31"],
  ["email", "someone@example.com"],
  ["uri", "https://example.com"],
  ["uuid", "00000000-0000-4000-8000-000000000000"],
]);
