/** Schemas of which each part that occurs again is there once: they are compiled and kept once, too. */
import type { JsonSchema } from "../catalogue.ts";

/** What is as short as a reference to it stays where it is. */
const shortest = 60;

/**
 * The same schemas with references to `definitions` in place of what occurs in them more than once.
 * @param name the begin of the definitions' names
 */
export function sharedParts(
  schemas: readonly JsonSchema[],
  name: string,
): { schemas: JsonSchema[]; definitions: Record<string, JsonSchema> } {
  const counts = new Map<string, number>();
  for (const schema of schemas)
    visit(schema, (part) => {
      const text = JSON.stringify(part);
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      // What is in a part that was seen before is shared with it.
      return count === 1;
    });
  const names = new Map<string, string>();
  const definitions: Record<string, JsonSchema> = {};
  const replaced = (part: JsonSchema): JsonSchema => {
    const text = JSON.stringify(part);
    if (text.length < shortest || (counts.get(text) ?? 0) < 2) return withParts(part, replaced);
    let known = names.get(text);
    if (known === undefined) {
      known = `${name} ${names.size + 1}`;
      names.set(text, known);
      definitions[known] = withParts(part, replaced);
    }
    return { $ref: `#/$defs/${known}` };
  };
  return { schemas: schemas.map((schema) => withParts(schema, replaced)), definitions };
}

/** @param enter whether the parts of a part are visited as well */
function visit(schema: JsonSchema, enter: (part: JsonSchema) => boolean): void {
  withParts(schema, (part) => {
    if (enter(part)) visit(part, enter);
    return part;
  });
}

/** The schema with its parts changed. */
function withParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, change(part)])),
    }),
    ...(typeof items === "object" && { items: change(items) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: change(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(schema.then && { then: change(schema.then) }),
    ...(schema.else && { else: change(schema.else) }),
  };
}
