import type { JsonSchema } from "../catalogue.ts";
import type { ImportedBody } from "./imported.ts";

/** The fields of a body, those of what it refers to and is made of among them. */
export function fieldsOf(
  body: JsonSchema | undefined,
  definitions: Readonly<Record<string, JsonSchema>>,
): ImportedBody {
  const properties = new Map<string, JsonSchema>();
  const required = new Set<string>();
  const seen = new Set<JsonSchema>();
  const open = [body];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      if (!properties.has(name)) properties.set(name, field);
    if (Array.isArray(schema.required))
      for (const name of schema.required) if (typeof name === "string") required.add(name);
    const target = referred(schema, definitions);
    if (target) open.push(target);
    open.push(...(schema.allOf ?? []));
  }
  return { properties: Object.fromEntries(properties), required: [...required] };
}

/** What a schema refers to, if it does. */
export function referred(
  { $ref }: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
): JsonSchema | undefined {
  if ($ref === undefined) return undefined;
  const part = decodeURIComponent($ref.slice($ref.lastIndexOf("/") + 1));
  const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
  return Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}
