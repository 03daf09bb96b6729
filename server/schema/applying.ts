/**
 * How schemas are applied to values: each once, though they lead in circles or to one another in many ways, and no more
 * of them than there is room and time for.
 */
import { isContainer, type Node } from "../syntax/node.ts";
import type { Text } from "../syntax/text.ts";
import { circleOf } from "./circles.ts";
import { eachOnce, type Found, markWidth, nothing, Remembering } from "./remembering.ts";
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

/** Of the value at hand: which schemas have been and are being applied to it. */
class AtHand {
  /** How many schemas are being applied to it, and how many were when its findings began. */
  depth = 0;
  begin = 1;
  /** Deeper ones leave out what one at this depth says of the value, or has said: they are not to be remembered. */
  partial = nowhere;
  /** Where its schemas begin among the active and the done ones. */
  readonly activeBase: number;
  doneBase: number;
  /** What branches have found in it, when it is a scalar. */
  tried: Map<Schema, readonly Found[]> | undefined;
  tries = 0;

  constructor(activeBase: number, doneBase: number) {
    this.activeBase = activeBase;
    this.doneBase = doneBase;
  }
}

export abstract class Applying extends Remembering {
  // Schemas may lead in circles, and to one schema by many ways: of those that several lead to, these are known.
  /** Those that are being applied, each with its depth; those for the value at hand are at the end. */
  readonly #active: Schema[] = [];
  readonly #depths: number[] = [];
  /** Those that have been applied: what they found is among the findings. Those for the value at hand are at the end. */
  readonly #done: Schema[] = [];
  #atHand = new AtHand(0, 0);
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
    const around = this.#atHand;
    const doneEnd = this.#done.length;
    this.#atHand = new AtHand(this.#active.length, doneEnd);
    this.apply(schema, node, start);
    this.#done.length = doneEnd;
    this.#atHand = around;
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
    const atHand = this.#atHand;
    if (enters && !this.#enter(schema, atHand.depth + 1, node, start)) return;
    const before = atHand.partial;
    atHand.partial = nowhere;
    const depth = ++atHand.depth;
    this.#level++;
    if (!isContainer(node) || this.#isWithinItsCircle(schema, enters)) this.#checkNow(schema, node, start);
    // Marks of nested subtrees are what a keystroke passes over.
    else if (node.mark !== schema.marks[this.mode]) this.#remembered(schema, node, start);
    this.#level--;
    atHand.depth--;
    // What was left out below this one has been found since.
    const left = atHand.partial < depth ? atHand.partial : nowhere;
    atHand.partial = left < before ? left : before;
    if (enters) this.#leave(schema);
  }

  /** What a schema has to say of the value at hand, kept apart. */
  protected collect(schema: Schema, node: Node, start: number): readonly Found[] {
    if (schema.empty) return nothing;
    const atHand = this.#atHand;
    const isScalar = schema.shared && !isContainer(node);
    const known = isScalar ? atHand.tried?.get(schema) : undefined;
    if (known !== undefined) return known;
    const { begin, doneBase, partial } = atHand;
    const doneEnd = this.#done.length;
    atHand.begin = atHand.depth + 1;
    atHand.doneBase = doneEnd;
    atHand.partial = nowhere;
    const found = eachOnce(this.apart(() => this.apply(schema, node, start)));
    if (isScalar && atHand.partial === nowhere) (atHand.tried ??= new Map()).set(schema, found);
    atHand.begin = begin;
    atHand.doneBase = doneBase;
    this.#done.length = doneEnd;
    if (partial < atHand.partial) atHand.partial = partial;
    return found;
  }

  /** Whether a shared schema is still to be applied to the value at hand. */
  #enter(schema: Schema, depth: number, node: Node, start: number): boolean {
    const atHand = this.#atHand;
    const active = this.#active.lastIndexOf(schema);
    const left =
      active >= atHand.activeBase
        ? (this.#depths[active] as number)
        : this.#done.lastIndexOf(schema) >= atHand.doneBase
          ? atHand.begin
          : nowhere;
    if (left !== nowhere) {
      if (left < atHand.partial) atHand.partial = left;
      return false;
    }
    if (++atHand.tries > triesLimit) {
      this.#giveUp(node, start);
      return false;
    }
    this.#active.push(schema);
    this.#depths.push(depth);
    return true;
  }

  /** Whether one that leads back to it is being applied to the value at hand: what it says depends on that one. */
  #isWithinItsCircle(schema: Schema, isEntered: boolean): boolean {
    const { activeBase } = this.#atHand;
    const end = this.#active.length - (isEntered ? 1 : 0);
    const circle = end > activeBase ? circleOf(schema) : undefined;
    if (circle === undefined) return false;
    for (let i = activeBase; i < end; i++) if (circleOf(this.#active[i] as Schema) === circle) return true;
    return false;
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
    if (this.#atHand.partial < this.#atHand.depth) return;
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
        if (!this.#enter(schema, this.#atHand.depth, node, start)) {
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
