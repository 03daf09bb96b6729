/**
 * How schemas are applied to values: each once, though they lead in circles or to one another in many ways, and no more
 * of them than there is room and time for.
 */
import { isContainer, type Node } from "../syntax/node.ts";
import type { Text } from "../syntax/text.ts";
import { type Found, markWidth, nothing, Remembering } from "./remembering.ts";
import type { Part, Schema } from "./schema.ts";

/** So many values and schemas may lie in one another: the stack has room for no more. */
const levelLimit = 450;
/** Schemas may be tried on one value, */
const triesLimit = 20_000;
/** and on all values together: so many, and so many for each character. */
const workLimit = 5_000_000;
const workPerCharacter = 4;

/** Deeper than any. */
const nowhere = 0x3fffffff;

export abstract class Applying extends Remembering {
  // Schemas may lead in circles, and to one schema by many ways: of those that several lead to, these are known.
  /** Those that are being applied, each with its depth; those for the value at hand are at the end. */
  readonly #active: Schema[] = [];
  readonly #depths: number[] = [];
  #activeBase = 0;
  /** Those that have been applied to the value at hand: what they found is among the findings. */
  readonly #done: Schema[] = [];
  #doneBase = 0;
  /** What branches have found in the value at hand, when it is a scalar. */
  #tried: Map<Schema, readonly Found[]> | undefined;
  #tries = 0;
  /** How many schemas are being applied to the value at hand, and how many were when its findings began. */
  #depth = 0;
  #begin = 1;
  /** Deeper ones leave out what one at this depth says of the value, or has said: they are not to be remembered. */
  #partial = nowhere;
  /** How many schemas are being applied in all. */
  #level = 0;
  #work: number;
  /** Where the work was given up first. */
  unfinished: { readonly start: number; readonly width: number } | undefined;

  constructor(text: Text, options: { placeholders: boolean; limit: number }) {
    super(text, options);
    this.#work = workLimit + text.length * workPerCharacter;
  }

  /** What a schema says by itself. Gives whether anything else matters. */
  protected abstract checkOwn(schema: Schema, node: Node, start: number): boolean;

  /** What a schema says by others, apart from those that apply together with it. */
  protected abstract checkFurther(schema: Schema, node: Node, start: number): void;

  /** A schema for a value. */
  check(schema: Schema, node: Node, start: number): void {
    if (schema.empty) return;
    if (!schema.leadsOn) {
      this.#applyAlone(schema, node, start);
      return;
    }
    const activeBase = this.#activeBase;
    const doneBase = this.#doneBase;
    const doneEnd = this.#done.length;
    const tried = this.#tried;
    const tries = this.#tries;
    const depth = this.#depth;
    const begin = this.#begin;
    const partial = this.#partial;
    this.#activeBase = this.#active.length;
    this.#doneBase = doneEnd;
    this.#tried = undefined;
    this.#tries = 0;
    this.#depth = 0;
    this.#begin = 1;
    this.#partial = nowhere;
    this.apply(schema, node, start);
    this.#activeBase = activeBase;
    this.#doneBase = doneBase;
    this.#done.length = doneEnd;
    this.#tried = tried;
    this.#tries = tries;
    this.#depth = depth;
    this.#begin = begin;
    this.#partial = partial;
  }

  /** A schema that leads to no others for the value: by far the most. */
  #applyAlone(schema: Schema, node: Node, start: number): void {
    if (!isContainer(node)) {
      if (node.kind !== "missing" && node.kind !== "invalid") this.checkOwn(schema, node, start);
      return;
    }
    if (node.mark === schema.marks[this.mode] || this.isEnough) return;
    if (this.#level > levelLimit || this.#work-- <= 0) {
      this.#giveUp(node, start);
      return;
    }
    const worthwhile = this.isWorthRemembering(node);
    if (worthwhile && this.recalled(schema, node, start)) return;
    const before = this.found.length;
    this.#level++;
    this.checkOwn(schema, node, start);
    this.#level--;
    if (worthwhile) this.remember(schema, node, start, before);
    else this.mark(schema, node, before);
  }

  /** What a schema has to say of a value within the one at hand, kept apart. */
  protected collectWithin(schema: Schema, node: Node, start: number): readonly Found[] {
    return this.apart(() => this.check(schema, node, start));
  }

  /** Another schema for the same value. */
  protected apply(schema: Schema, node: Node, start: number): void {
    if (schema.empty || this.isEnough) return;
    if (this.#level > levelLimit || this.#work-- <= 0) {
      this.#giveUp(node, start);
      return;
    }
    // Who has no schemas for the same value leads nowhere again.
    const enters = schema.shared && schema.leadsOn;
    if (enters && !this.#enter(schema, this.#depth + 1, node, start)) return;
    const before = this.#partial;
    this.#partial = nowhere;
    const depth = ++this.#depth;
    this.#level++;
    if (isContainer(node)) {
      // Marks of nested subtrees are what a keystroke passes over.
      if (node.mark !== schema.marks[this.mode]) this.#remembered(schema, node, start);
    } else this.#checkNow(schema, node, start);
    this.#level--;
    this.#depth--;
    // What was left out below this one has been found since.
    const left = this.#partial < depth ? this.#partial : nowhere;
    this.#partial = left < before ? left : before;
    if (enters) this.#leave(schema);
  }

  /** What a schema has to say of the value at hand, kept apart. */
  protected collect(schema: Schema, node: Node, start: number): readonly Found[] {
    if (schema.empty) return nothing;
    const isScalar = schema.shared && !isContainer(node);
    const known = isScalar ? this.#tried?.get(schema) : undefined;
    if (known !== undefined) return known;
    const begin = this.#begin;
    const doneBase = this.#doneBase;
    const doneEnd = this.#done.length;
    const before = this.#partial;
    this.#begin = this.#depth + 1;
    this.#doneBase = doneEnd;
    this.#partial = nowhere;
    const found = this.apart(() => this.apply(schema, node, start));
    if (isScalar && this.#partial === nowhere) (this.#tried ??= new Map()).set(schema, found);
    this.#begin = begin;
    this.#doneBase = doneBase;
    this.#done.length = doneEnd;
    if (before < this.#partial) this.#partial = before;
    return found;
  }

  /** Whether a shared schema is still to be applied to the value at hand. */
  #enter(schema: Schema, depth: number, node: Node, start: number): boolean {
    const at = this.#active.lastIndexOf(schema);
    const left =
      at >= this.#activeBase
        ? (this.#depths[at] as number)
        : this.#done.lastIndexOf(schema) >= this.#doneBase
          ? this.#begin
          : nowhere;
    if (left !== nowhere) {
      if (left < this.#partial) this.#partial = left;
      return false;
    }
    if (++this.#tries > triesLimit) {
      this.#giveUp(node, start);
      return false;
    }
    this.#active.push(schema);
    this.#depths.push(depth);
    return true;
  }

  #leave(schema: Schema): void {
    this.#active.pop();
    this.#depths.pop();
    this.#done.push(schema);
  }

  #giveUp(node: Node, start: number): void {
    this.unfinished ??= { start, width: markWidth(node) };
    this.spent = true;
  }

  #remembered(schema: Schema, node: Node, start: number): void {
    const worthwhile = this.isWorthRemembering(node);
    if (worthwhile && this.recalled(schema, node, start)) return;
    const before = this.found.length;
    this.#checkNow(schema, node, start);
    if (this.#partial < this.#depth) return;
    if (worthwhile) this.remember(schema, node, start, before);
    else this.mark(schema, node, before);
  }

  #checkNow(schema: Schema, node: Node, start: number): void {
    // Nothing or garbage there: the reader has said so.
    if (node.kind === "missing" || node.kind === "invalid") return;
    if (!this.checkOwn(schema, node, start)) return;
    if (schema.all.length > 0) this.#checkParts(schema.conjunction, node, start);
    if (schema.leadsOn) this.checkFurther(schema, node, start);
  }

  /** All that applies together, in a row. */
  #checkParts(parts: readonly Part[], node: Node, start: number): void {
    /** Those that have been entered, and bring those that are checked now. */
    const around: Part[] = [];
    for (let i = 0; i < parts.length; ) {
      const part = parts[i] as Part;
      const { schema, end } = part;
      for (let last = around.at(-1); last !== undefined && last.end <= i; last = around.at(-1)) {
        this.#leave(last.schema);
        around.pop();
      }
      if (schema.shared && schema.leadsOn) {
        if (!this.#enter(schema, this.#depth, node, start)) {
          i = end;
          continue;
        }
        around.push(part);
      }
      const goesOn = schema.empty || this.checkOwn(schema, node, start);
      if (goesOn) this.checkFurther(schema, node, start);
      i = goesOn ? i + 1 : end;
    }
    for (let last = around.pop(); last !== undefined; last = around.pop()) this.#leave(last.schema);
  }
}
