import type { Pattern } from "../../shared/patterns/pattern.ts";
import type { Node } from "../syntax/node.ts";
import type { Format } from "./formats.ts";

/** A JSON Schema as written. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

export type JsonType = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

/** Types as bits. A whole number is `integer`, another `number`; the schema type number has both bits. */
export const typeBit = {
  object: 1,
  array: 2,
  string: 4,
  number: 8,
  integer: 16,
  boolean: 32,
  null: 64,
} as const;

export const anyType = 127;

/** The type of a value; none for what is missing or no value. */
export function bitOf(node: Node): number {
  switch (node.kind) {
    case "object":
      return typeBit.object;
    case "array":
      return typeBit.array;
    case "string":
      return typeBit.string;
    case "number":
      return Number.isInteger(node.content) || isTooLarge(node) ? typeBit.integer : typeBit.number;
    case "boolean":
      return typeBit.boolean;
    case "null":
      return typeBit.null;
    default:
      return 0;
  }
}

/** A number that no double holds: the reader says so, and nobody knows more of it. */
export const isTooLarge = ({ content }: Node): boolean =>
  content === Number.POSITIVE_INFINITY || content === Number.NEGATIVE_INFINITY;

export const typeNames = (types: number): JsonType[] =>
  (Object.keys(typeBit) as JsonType[]).filter((name) => (types & typeBit[name]) !== 0); // All of its keys.

export const scalarTypes = typeBit.string | typeBit.number | typeBit.integer | typeBit.boolean | typeBit.null;

/** Some of the values that a schema names. */
export const textsAmong = (values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === "string");

/** The values of an enum or const. */
export interface Allowed {
  readonly values: readonly unknown[];
  /** Those that are compared at once; `others` are objects and arrays. */
  readonly scalars: ReadonlySet<unknown>;
  readonly others: readonly unknown[];
  /** Those that are text. */
  readonly texts: readonly string[];
}

export interface NumberRules {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly multipleOf: number | undefined;
}

export interface StringRules {
  readonly minLength: number;
  readonly maxLength: number;
  readonly pattern: Pattern | undefined;
  readonly format: Format | undefined;
  /** The format that the name suggests: another is a warning. */
  readonly likely: Format | undefined;
  /** The documented prefix of an identifier. */
  readonly prefix: string | undefined;
}

export interface Property {
  readonly name: string;
  /** Absent for a name that is only required. */
  readonly schema: Schema | undefined;
  /** Position among the required names, -1 when it is optional. */
  readonly required: number;
}

export interface ObjectRules {
  readonly properties: ReadonlyMap<string, Property>;
  /** Of the properties. */
  readonly propertyNames: readonly string[];
  readonly required: readonly string[];
  readonly patterns: readonly { readonly pattern: Pattern; readonly schema: Schema }[];
  readonly additional: Schema | undefined;
  readonly names: Schema | undefined;
  readonly dependentRequired: ReadonlyMap<string, readonly string[]> | undefined;
  readonly dependentSchemas: ReadonlyMap<string, Schema> | undefined;
  readonly minProperties: number;
  readonly maxProperties: number;
  /** Whether names are the same in whatever case. */
  readonly anyCase: boolean;
  /** Whether names that all begin with `$` may be those of the properties only. */
  readonly matchers: boolean;
  /** Two properties: the number of the first must not be above that of the second. */
  readonly range: readonly [least: string, most: string] | undefined;
}

export interface ArrayRules {
  readonly prefix: readonly Schema[];
  readonly items: Schema | undefined;
  readonly contains: Schema | undefined;
  readonly minContains: number;
  readonly maxContains: number;
  readonly minItems: number;
  readonly maxItems: number;
  readonly unique: boolean;
}

/** How a property tells the branches of a union apart. */
export interface Dispatch {
  readonly property: string;
  readonly branches: ReadonlyMap<unknown, Schema>;
  /** The keys of the branches. */
  readonly allowed: Pick<Allowed, "values" | "texts">;
}

export interface Union {
  readonly exactlyOne: boolean;
  readonly branches: readonly Schema[];
  /** The types that each branch can accept, in their order. */
  readonly types: readonly number[];
  /** For objects, when a property decides. */
  readonly dispatch: Dispatch | undefined;
}

export interface Condition {
  readonly if: Schema;
  readonly then: Schema | undefined;
  readonly else: Schema | undefined;
}

/** A compiled schema. Cyclic references are cycles of these objects; one JSON Schema gives one of them. */
export class Schema {
  readonly source: JsonSchema;
  /** Where it stands in its document: `#/$defs/order`. */
  readonly pointer: string;
  /** Nothing to check. */
  empty = true;
  /** Nothing is accepted. */
  never = false;
  /** OpenAPI 3.0: null is accepted whatever else is asked for. */
  nullable = false;
  types: number = anyType;
  allowed: Allowed | undefined;
  number: NumberRules | undefined;
  string: StringRules | undefined;
  object: ObjectRules | undefined;
  array: ArrayRules | undefined;
  /** allOf and $ref: what applies to the same value. */
  all: readonly Schema[] = [];
  /** Whether several schemas lead to it: it may apply to a value more than once, and lead to itself. */
  shared = false;
  /** Whether others apply to the same value because of it. */
  leadsOn = false;
  unions: readonly Union[] = [];
  not: Schema | undefined;
  condition: Condition | undefined;
  unevaluatedProperties: Schema | undefined;
  unevaluatedItems: Schema | undefined;
  /** What a subtree is marked with in which the schema finds nothing, without and with placeholders. */
  readonly marks = [{}, {}] as const;

  #conjunction: readonly Part[] | undefined;

  constructor(source: JsonSchema, pointer: string) {
    this.source = source;
    this.pointer = pointer;
  }

  /** All that applies to the same value by `all` and by theirs, each once. */
  get conjunction(): readonly Part[] {
    this.#conjunction ??= partsOf(this);
    return this.#conjunction;
  }

  /** A keyword as written: annotations are read so. */
  keyword(name: string): unknown {
    return typeof this.source === "object" && Object.hasOwn(this.source, name)
      ? this.source[name]
      : undefined;
  }
}

/** A schema among those that apply together. */
export interface Part {
  readonly schema: Schema;
  /** The index behind the last that it brings. */
  end: number;
}

/** What a schema brings stands behind it. Without recursion: imported chains are long. */
function partsOf(whole: Schema): readonly Part[] {
  const parts: Part[] = [];
  const seen = new Set([whole]);
  const open: { part: Part | undefined; all: readonly Schema[]; next: number }[] = [
    { part: undefined, all: whole.all, next: 0 },
  ];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const schema = top.all[top.next++];
    if (schema === undefined) {
      if (top.part !== undefined) top.part.end = parts.length;
      open.pop();
    } else if (!seen.has(schema)) {
      seen.add(schema);
      const part = { schema, end: 0 };
      parts.push(part);
      open.push({ part, all: schema.all, next: 0 });
    }
  }
  return parts;
}
