import { dispatchBy, dispatchOn, requiredNames, typesOf } from "./dispatch.ts";
import {
  allowedIn,
  arrayRules,
  isObject,
  isSchema,
  numberRules,
  objectRules,
  type Source,
  stringRules,
  typesIn,
} from "./keywords.ts";
import { decodePart, escapePointer, References } from "./references.ts";
import { anyType, type Dispatch, type JsonSchema, Schema, typeBit, type Union } from "./schema.ts";

const compilers = new WeakMap<object, Compiler>();

/** The schema at a pointer of a document, compiled once. References lead within the document. */
export function compile(document: JsonSchema, pointer = "#"): Schema {
  if (typeof document === "boolean") return new Compiler(document).at("#");
  let compiler = compilers.get(document);
  if (compiler === undefined) {
    compiler = new Compiler(document);
    compilers.set(document, compiler);
  }
  return compiler.at(pointer);
}

class Compiler {
  readonly #references: References;
  readonly #schemas = new Map<object, Schema>();
  /** What was asked for, by its pointer. */
  readonly #asked = new Map<string, Schema>();
  /** Schemas that are made and not yet filled: filling in turn keeps long chains of references off the stack. */
  readonly #waiting: Schema[] = [];
  /** Unions look into their branches, so they are made when every schema is filled. */
  readonly #unions: (() => void)[] = [];

  constructor(document: JsonSchema) {
    this.#references = new References(document);
  }

  at(pointer: string): Schema {
    const asked = this.#asked.get(pointer);
    if (asked !== undefined) return asked;
    const found = this.#references.resolve(pointer);
    const schema = this.#schemaOf(found?.source ?? true, found?.pointer ?? pointer);
    this.#finish();
    this.#asked.set(pointer, schema);
    return schema;
  }

  #finish(): void {
    this.#fillWaiting();
    for (const make of this.#unions) make();
    this.#unions.length = 0;
  }

  #fillWaiting(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#fill(next);
  }

  /** Follows references that stand alone, so that one schema has one compiled form. */
  #schemaOf(source: JsonSchema, pointer: string): Schema {
    for (let hops = 0; isObject(source) && typeof source.$ref === "string" && hops < 64; hops++) {
      if (Object.keys(source).length > 1) break;
      const target = this.#references.resolve(source.$ref);
      if (target === undefined) return new Schema(true, pointer);
      ({ source, pointer } = target);
    }
    if (typeof source === "boolean") {
      const schema = new Schema(source, pointer);
      schema.never = !source;
      schema.empty = source;
      return schema;
    }
    let schema = this.#schemas.get(source);
    if (schema === undefined) {
      schema = new Schema(source, pointer);
      // Not known to be empty before it is filled.
      schema.empty = false;
      this.#schemas.set(source, schema);
      this.#waiting.push(schema);
    } else schema.shared = true;
    return schema;
  }

  #fill(schema: Schema): void {
    const source = schema.source as Source;
    const pointer = schema.pointer;
    const inner = (name: string) =>
      isSchema(source[name]) ? this.#schemaOf(source[name], `${pointer}/${name}`) : undefined;
    const innerList = (name: string) =>
      (Array.isArray(source[name]) ? source[name] : [])
        .filter(isSchema)
        .map((item, index) => this.#schemaOf(item, `${pointer}/${name}/${index}`));
    const innerMap = (name: string): [string, Schema][] =>
      Object.entries(isObject(source[name]) ? source[name] : {}).flatMap(([key, item]) =>
        isSchema(item) ? [[key, this.#schemaOf(item, `${pointer}/${name}/${escapePointer(key)}`)]] : [],
      );

    schema.nullable = source.nullable === true;
    schema.types = typesIn(source.type);
    if (schema.nullable) schema.types |= typeBit.null;
    schema.allowed = allowedIn(source);
    schema.number = numberRules(source);
    schema.string = stringRules(source);
    schema.object = objectRules(source, inner, innerMap);
    schema.array = arrayRules(source, inner, innerList);
    const discriminator = isObject(source.discriminator) ? source.discriminator : undefined;
    const all = innerList("allOf");
    /** A union of one is no union. */
    const branchesOf = (name: string) => {
      const branches = innerList(name);
      return branches.length === 1 && discriminator === undefined ? (all.push(...branches), []) : branches;
    };
    const anyOf = branchesOf("anyOf");
    const oneOf = branchesOf("oneOf");
    if (typeof source.$ref === "string") {
      const target = this.#references.resolve(source.$ref);
      if (target !== undefined) all.unshift(this.#schemaOf(target.source, target.pointer));
    }
    schema.all = all;
    schema.not = inner("not");
    schema.never = isObject(source.not) && Object.keys(source.not).length === 0;
    const condition = inner("if");
    if (condition !== undefined) {
      schema.condition = { if: condition, then: inner("then"), else: inner("else") };
    }
    schema.unevaluatedProperties = inner("unevaluatedProperties");
    schema.unevaluatedItems = inner("unevaluatedItems");
    if (anyOf.length > 0 || oneOf.length > 0) {
      const made: Union[] = [];
      if (anyOf.length > 0) made.push({ exactlyOne: false, branches: anyOf, types: [], dispatch: undefined });
      if (oneOf.length > 0) made.push({ exactlyOne: true, branches: oneOf, types: [], dispatch: undefined });
      schema.unions = made;
      this.#unions.push(() => {
        schema.unions = made.map((union) => this.#completed(union, discriminator));
      });
    }
    schema.leadsOn =
      all.length + anyOf.length + oneOf.length > 0 ||
      schema.not !== undefined ||
      schema.condition !== undefined ||
      schema.unevaluatedProperties !== undefined ||
      schema.unevaluatedItems !== undefined ||
      schema.object?.dependentSchemas !== undefined;
    schema.empty =
      schema.types === anyType &&
      !schema.allowed &&
      !schema.number &&
      !schema.string &&
      !schema.object &&
      !schema.array &&
      all.length + anyOf.length + oneOf.length === 0 &&
      !schema.not &&
      !schema.condition &&
      !schema.unevaluatedProperties &&
      !schema.unevaluatedItems;
  }

  #completed(union: Union, discriminator: Source | undefined): Union {
    const types = union.branches.map((branch) => typesOf(branch));
    const objects = union.branches.filter((_, index) => ((types[index] ?? 0) & typeBit.object) !== 0);
    return { ...union, types, dispatch: this.#dispatchOf(objects, discriminator) };
  }

  #dispatchOf(branches: readonly Schema[], discriminator: Source | undefined): Dispatch | undefined {
    const named = discriminator?.propertyName;
    const first = branches[0];
    if (first === undefined) return undefined;
    if (typeof named === "string")
      return dispatchBy([named], branches) ?? this.#mapped(branches, named, discriminator?.mapping);
    return branches.length < 2 && named === undefined
      ? undefined
      : dispatchBy(requiredNames(first), branches);
  }

  /** OpenAPI: the mapping, or the names of the schemas themselves, stand for the constants. */
  #mapped(branches: readonly Schema[], property: string, mapping: unknown): Dispatch {
    const table = new Map<unknown, Schema>();
    for (const branch of branches) {
      const name = branch.pointer.split("/").at(-1);
      if (name !== undefined) table.set(decodePart(name), branch);
    }
    for (const [value, reference] of Object.entries(isObject(mapping) ? mapping : {})) {
      if (typeof reference !== "string") continue;
      const target =
        this.#references.resolve(reference) ?? this.#references.resolve(`#/components/schemas/${reference}`);
      if (target !== undefined) table.set(value, this.#schemaOf(target.source, target.pointer));
    }
    this.#fillWaiting();
    return dispatchOn(property, table);
  }
}
