import type { JsonSchema } from "../catalogue.ts";
import type { ImportedBody } from "./imported.ts";

/** How many schemas a body is made of at most: further ones add nothing. Chains of them would cost the square of their length. */
const partLimit = 100;

/** Many operations take the same body. */
const known = new WeakMap<JsonSchema, ImportedBody>();

/** The fields of a body, those of what it refers to and is made of among them. */
export function fieldsOf(
  body: JsonSchema | undefined,
  definitions: Readonly<Record<string, JsonSchema>>,
): ImportedBody {
  const schema = body && meant(body, definitions);
  if (!schema) return { properties: {}, required: [] };
  let fields = known.get(schema);
  if (!fields) known.set(schema, (fields = gathered(schema, definitions)));
  return fields;
}

/** Where a body is nothing but a reference, what it leads to. */
function meant(body: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema | undefined {
  let schema: JsonSchema | undefined = body;
  for (let hops = 0; schema?.$ref !== undefined && Object.keys(schema).length === 1; hops++) {
    if (hops > partLimit) return undefined;
    schema = referred(schema, definitions);
  }
  return schema;
}

function gathered(body: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): ImportedBody {
  const properties = new Map<string, JsonSchema>();
  const required = new Set<string>();
  const seen = new Set<JsonSchema>();
  const open = [body];
  for (let schema = open.pop(); schema !== undefined && seen.size < partLimit; schema = open.pop()) {
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
