/** Which schemas lead to one another for the same value, and so in circles. */
import type { Schema } from "./schema.ts";

/** A circle is known by one of its schemas; who is in none has undefined. */
const circles = new WeakMap<Schema, Schema | undefined>();

/** The circle that a schema is in. */
export function circleOf(schema: Schema): Schema | undefined {
  if (!circles.has(schema)) findCircles(schema);
  return circles.get(schema);
}

/** Those that a schema applies to the value that it is applied to. */
function ledTo(schema: Schema): Schema[] {
  const { condition } = schema;
  return [
    ...schema.all,
    ...schema.unions.flatMap(({ branches, dispatch }) => [
      ...branches,
      ...(dispatch?.branches.values() ?? []),
    ]),
    schema.not,
    condition?.if,
    condition?.then,
    condition?.else,
    ...(schema.object?.dependentSchemas?.values() ?? []),
  ].filter((other) => other !== undefined);
}

/** Tarjan's strongly connected components. Without recursion: imported chains are long. */
function findCircles(first: Schema): void {
  const order = new Map<Schema, number>();
  const lowest = new Map<Schema, number>();
  const open: Schema[] = [];
  const isOpen = new Set<Schema>();
  const path: { schema: Schema; next: Schema[] }[] = [];
  const lower = (schema: Schema, to: number) => {
    if (to < (lowest.get(schema) ?? to + 1)) lowest.set(schema, to);
  };
  const enter = (schema: Schema) => {
    lower(schema, order.size);
    order.set(schema, order.size);
    open.push(schema);
    isOpen.add(schema);
    path.push({ schema, next: ledTo(schema) });
  };
  enter(first);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const { schema, next } = top;
    const to = next.pop();
    if (to !== undefined) {
      if (!order.has(to) && !circles.has(to)) enter(to);
      else if (isOpen.has(to)) lower(schema, order.get(to) ?? 0);
      continue;
    }
    path.pop();
    const low = lowest.get(schema) ?? 0;
    const above = path.at(-1);
    if (above !== undefined) lower(above.schema, low);
    if (low !== order.get(schema)) continue;
    const members = open.splice(open.lastIndexOf(schema));
    for (const member of members) {
      isOpen.delete(member);
      circles.set(member, members.length > 1 || ledTo(member).includes(member) ? schema : undefined);
    }
  }
}
