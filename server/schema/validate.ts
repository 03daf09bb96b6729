import {
  childCount,
  childrenOf,
  eachChild,
  extentOf,
  isContainer,
  type Key,
  type Located,
  Node,
  partsOf,
  type Run,
} from "../syntax/node.ts";
import type { Text } from "../syntax/text.ts";
import { rootOf, type Tree } from "../syntax/tree.ts";
import { valueIn } from "../syntax/value.ts";
import { canonical } from "./equal.ts";
import { evaluatedItems, evaluatedProperties } from "./evaluated.ts";
import type { Finding, Severity } from "./finding.ts";
import type { Found } from "./remembering.ts";
import { noteRequired, Seen } from "./required.ts";
import { markWidth } from "./scalars.ts";
import type { ArrayRules, ObjectRules, Part, Schema } from "./schema.ts";
import { suggestion } from "./suggest.ts";
import { bitOf, UnionChecker } from "./unions.ts";
import { counted, mustHave, named } from "./wording.ts";

export interface ValidateOptions {
  /** Whether `{{…}}` in a string stands for a value that is not known yet. */
  readonly placeholders?: boolean;
  /** How grave a property is that the schema does not know. */
  readonly unknownProperty?: Severity;
  /** The value to check, when it is not the whole document. */
  readonly at?: Located;
  /** How many findings are enough. */
  readonly limit?: number;
}

/** Checks a document, or a value of it. What was found for a subtree before is not looked for again. */
export function validate(tree: Tree, schema: Schema, options: ValidateOptions = {}): Finding[] {
  const { placeholders = false, unknownProperty = "warning", at = rootOf(tree) } = options;
  const { limit = Number.POSITIVE_INFINITY } = options;
  const checker = new Checker(tree.text, { placeholders, limit });
  checker.check(schema, at.node, at.start);
  const { unfinished } = checker;
  if (unfinished !== undefined) checker.found.unshift(notAll(unfinished));
  const found = checker.found.length > limit ? checker.found.slice(0, limit) : checker.found;
  return found
    .map((found) => ({
      code: found.code,
      message: found.message,
      start: found.start,
      end: found.end,
      severity: found.severity ?? unknownProperty,
      ...(found.data && { data: found.data }),
    }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** So many values and schemas may lie in one another: the stack has room for no more. */
const levelLimit = 450;
/** Schemas may be tried on one value, */
const triesLimit = 20_000;
/** and on all values together: so many, and so many for each character. */
const workLimit = 5_000_000;
const workPerCharacter = 4;

/** Deeper than any. */
const nowhere = 0x3fffffff;

const notAll = ({ start, width }: { start: number; width: number }): Found => ({
  code: "too-large",
  message: "Not all of this is checked: its schema asks for too much work",
  start,
  end: start + width,
  severity: "warning",
  data: undefined,
});

class Checker extends UnionChecker {
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
      if (node.kind !== "missing" && node.kind !== "invalid") this.#checkOwn(schema, node, start);
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
    this.#checkOwn(schema, node, start);
    this.#level--;
    if (worthwhile) this.remember(schema, node, start, before);
    else this.mark(schema, node, before);
  }

  /** What a schema has to say of a value within the one at hand. */
  #collectWithin(schema: Schema, node: Node, start: number): readonly Found[] {
    const kept = this.found;
    this.found = [];
    this.trials++;
    this.check(schema, node, start);
    this.trials--;
    const found = this.found;
    this.found = kept;
    return found;
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

  protected override collect(schema: Schema, node: Node, start: number): readonly Found[] {
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
    const found = super.collect(schema, node, start);
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
    if (!this.#checkOwn(schema, node, start)) return;
    if (schema.all.length > 0) this.#checkParts(schema.conjunction, node, start);
    if (schema.leadsOn) this.#checkFurther(schema, node, start);
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
      const goesOn = schema.empty || this.#checkOwn(schema, node, start);
      if (goesOn) this.#checkFurther(schema, node, start);
      i = goesOn ? i + 1 : end;
    }
    for (let last = around.pop(); last !== undefined; last = around.pop()) this.#leave(last.schema);
  }

  /** What a schema says by itself. Gives whether anything else matters. */
  #checkOwn(schema: Schema, node: Node, start: number): boolean {
    if (schema.never) {
      this.add("value-not-allowed", "No value is allowed here", start, markWidth(node));
      return false;
    }
    const kind = node.kind;
    if (schema.nullable && kind === "null") return false;
    const bit = bitOf(node);
    if ((schema.types & bit) === 0) {
      if (!this.standsForScalar(node, start, schema.types)) this.wrongType(schema.types, node, start);
      return false;
    }
    if (schema.allowed !== undefined && !this.allows(schema, schema.allowed, node, start)) return false;
    switch (kind) {
      case "object":
        if (schema.object !== undefined) this.#checkObject(schema, schema.object, node, start);
        break;
      case "array":
        if (schema.array !== undefined) this.#checkArray(schema.array, node, start);
        break;
      case "string":
        if (schema.string !== undefined) this.checkString(schema.string, node, start);
        break;
      case "number":
        if (schema.number !== undefined) this.checkNumber(schema.number, node, start);
        break;
      default:
    }
    return true;
  }

  /** What a schema says by others, apart from those that apply together with it. */
  #checkFurther(schema: Schema, node: Node, start: number): void {
    for (const union of schema.unions) this.checkUnion(schema, union, node, start);
    if (schema.not !== undefined && !this.holdsPlaceholder(node, start)) {
      if (this.collect(schema.not, node, start).length === 0) {
        this.add("value-not-allowed", "This value is not allowed here", start, markWidth(node));
      }
    }
    if (schema.condition !== undefined) {
      const met = this.collect(schema.condition.if, node, start).length === 0;
      const further = met ? schema.condition.then : schema.condition.else;
      if (further !== undefined) this.apply(further, node, start);
    }
    if (node.kind === "object" && schema.unevaluatedProperties !== undefined) {
      this.#checkUnevaluatedProperties(schema, schema.unevaluatedProperties, node, start);
    }
    if (node.kind === "array" && schema.unevaluatedItems !== undefined) {
      this.#checkUnevaluatedItems(schema, schema.unevaluatedItems, node, start);
    }
  }

  // ── objects ──

  #checkObject(schema: Schema, rules: ObjectRules, node: Node, start: number): void {
    const seen = new Seen(rules.required.length);
    const parts = partsOf(node);
    this.#checkMembers(schema, rules, parts, start + 1, seen);
    // What is remembered of members does not tell their names.
    if (!seen.complete && parts[0]?.kind === "run") noteRequired(rules, parts, seen);
    if (!seen.complete) {
      for (let i = 0; i < rules.required.length; i++) {
        if (!seen.has(i)) this.missing(rules.required[i] as string, start);
      }
    }
    if (rules.minProperties > 0 || rules.maxProperties !== Number.POSITIVE_INFINITY) {
      this.#checkCount(
        namesIn(node).size,
        rules.minProperties,
        rules.maxProperties,
        "property",
        "properties",
        node,
        start,
      );
    }
    if (rules.dependentRequired !== undefined) {
      const names = namesIn(node);
      const reported = new Set(rules.required);
      for (const [name, others] of rules.dependentRequired) {
        if (!names.has(name)) continue;
        for (const other of others) {
          if (names.has(other) || reported.has(other)) continue;
          reported.add(other);
          const message = `Missing property ${named(other)}, which ${named(name)} needs beside it`;
          this.add("missing-property", message, start, 1, { property: other });
        }
      }
    }
    if (rules.dependentSchemas !== undefined) {
      const names = namesIn(node);
      for (const [name, further] of rules.dependentSchemas)
        if (names.has(name)) this.apply(further, node, start);
    }
  }

  #checkMembers(
    schema: Schema,
    rules: ObjectRules,
    parts: readonly (Node | Run)[],
    from: number,
    seen: Seen,
  ): void {
    for (const part of parts) {
      if (part.kind === "run") {
        if (part.mark !== schema.marks[this.mode] && !this.recalled(schema, part, from)) {
          const before = this.found.length;
          this.#checkMembers(schema, rules, part.content, from, seen);
          this.remember(schema, part, from, before);
        }
      } else if (part.key !== undefined) this.#checkMember(schema, rules, part, part.key, from, seen);
      from += extentOf(part);
    }
  }

  #checkMember(schema: Schema, rules: ObjectRules, node: Node, key: Key, from: number, seen: Seen): void {
    const property = rules.properties.get(key.name);
    const start = from + node.inset;
    let known = false;
    if (property !== undefined) {
      if (property.required >= 0) seen.add(property.required);
      if (property.schema !== undefined) {
        known = true;
        if (property.schema.never)
          this.#unknown(schema, rules.propertyNames, key.name, from + node.lead, key.width);
        else this.check(property.schema, node, start);
      }
    }
    for (const { pattern, schema: further } of rules.patterns) {
      if (!pattern.test(key.name)) continue;
      known = true;
      if (further.never) this.#unknown(schema, rules.propertyNames, key.name, from + node.lead, key.width);
      else this.check(further, node, start);
    }
    if (!known && rules.additional !== undefined) {
      if (rules.additional.never)
        this.#unknown(schema, rules.propertyNames, key.name, from + node.lead, key.width);
      else this.check(rules.additional, node, start);
    }
    if (rules.names !== undefined) this.#checkName(rules.names, key, from + node.lead);
  }

  #unknown(schema: Schema, known: readonly string[], name: string, start: number, width: number): void {
    if (this.isEnough) return;
    const near = suggestion(name, known);
    const title = schema.keyword("title");
    const where = typeof title === "string" ? ` of ${title}` : "";
    const hint = near === undefined ? "" : `. Did you mean ${named(near)}?`;
    this.found.push({
      code: "unknown-property",
      message: `${named(name)} is not a documented property${where}${hint}`,
      start,
      end: start + width,
      severity: undefined,
      data: near === undefined ? { property: name } : { property: name, suggestion: near },
    });
  }

  /** A name is a string too: it is checked as one that stands where the name stands. */
  #checkName(schema: Schema, key: Key, start: number): void {
    if (key.width < 2 || this.text.slice(start, start + 1) !== '"') return;
    const flags = key.width === key.name.length + 2 ? 0 : 2;
    const node = new Node("string", 0, 0, key.width, undefined, flags, undefined, undefined);
    for (const found of this.#collectWithin(schema, node, start)) {
      if (found.code === "value-not-allowed") {
        const { severity: _, ...rest } = found;
        this.found.push({
          ...rest,
          code: "unknown-property",
          severity: undefined,
          data: { ...found.data, property: key.name },
        });
      } else this.found.push(found);
    }
  }

  #checkCount(
    count: number,
    least: number,
    most: number,
    noun: string,
    plural: string,
    node: Node,
    start: number,
  ): void {
    if (count >= least && count <= most) return;
    const limit =
      count < least ? `at least ${counted(least, noun, plural)}` : `at most ${counted(most, noun, plural)}`;
    this.add("out-of-range", `${mustHave(node, limit)}, found ${count}`, start, 1);
  }

  // ── arrays ──

  #checkArray(rules: ArrayRules, node: Node, start: number): void {
    const { prefix, items } = rules;
    if (prefix.length > 0 || (items !== undefined && !items.empty)) {
      this.#checkItems(rules, partsOf(node), start + 1, 0);
    }
    if (rules.minItems > 0 || rules.maxItems !== Number.POSITIVE_INFINITY) {
      this.#checkCount(childCount(node), rules.minItems, rules.maxItems, "item", "items", node, start);
    }
    if (rules.unique) this.#checkUnique(node, start);
    if (rules.contains !== undefined) this.#checkContains(rules, rules.contains, node, start);
  }

  /** Gives the index after the last item. */
  #checkItems(rules: ArrayRules, parts: readonly (Node | Run)[], from: number, index: number): number {
    const { prefix, items } = rules;
    for (const part of parts) {
      if (part.kind === "run") {
        if (index >= prefix.length && items !== undefined) {
          if (part.mark !== items.marks[this.mode] && !this.recalled(items, part, from)) {
            const before = this.found.length;
            this.#checkItems(rules, part.content, from, index);
            this.remember(items, part, from, before);
          }
          index += part.size;
        } else index = this.#checkItems(rules, part.content, from, index);
      } else {
        const schema = index < prefix.length ? prefix[index] : items;
        if (schema !== undefined) {
          if (schema.never && index >= prefix.length) {
            const message = `Expected at most ${counted(prefix.length, "item")}`;
            this.add("out-of-range", message, from + part.inset, markWidth(part));
          } else this.check(schema, part, from + part.inset);
        }
        index++;
      }
      from += extentOf(part);
    }
    return index;
  }

  #checkUnique(node: Node, start: number): void {
    const seen = new Set<string>();
    eachChild({ node, start }, (child) => {
      if (child.node.kind === "missing" || child.node.kind === "invalid") return;
      if (this.holdsPlaceholder(child.node, child.start)) return;
      const value = canonical(valueIn(this.text, child));
      if (seen.has(value)) {
        this.add("out-of-range", "This item occurs twice in the list", child.start, markWidth(child.node));
      }
      seen.add(value);
    });
  }

  #checkContains(rules: ArrayRules, contains: Schema, node: Node, start: number): void {
    let count = 0;
    eachChild({ node, start }, (child) => {
      if (this.#collectWithin(contains, child.node, child.start).length === 0) count++;
    });
    if (count >= rules.minContains && count <= rules.maxContains) return;
    const limit =
      count < rules.minContains
        ? `at least ${counted(rules.minContains, "item")}`
        : `at most ${counted(rules.maxContains, "item")}`;
    this.add("out-of-range", `${mustHave(node, limit)} of the kind described, found ${count}`, start, 1);
  }

  // ── what no other keyword has looked at ──

  #checkUnevaluatedProperties(schema: Schema, rest: Schema, node: Node, start: number): void {
    const accepts = (part: Schema) => this.collect(part, node, start).length === 0;
    const evaluated = evaluatedProperties(schema, namesIn(node), accepts);
    const known = [...evaluated];
    eachChild({ node, start }, ({ key, keyStart, node: value, start: valueStart }) => {
      if (key === undefined || evaluated.has(key.name)) return;
      if (rest.never) this.#unknown(schema, known, key.name, keyStart, key.width);
      else this.check(rest, value, valueStart);
    });
  }

  #checkUnevaluatedItems(schema: Schema, rest: Schema, node: Node, start: number): void {
    const items = childrenOf({ node, start });
    const accepts = (part: Schema) => this.collect(part, node, start).length === 0;
    const acceptsItem = (part: Schema, index: number) => {
      const item = items[index];
      return item !== undefined && this.#collectWithin(part, item.node, item.start).length === 0;
    };
    const evaluated = evaluatedItems(schema, items.length, accepts, acceptsItem);
    for (const item of items) {
      if (evaluated.has(item.index)) continue;
      if (rest.never)
        this.add("out-of-range", "No further item is allowed here", item.start, markWidth(item.node));
      else this.check(rest, item.node, item.start);
    }
  }
}

function namesIn(node: Node): Set<string> {
  const names = new Set<string>();
  eachChild({ node, start: 0 }, ({ key }) => {
    if (key !== undefined) names.add(key.name);
  });
  return names;
}
