/** Which types the branches of a union take, and the property whose constants tell them apart. */
import { anyType, type Dispatch, type Schema, textsAmong, typeBit } from "./schema.ts";

const knownTypes = new WeakMap<Schema, number>();

/** The types that a schema can accept, through what applies to the same value. */
export function typesOf(schema: Schema): number {
  const known = knownTypes.get(schema);
  if (known !== undefined) return known;
  if (schema.never) return 0;
  // References may be circular: until it is known, a schema accepts every type.
  knownTypes.set(schema, anyType);
  let types = schema.types;
  if (schema.allowed !== undefined) types &= typesOfValues(schema.allowed.values);
  for (const part of schema.all) types &= typesOf(part);
  for (const { branches } of schema.unions) {
    types &= branches.reduce((sum, branch) => sum | typesOf(branch), 0);
  }
  if (schema.nullable) types |= typeBit.null;
  knownTypes.set(schema, types);
  return types;
}

function typesOfValues(values: readonly unknown[]): number {
  let types = 0;
  for (const value of values) {
    if (value === null) types |= typeBit.null;
    else if (Array.isArray(value)) types |= typeBit.array;
    else if (typeof value === "number") types |= Number.isInteger(value) ? typeBit.integer : typeBit.number;
    else types |= typeBit[typeof value as "string" | "boolean" | "object"];
  }
  return types;
}

export function dispatchOn(property: string, branches: ReadonlyMap<unknown, Schema>): Dispatch {
  const values = [...branches.keys()];
  return { property, branches, allowed: { values, texts: textsAmong(values) } };
}

/** The first of the properties whose constants tell all branches apart. */
export function dispatchBy(properties: Iterable<string>, branches: readonly Schema[]): Dispatch | undefined {
  for (const property of properties) {
    const table = new Map<unknown, Schema>();
    const complete = branches.every((branch) => {
      const values = constantsOf(branch, property);
      if (values === undefined) return false;
      for (const value of values) {
        if (table.has(value)) return false;
        table.set(value, branch);
      }
      return true;
    });
    if (complete) return dispatchOn(property, table);
  }
  return undefined;
}

/** References may be circular: what is deeper than this says nothing about constants. */
const lookAhead = 12;

/** The names that a schema requires, through what applies to the same value; of a union those of its first branch. */
export function* requiredNames(schema: Schema, depth = 0): Generator<string> {
  if (depth > lookAhead) return;
  yield* schema.object?.required ?? [];
  for (const part of schema.all) yield* requiredNames(part, depth + 1);
  for (const union of schema.unions) {
    const branch = union.branches[0];
    if (branch !== undefined) yield* requiredNames(branch, depth + 1);
  }
}

/** The scalar values that a schema demands of a required property. */
function constantsOf(
  schema: Schema,
  property: string,
  way: ReadonlySet<Schema> = new Set(),
): readonly unknown[] | undefined {
  if (way.has(schema) || way.size > lookAhead) return undefined;
  const rules = schema.object;
  if (rules?.required.includes(property)) {
    const allowed = rules.properties.get(property)?.schema?.allowed;
    if (allowed !== undefined && allowed.others.length === 0) return allowed.values;
  }
  const further = new Set(way).add(schema);
  for (const part of schema.all) {
    const values = constantsOf(part, property, further);
    if (values !== undefined) return values;
  }
  for (const { branches } of schema.unions) {
    const values: unknown[] = [];
    const complete = branches.every((branch) => {
      const list = constantsOf(branch, property, further);
      if (list !== undefined) values.push(...list);
      return list !== undefined;
    });
    if (complete) return values;
  }
  return undefined;
}
