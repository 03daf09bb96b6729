/** A text of an address or a form as the value that the schema says it is. */
import type { JsonSchema } from "../catalogue.ts";
import { isRow } from "../traits/values.ts";

/** The text itself where the schema does not ask for anything else, or it cannot be read as that. */
export function typedValue(text: string, schema: JsonSchema | undefined): unknown {
  if (!schema || isPlaceholder(text)) return text;
  const types = new Set([schema.type ?? []].flat());
  if (types.has("string") || schema.enum?.includes(text)) return text;
  const number = Number(text);
  if ((types.has("integer") || types.has("number")) && Number.isFinite(number) && String(number) === text)
    return number;
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.has("object")) return parsed(text);
  for (const value of schema.enum ?? []) if (String(value) === text) return value;
  for (const branch of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? [])) {
    const value = typedValue(text, branch);
    if (value !== text) return value;
  }
  return text;
}

/** Names that come several times are arrays, as are those of which the schema says so. */
export function typedValues(
  entries: Iterable<readonly [name: string, text: string]>,
  schema: JsonSchema | undefined,
): Record<string, unknown> {
  const groups = Map.groupBy(entries, ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, group]) => {
      const property = propertyOf(schema, name);
      const items = typeof property?.items === "object" ? property.items : undefined;
      const [first] = group;
      const isArray = [property?.type ?? []].flat().includes("array");
      return [
        name,
        group.length === 1 && first && !isArray
          ? typedValue(first[1], property)
          : group.map(([, text]) => typedValue(text, isArray ? items : property)),
      ];
    }),
  );
}

/** What the schema says of a member, or the first of its branches that says anything. */
export function propertyOf(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  if (!schema) return undefined;
  if (schema.properties && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  for (const branch of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? [])) {
    const found = propertyOf(branch, name);
    if (found) return found;
  }
  return undefined;
}

export const isPlaceholder = (text: string): boolean => /^\s*\{\{[^{}]*\}\}\s*$/.test(text);

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRow(value) ? value : text;
  } catch {
    return text;
  }
}
