/**
 * What a schema accepts as far as that can be told while a text is read. It knows the plain keywords only: it is never
 * content where the validator is not, and what it says nothing of is checked afterwards.
 *
 * Each type of a value has a bit in two sets, which say how much is to be looked at:
 *
 *     every     all values of the type are accepted: none is looked at
 *     some      those are that the rules of the type accept; every type of `every` is here too
 *     neither   none is, or nothing is known of the type: the validator looks
 */
import type { Key, Node } from "../syntax/node.ts";
import type { ReadSoFar, Watcher } from "../syntax/watcher.ts";
import type { Format } from "./formats.ts";
import { acceptsText, expectedNumber } from "./scalars.ts";
import {
  type Allowed,
  anyType,
  type ArrayRules,
  bitOf,
  type Dispatch,
  type NumberRules,
  type ObjectRules,
  Schema,
  type StringRules,
  typeBit,
  type Union,
} from "./schema.ts";

const outlines = [new WeakMap<Schema, Outline>(), new WeakMap<Schema, Outline>()] as const;

/** @param mode whether placeholders stand for values: the outline takes none for one, but marks what it finds so */
export function outlineOf(schema: Schema, mode: 0 | 1, depth = 0): Outline {
  let outline = outlines[mode].get(schema);
  if (outline === undefined) {
    outline = new Outline(schema, mode);
    outlines[mode].set(schema, outline);
    // Unions may lead back here: until it is filled, an outline accepts nothing.
    outline.fill(depth);
  }
  return outline;
}

/** So many unions in one another are followed: each takes the validator to another level. */
const unionLimit = 3;

/** So few texts are compared one by one. */
const fewTexts = 4;

export class Outline implements Watcher {
  readonly mark: object;
  readonly #schema: Schema;
  readonly #mode: 0 | 1;
  /** The types of which some values are accepted, and those of which every value is. */
  #some = 0;
  #every = 0;
  #allowed: Allowed | undefined;
  #string: StringRules | undefined;
  /** When the begin of a text is all that matters, or its format. */
  #prefix: string | undefined;
  #format: Format["testWithin"];
  #number: NumberRules | undefined;
  #objects: Members | Alternatives | undefined;
  #array: ArrayRules | undefined;
  #items: Outline | undefined;
  /** Of a union: who knows the scalars of a type. */
  #branches: Map<number, Outline> | undefined;

  constructor(schema: Schema, mode: 0 | 1) {
    this.#schema = schema;
    this.#mode = mode;
    this.mark = schema.marks[mode];
  }

  /** @param depth how many unions have led here */
  fill(depth: number): void {
    const schema = this.#schema;
    const { types, unions, nullable } = schema;
    if (asksForMore(schema)) return;
    const [union] = unions;
    if (union === undefined) {
      if (isRuled(schema)) this.#takeRules(schema);
      else this.#some = this.#every = types;
    } else if (!isRuled(schema) && depth < unionLimit) this.#takeBranches(types, union, depth + 1);
    if (nullable) {
      this.#some |= typeBit.null;
      this.#every |= typeBit.null;
    }
  }

  #takeRules({ types, allowed, string, number, object, array }: Schema): void {
    this.#some = types;
    this.#allowed = allowed;
    this.#string = string;
    this.#number = number;
    if (allowed !== undefined) {
      this.#some &= ~(typeBit.object | typeBit.array);
      return;
    }
    this.#every = types & (typeBit.boolean | typeBit.null);
    if (string === undefined) this.#every |= types & typeBit.string;
    else {
      this.#prefix = prefixAlone(string);
      this.#format = formatAlone(string);
    }
    if (number === undefined) this.#every |= types & (typeBit.number | typeBit.integer);
    if (object === undefined) this.#every |= types & typeBit.object;
    else if (isPlain(object)) this.#objects = new Members(object, this.#mode);
    if (array === undefined) this.#every |= types & typeBit.array;
    this.#array = array;
  }

  /** Of each type the branch that alone accepts it. */
  #takeBranches(types: number, { branches, types: accepted, dispatch }: Union, depth: number): void {
    for (let bit = 1; bit < anyType; bit <<= 1) {
      if ((types & bit) === 0) continue;
      if (bit === typeBit.object && dispatch !== undefined) {
        this.#some |= bit;
        this.#objects = new Alternatives(dispatch, this.#mode);
        continue;
      }
      const fitting = branches.filter((_, index) => ((accepted[index] ?? 0) & bit) !== 0);
      const branch = fitting.length === 1 && fitting[0] && outlineOf(fitting[0], this.#mode, depth);
      if (!branch || (branch.#some & bit) === 0) continue;
      this.#some |= bit;
      this.#every |= branch.#every & bit;
      if (bit === typeBit.object) this.#objects = branch.#objects;
      else if (bit === typeBit.array) this.#array = branch.#array;
      else (this.#branches ??= new Map()).set(bit, branch);
    }
  }

  /** Of objects without alternatives what they have in them. */
  get members(): Members | undefined {
    return this.#objects instanceof Members ? this.#objects : undefined;
  }

  get itemMark(): object | undefined {
    return this.#array?.items?.marks[this.#mode];
  }

  within(read: ReadSoFar, key: Key | undefined): Outline | undefined {
    if (key !== undefined) return this.#objects?.chosen(read)?.of(key)?.outline;
    return this.#itemOutline();
  }

  #itemOutline(): Outline | undefined {
    const items = this.#array?.items;
    if (items !== undefined) this.#items ??= outlineOf(items, this.#mode);
    return this.#items;
  }

  isClean(kind: "object" | "array", read: ReadSoFar): boolean {
    if ((this.#some & typeBit[kind]) === 0) return false;
    if ((this.#every & typeBit[kind]) !== 0) return true;
    if (kind === "object") return this.#objects?.chosen(read)?.accept(read) === true;
    return this.#array !== undefined && this.#acceptsItems(this.#array, read);
  }

  #acceptsItems(rules: ArrayRules, read: ReadSoFar): boolean {
    const { stack, base, top } = read;
    const { prefix, contains, unique, minItems, maxItems } = rules;
    if (prefix.length > 0 || contains !== undefined || unique) return false;
    if (top - base < minItems || top - base > maxItems) return false;
    const outline = this.#itemOutline();
    let end = read.from;
    for (let i = base; i < top; i++) {
      const node = stack[i] as Node;
      end += node.inset + node.width;
      if (outline !== undefined && !outline.accepts(node, end, read)) return false;
    }
    return true;
  }

  /** A value that ends at an offset. */
  accepts(node: Node, end: number, read: ReadSoFar): boolean {
    const bit = bitOf(node);
    if ((this.#every & bit) !== 0) return true;
    if ((this.#some & bit) === 0) return false;
    if (bit === typeBit.object || bit === typeBit.array) return node.mark === this.mark;
    const branch = this.#branches?.get(bit);
    if (branch !== undefined) return branch.accepts(node, end, read);
    if (bit === typeBit.string)
      return node.flags === 0 && this.#acceptsText(end - node.width + 1, end - 1, read);
    if (this.#allowed !== undefined && !this.#allowed.scalars.has(node.content)) return false;
    return (
      this.#number === undefined ||
      node.kind !== "number" ||
      expectedNumber(this.#number, node.content as number) === undefined
    );
  }

  #acceptsText(from: number, to: number, { text, units }: ReadSoFar): boolean {
    if (this.#prefix !== undefined) return begins(units, from, to, this.#prefix);
    if (this.#format !== undefined) return this.#format(text, from, to);
    if (this.#allowed !== undefined && !this.#allowsText(this.#allowed, from, to, text, units)) return false;
    return this.#string === undefined || acceptsText(this.#string, text.slice(from, to));
  }

  #allowsText(
    { scalars, texts }: Allowed,
    from: number,
    to: number,
    text: string,
    units: Uint16Array,
  ): boolean {
    if (texts.length > fewTexts) return scalars.has(text.slice(from, to));
    for (const one of texts) if (one.length === to - from && begins(units, from, to, one)) return true;
    return false;
  }
}

interface Member {
  readonly outline: Outline;
  readonly isRequired: boolean;
}

/** What an object has in it. Asked about each member at its end, and of those that are containers at their begin. */
class Members {
  readonly #rules: ObjectRules;
  readonly #mode: 0 | 1;
  readonly #known = new Map<string, Member>();

  constructor(rules: ObjectRules, mode: 0 | 1) {
    this.#rules = rules;
    this.#mode = mode;
  }

  /** One kind of object is always meant. */
  chosen(): this {
    return this;
  }

  /** What stands under a name; undefined when nothing should, or nothing is known of it. */
  of(key: Key): Member | undefined {
    if (key.lookedUpIn === this) return key.lookedUp as Member | undefined; // This has set it.
    const found = this.#lookUp(key.name);
    key.lookedUpIn = this;
    key.lookedUp = found;
    return found;
  }

  #lookUp(name: string): Member | undefined {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const { properties, additional, matchers, range } = this.#rules;
    const property = properties.get(name);
    // Whether there is such a matcher, or fits others, the validator knows.
    if (matchers && property === undefined && name.startsWith("$")) return undefined;
    if (range?.includes(name)) return undefined;
    const schema = property?.schema ?? additional;
    const outline = schema === undefined ? anything : outlineOf(schema, this.#mode);
    const member = { outline, isRequired: property !== undefined && property.required >= 0 };
    // There is no end to names that nobody documents.
    if (property !== undefined) this.#known.set(name, member);
    return member;
  }

  accept(read: ReadSoFar): boolean {
    const { stack, base, top } = read;
    let missing = this.#rules.required.length;
    let end = read.from;
    for (let i = base; i < top; i++) {
      const node = stack[i] as Node;
      end += node.inset + node.width;
      const member = node.key && this.of(node.key);
      if (member === undefined || !member.outline.accepts(node, end, read)) return false;
      // No name occurs twice: that is a fault.
      if (member.isRequired) missing--;
    }
    return missing === 0;
  }
}

/** An object of more members is not searched for what tells it apart. */
const fewMembers = 32;

interface Branch {
  /** The value that stands for it: a text of its own, which keeps no file's text alive. */
  readonly text: string;
  readonly schema: Schema;
}

/** Objects that the value of a property tells apart. */
class Alternatives {
  readonly #property: string;
  readonly #branches = new Map<string, Branch>();
  readonly #mode: 0 | 1;
  /** The branch of the object that was asked about last, and its members: the next object is mostly of that branch too. */
  #last: Branch | undefined;
  #chosen: Members | undefined;
  /** Which object that was: it is asked about for each container in it, and at its end. */
  #reading = 0;
  #from = 0;

  constructor({ property, branches }: Dispatch, mode: 0 | 1) {
    this.#property = property;
    this.#mode = mode;
    for (const [text, schema] of branches)
      if (typeof text === "string") this.#branches.set(text, { text, schema });
  }

  chosen({ reading, stack, base, top, from, text, units }: ReadSoFar): Members | undefined {
    if (reading === this.#reading && from === this.#from) return this.#chosen;
    let end = from;
    for (let i = base; i < Math.min(top, base + fewMembers); i++) {
      const node = stack[i] as Node;
      end += node.inset + node.width;
      if (node.key?.name !== this.#property) continue;
      if (node.kind !== "string" || node.flags !== 0) return undefined;
      this.#choose(end - node.width + 1, end - 1, text, units);
      this.#reading = reading;
      this.#from = from;
      return this.#chosen;
    }
    return undefined;
  }

  #choose(from: number, to: number, text: string, units: Uint16Array): void {
    const last = this.#last?.text;
    if (last !== undefined && last.length === to - from && begins(units, from, to, last)) return;
    this.#last = this.#branches.get(text.slice(from, to));
    this.#chosen = this.#last && outlineOf(this.#last.schema, this.#mode).members;
  }
}

/** Whether a schema has keywords that an outline does not know. */
const asksForMore = (schema: Schema) =>
  schema.never ||
  schema.all.length > 0 ||
  schema.unions.length > 1 ||
  schema.not !== undefined ||
  schema.condition !== undefined ||
  schema.unevaluatedProperties !== undefined ||
  schema.unevaluatedItems !== undefined;

/** Whether a schema asks for more than a type. */
const isRuled = ({ allowed, string, number, object, array }: Schema) =>
  [allowed, string, number, object, array].some((rules) => rules !== undefined);

/** Only what can be told of a member by itself. */
const isPlain = (rules: ObjectRules) =>
  rules.patterns.length === 0 &&
  rules.names === undefined &&
  rules.dependentRequired === undefined &&
  rules.dependentSchemas === undefined &&
  !rules.anyCase &&
  rules.minProperties === 0 &&
  rules.maxProperties === Number.POSITIVE_INFINITY;

const anyLength = ({ minLength, maxLength }: StringRules) =>
  minLength === 0 && maxLength === Number.POSITIVE_INFINITY;

const prefixAlone = (rules: StringRules) =>
  anyLength(rules) && !rules.format && !rules.likely ? rules.pattern?.prefix : undefined;

const formatAlone = (rules: StringRules) =>
  anyLength(rules) && !rules.pattern && !rules.likely ? rules.format?.testWithin : undefined;

/** Whether [from, to) begins with a text. */
function begins(units: Uint16Array, from: number, to: number, text: string): boolean {
  if (to - from < text.length) return false;
  for (let i = 0; i < text.length; i++) if (units[from + i] !== text.charCodeAt(i)) return false;
  return true;
}

// At the end: it is made with what stands above.
const anything = outlineOf(new Schema(true, ""), 0);
