import { type Child, childrenOf, isContainer, type Located } from "../syntax/node.ts";
import { type Step, step } from "../syntax/path.ts";
import { rootOf, type Tree } from "../syntax/tree.ts";
import { toValue } from "../syntax/value.ts";
import { canonical } from "./equal.ts";
import { anyType, type Dispatch, type JsonType, type Schema, typeBit, type Union } from "./schema.ts";
import { validate } from "./validate.ts";

/** What applies to one value: schemas for certain, and unions whose branch is open yet. */
interface Applied {
  readonly schemas: Schema[];
  readonly choices: { readonly dispatch: Dispatch | undefined; readonly branches: readonly Applied[] }[];
  /** Unions that a property decided: another value of it would lead to another branch. */
  readonly decided: Dispatch[];
}

/** A property that an object may have. */
export interface PropertyInfo {
  readonly name: string;
  readonly required: boolean;
  readonly present: boolean;
  readonly deprecated: boolean;
  /** What its value must be, the most specific first. */
  readonly schemas: readonly Schema[];
}

/** A value that a schema names. */
export interface ValueInfo {
  readonly value: unknown;
  readonly from: "const" | "enum" | "example" | "default" | "boolean" | "null";
  /** Whether others are accepted too. */
  readonly open: boolean;
  readonly schema: Schema;
}

/**
 * The schemas that apply to the value at a path, references, combinations and union branches resolved as far as the
 * document decides them; the most specific first. The path may lead to what is not written yet, or leave out of
 * account what is.
 */
export function schemasAt(
  tree: Tree,
  schema: Schema,
  path: readonly Step[],
  { written = true }: { written?: boolean } = {},
): Schema[] {
  return flat(appliedAt(tree, schema, path, written).applied);
}

/** The properties that the object at a path may have: missing required ones first, else as the schema lists them. */
export function propertiesOf(tree: Tree, schema: Schema, path: readonly Step[]): PropertyInfo[] {
  const { applied, at } = appliedAt(tree, schema, path);
  const present = new Set(at === undefined ? [] : childrenOf(at).flatMap((child) => child.key?.name ?? []));
  const inLower = new Set([...present].map((name) => name.toLowerCase()));
  const anyCase = applied.schemas.some((one) => one.keyword("x-any-case") === true);
  const isPresent = (name: string) => (anyCase ? inLower.has(name.toLowerCase()) : present.has(name));
  const found = propertiesIn(applied);
  const infos = [...found].map(([name, { required, schemas }]): PropertyInfo => {
    const value = at?.node.kind === "object" ? step(at, name) : undefined;
    const inner = unique(schemas.flatMap((one) => flat(appliedTo(tree, one, value))));
    const deprecated = inner.some((one) => one.keyword("deprecated") === true);
    return { name, required, present: isPresent(name), deprecated, schemas: inner };
  });
  const rank = (info: PropertyInfo) => (info.required && !info.present ? 0 : 1);
  return infos.sort((a, b) => rank(a) - rank(b));
}

/** The property that the end of a path names. */
export function propertyAt(tree: Tree, schema: Schema, path: readonly Step[]): PropertyInfo | undefined {
  const object = path.slice(0, -1);
  const anyCase = schemasAt(tree, schema, object).some((one) => one.keyword("x-any-case") === true);
  const plain = (name: unknown) => (anyCase ? String(name).toLowerCase() : name);
  const wanted = plain(path.at(-1));
  return propertiesOf(tree, schema, object).find(({ name }) => plain(name) === wanted);
}

/** The values that schemas name, each once. */
export function valuesOf(schemas: readonly Schema[]): ValueInfo[] {
  const infos = new Map<string, ValueInfo>();
  const add = (info: ValueInfo) => {
    const id = canonical(info.value);
    if (!infos.has(id)) infos.set(id, info);
  };
  for (const schema of schemas) {
    const from = schema.keyword("const") === undefined ? "enum" : "const";
    for (const value of schema.allowed?.values ?? []) add({ value, from, open: false, schema });
  }
  const closed = infos.size > 0;
  for (const schema of schemas) {
    const examples = schema.keyword("examples");
    if (Array.isArray(examples) && !closed)
      for (const value of examples) add({ value, from: "example", open: true, schema });
    const initial = schema.keyword("default");
    if (initial !== undefined) add({ value: initial, from: "default", open: !closed, schema });
    if (schema.types === anyType || schema.allowed !== undefined) continue;
    if ((schema.types & typeBit.boolean) !== 0)
      for (const value of [true, false]) add({ value, from: "boolean", open: false, schema });
    if ((schema.types & typeBit.null) !== 0) add({ value: null, from: "null", open: false, schema });
  }
  return [...infos.values()];
}

/** An annotation from the most specific schema that has it. */
export function annotation(schemas: readonly Schema[], name: string): unknown {
  for (const schema of schemas) {
    const value = schema.keyword(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

// ── what applies ──

function appliedAt(
  tree: Tree,
  schema: Schema,
  path: readonly Step[],
  written = true,
): { applied: Applied; at: Located | undefined } {
  let current = [schema];
  let at: Located | Child | undefined = rootOf(tree);
  for (const to of path) {
    const next = current.flatMap((one) => stepInto(appliedTo(tree, one, at), to));
    current = unique(next);
    at = at && isContainer(at.node) ? step(at, to) : undefined;
  }
  return { applied: merged(current.map((one) => appliedTo(tree, one, written ? at : undefined))), at };
}

/** How many schemas are looked at for one value: imported ones may lead to one another in very many ways. */
const worthLooking = 2000;

/** What has been looked at on the way to a schema, and how many more may be. */
interface Look {
  readonly seen: Set<Schema>;
  readonly left: { count: number };
}

/** The schema with all that applies to the same value. Without a value every branch is open. */
function appliedTo(
  tree: Tree,
  schema: Schema,
  at: Located | undefined,
  { seen, left }: Look = { seen: new Set(), left: { count: worthLooking } },
): Applied {
  const applied: Applied = { schemas: [], choices: [], decided: [] };
  if (seen.has(schema) || left.count-- <= 0) return applied;
  seen.add(schema);
  applied.schemas.push(schema);
  const include = (part: Schema) => mergeInto(applied, appliedTo(tree, part, at, { seen, left }));
  for (const part of schema.all) include(part);
  for (const union of schema.unions) {
    const branches = branchesFor(tree, union, at);
    const only = branches[0];
    if (branches.length === 1 && only !== undefined) {
      include(only);
      if (union.dispatch !== undefined) applied.decided.push(union.dispatch);
    } else {
      // What one branch brings another may bring too.
      const open = branches.map((branch) => appliedTo(tree, branch, at, { seen: new Set(seen), left }));
      applied.choices.push({ dispatch: union.dispatch, branches: open });
    }
  }
  if (schema.condition !== undefined && at !== undefined) {
    const met = validate(tree, schema.condition.if, { at, placeholders: true }).length === 0;
    const part = met ? schema.condition.then : schema.condition.else;
    if (part !== undefined) include(part);
  }
  return applied;
}

/** The branches that a value may mean. */
function branchesFor(
  tree: Tree,
  { branches, types, dispatch }: Union,
  at: Located | undefined,
): readonly Schema[] {
  if (at === undefined || at.node.kind === "missing" || at.node.kind === "invalid") return branches;
  const value = toShallow(at);
  if (dispatch !== undefined && at.node.kind === "object") {
    const member = step(at, dispatch.property);
    const branch = member && dispatch.branches.get(toValue(tree, member));
    return branch === undefined ? [...new Set(dispatch.branches.values())] : [branch];
  }
  const fitting = branches.filter((_, index) => ((types[index] as number) & value) !== 0);
  if (fitting.length < 2) return fitting.length === 0 ? branches : fitting;
  const clean = fitting.filter((branch) => validate(tree, branch, { at, placeholders: true }).length === 0);
  return clean.length > 0 ? clean : fitting;
}

function toShallow({ node }: Located): number {
  if (node.kind === "number") return Number.isInteger(node.content) ? typeBit.integer : typeBit.number;
  return typeBit[node.kind as Exclude<JsonType, "integer" | "number">];
}

function mergeInto(applied: Applied, part: Applied): void {
  applied.schemas.push(...part.schemas);
  applied.choices.push(...part.choices);
  applied.decided.push(...part.decided);
}

function merged(parts: readonly Applied[]): Applied {
  const all: Applied = { schemas: [], choices: [], decided: [] };
  for (const part of parts) mergeInto(all, part);
  return all;
}

const unique = <T>(list: readonly T[]) => [...new Set(list)];

function flat(applied: Applied): Schema[] {
  return unique([...applied.schemas, ...applied.choices.flatMap(({ branches }) => branches.flatMap(flat))]);
}

/** The schemas of a child. For the property that decides a union all its values stay possible. */
function stepInto(applied: Applied, to: Step): Schema[] {
  const children = flat(applied).flatMap((schema) => childSchemas(schema, to));
  for (const dispatch of applied.decided) {
    if (dispatch.property !== to) continue;
    for (const branch of dispatch.branches.values()) children.push(...stepIntoAny(branch, to));
  }
  return unique(children);
}

/** The schemas of a child by any branch. */
function stepIntoAny(schema: Schema, to: Step): Schema[] {
  const children: Schema[] = [];
  const seen = new Set([schema]);
  // More come into the set while it is gone through.
  for (const part of seen) {
    if (seen.size > worthLooking) break;
    children.push(...childSchemas(part, to));
    for (const inner of part.all) seen.add(inner);
    for (const { branches } of part.unions) for (const branch of branches) seen.add(branch);
  }
  return children;
}

function childSchemas({ object, array }: Schema, to: Step): Schema[] {
  if (typeof to === "number") {
    const item = array?.prefix[to] ?? array?.items;
    return [item, array?.contains].filter((schema) => schema !== undefined);
  }
  if (object === undefined) return [];
  const named = object.properties.get(to)?.schema;
  const matching = object.patterns.filter(({ pattern }) => pattern.test(to)).map(({ schema }) => schema);
  const found = named === undefined ? matching : [named, ...matching];
  return found.length === 0 && object.additional !== undefined ? [object.additional] : found;
}

type Properties = Map<string, { required: boolean; schemas: Schema[] }>;

function propertiesIn(applied: Applied): Properties {
  const found: Properties = new Map();
  const add = (name: string, { required, schemas }: { required: boolean; schemas: readonly Schema[] }) => {
    const known = found.get(name);
    if (known === undefined) found.set(name, { required, schemas: [...schemas] });
    else {
      known.required ||= required;
      known.schemas.push(...schemas);
    }
  };
  for (const { object } of applied.schemas) {
    for (const property of object?.properties.values() ?? []) {
      if (property.schema?.never !== true) {
        add(property.name, {
          required: property.required >= 0,
          schemas: property.schema ? [property.schema] : [],
        });
      }
    }
    for (const name of object?.names?.allowed?.values ?? []) {
      if (typeof name === "string")
        add(name, { required: false, schemas: object?.additional ? [object.additional] : [] });
    }
    for (const [name, others] of object?.dependentRequired ?? []) {
      if (found.has(name)) for (const other of others) add(other, { required: false, schemas: [] });
    }
  }
  for (const { dispatch, branches } of applied.choices) {
    const each = branches.map(propertiesIn);
    for (const [name, { schemas }] of each.flatMap((properties) => [...properties])) {
      // Before the deciding property is there, only what all branches share is worth offering.
      if (dispatch !== undefined && !each.every((properties) => properties.has(name))) continue;
      const required = each.length > 0 && each.every((properties) => properties.get(name)?.required === true);
      add(name, { required, schemas });
    }
  }
  return found;
}
