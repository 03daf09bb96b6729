/** Which types the branches of a union take, and the property whose constants tell them apart. */
import { anyType, type Dispatch, type Schema, textsAmong, typeBit } from "./schema.ts";

const knownTypes = new WeakMap<Schema, number>();

/** References may lead through very many schemas: further away every type is accepted. */
const depthLimit = 200;

/** The types that a schema can accept, through what applies to the same value. */
export function typesOf(schema: Schema, depth = 0): number {
  const known = knownTypes.get(schema);
  if (known !== undefined) return known;
  if (schema.never) return 0;
  if (depth > depthLimit) return anyType;
  // References may be circular: until it is known, a schema accepts every type.
  knownTypes.set(schema, anyType);
  let types = schema.types;
  if (schema.allowed !== undefined) types &= typesOfValues(schema.allowed.values);
  for (const part of schema.all) types &= typesOf(part, depth + 1);
  for (const { branches } of schema.unions) {
    types &= branches.reduce((sum, branch) => sum | typesOf(branch, depth + 1), 0);
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

/** References may be circular, and lead through very many schemas: what is further away says nothing. */
const lookAhead = 64;
const schemaLimit = 2000;

/** The names that a schema requires, through what applies to the same value; of a union those of its first branch. */
export function* requiredNames(schema: Schema, seen = new Set<Schema>(), depth = 0): Generator<string> {
  if (seen.has(schema) || seen.size > schemaLimit || depth > lookAhead) return;
  seen.add(schema);
  yield* schema.object?.required ?? [];
  for (const part of schema.all) yield* requiredNames(part, seen, depth + 1);
  for (const union of schema.unions) {
    const branch = union.branches[0];
    if (branch !== undefined) yield* requiredNames(branch, seen, depth + 1);
  }
}

/** The scalar values that a schema demands of a required property. `seen` has what has been found, each once. */
function constantsOf(
  schema: Schema,
  property: string,
  seen = new Map<Schema, readonly unknown[] | undefined>(),
  depth = 0,
): readonly unknown[] | undefined {
  if (seen.has(schema)) return seen.get(schema);
  if (seen.size > schemaLimit || depth > lookAhead) return undefined;
  seen.set(schema, undefined);
  const found = demanded(schema, property) ?? constantsBelow(schema, property, seen, depth + 1);
  seen.set(schema, found);
  return found;
}

function demanded({ object }: Schema, property: string): readonly unknown[] | undefined {
  if (!object?.required.includes(property)) return undefined;
  const allowed = object.properties.get(property)?.schema?.allowed;
  return allowed !== undefined && allowed.others.length === 0 ? allowed.values : undefined;
}

function constantsBelow(
  schema: Schema,
  property: string,
  seen: Map<Schema, readonly unknown[] | undefined>,
  depth: number,
): readonly unknown[] | undefined {
  for (const part of schema.all) {
    const values = constantsOf(part, property, seen, depth);
    if (values !== undefined) return values;
  }
  for (const { branches } of schema.unions) {
    const lists = branches.map((branch) => constantsOf(branch, property, seen, depth));
    if (lists.every((list) => list !== undefined)) return lists.flat();
  }
  return undefined;
}
