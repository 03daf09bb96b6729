import type { Schema } from "./schema.ts";

/** Whether a schema accepts the value in question. */
type Accepts = (schema: Schema) => boolean;

/** References may be circular. */
const depthLimit = 64;

/**
 * The names among `names` that a schema has looked at, itself and through what applies to the same value:
 * what is left is subject to `unevaluatedProperties`. Branches that do not accept the value count for nothing.
 */
export function evaluatedProperties(
  schema: Schema,
  names: ReadonlySet<string>,
  accepts: Accepts,
): Set<string> {
  const found = new Set<string>();
  const visited = new Set<Schema>();
  const visit = (part: Schema, depth: number) => {
    if (depth > depthLimit || found.size === names.size || visited.has(part)) return;
    visited.add(part);
    const rules = part.object;
    const everything =
      rules?.additional !== undefined || hasAdditional(part) || (depth > 0 && part.unevaluatedProperties);
    for (const name of names) {
      const known =
        everything ||
        rules?.properties.get(name)?.schema !== undefined ||
        rules?.patterns.some(({ pattern }) => pattern.test(name));
      if (known) found.add(name);
    }
    for (const further of inPlace(part, accepts)) visit(further, depth + 1);
    for (const [name, further] of rules?.dependentSchemas ?? [])
      if (names.has(name)) visit(further, depth + 1);
  };
  visit(schema, 0);
  return found;
}

/** `additionalProperties: true` needs no check and has no rules, but it looks at everything. */
const hasAdditional = (schema: Schema) => schema.keyword("additionalProperties") !== undefined;

/** As `evaluatedProperties`, for the indices of an array's items. */
export function evaluatedItems(
  schema: Schema,
  count: number,
  accepts: Accepts,
  acceptsItem: (schema: Schema, index: number) => boolean,
): Set<number> {
  const found = new Set<number>();
  const visited = new Set<Schema>();
  const visit = (part: Schema, depth: number) => {
    if (depth > depthLimit || found.size === count || visited.has(part)) return;
    visited.add(part);
    const everything =
      part.keyword("items") !== undefined || (depth > 0 && part.unevaluatedItems !== undefined);
    const first = everything ? count : Math.min(count, part.array?.prefix.length ?? 0);
    for (let i = 0; i < first; i++) found.add(i);
    const contains = part.array?.contains;
    if (contains !== undefined) {
      for (let i = 0; i < count; i++) if (!found.has(i) && acceptsItem(contains, i)) found.add(i);
    }
    for (const further of inPlace(part, accepts)) visit(further, depth + 1);
  };
  visit(schema, 0);
  return found;
}

function* inPlace(schema: Schema, accepts: Accepts): Generator<Schema> {
  yield* schema.all;
  for (const { branches } of schema.unions) for (const branch of branches) if (accepts(branch)) yield branch;
  if (schema.condition === undefined) return;
  const met = accepts(schema.condition.if);
  if (met) yield schema.condition.if;
  const further = met ? schema.condition.then : schema.condition.else;
  if (further !== undefined) yield further;
}
