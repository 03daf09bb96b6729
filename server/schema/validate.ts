import {
  childCount,
  childrenOf,
  eachChild,
  extentOf,
  isContainer,
  type Key,
  type Located,
  memberNamed,
  Node,
  partsOf,
  type Run,
} from "../syntax/node.ts";
import type { Text } from "../syntax/text.ts";
import { rootOf, type Tree } from "../syntax/tree.ts";
import { stringIn, valueIn } from "../syntax/value.ts";
import { canonical, deepEqual } from "./equal.ts";
import { evaluatedItems, evaluatedProperties } from "./evaluated.ts";
import {
  type DiagnosticCode,
  type Finding,
  type FindingData,
  isDiagnosticCode,
  type Severity,
} from "./finding.ts";
import { codePoints, isMultiple } from "./measures.ts";
import { noteRequired, Seen } from "./required.ts";
import {
  type Allowed,
  type ArrayRules,
  type NumberRules,
  type ObjectRules,
  scalarTypes,
  type Schema,
  type StringRules,
  typeBit,
  typeNames,
  type Union,
} from "./schema.ts";
import { suggestion } from "./suggest.ts";
import { counted, listed, shown, wordsOfKind, wordsOfTypes } from "./wording.ts";

export interface ValidateOptions {
  /** Whether `{{…}}` in a string stands for a value that is not known yet. */
  readonly placeholders?: boolean;
  /** How grave a property is that the schema does not know. */
  readonly unknownProperty?: Severity;
  /** The value to check, when it is not the whole document. */
  readonly at?: Located;
}

/** Checks a document, or a value of it. What was found for a subtree before is not looked for again. */
export function validate(tree: Tree, schema: Schema, options: ValidateOptions = {}): Finding[] {
  const { placeholders = false, unknownProperty = "warning", at = rootOf(tree) } = options;
  const checker = new Checker(tree.text, placeholders);
  checker.check(schema, at.node, at.start);
  return checker.found
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

/** A finding on its way. Without a severity it is an unknown property. */
interface Found {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly severity: Severity | undefined;
  readonly data: FindingData | undefined;
}

/** What a schema said of a subtree: findings relative to it, and what it said to other schemas. */
interface Memory {
  readonly schema: Schema;
  readonly found: readonly Found[];
  readonly next: Memory | undefined;
}

const nothing: readonly Found[] = [];

/** With and without placeholders a subtree is judged differently. */
const memories = [new WeakMap<Node | Run, Memory>(), new WeakMap<Node | Run, Memory>()] as const;

/** Shorter containers are quicker checked again than remembered. */
const worthRemembering = 2048;

/** A schema may refer to itself for the same value; an imported one may do so without end. */
const chainLimit = 64;
const levelLimit = 1500;

const placeholder = /\{\{[^{}]*\}\}/;
const wholePlaceholder = /^\{\{[^{}]*\}\}$/;

class Checker {
  found: Found[] = [];
  readonly #text: Text;
  readonly #placeholders: boolean;
  readonly #mode: 0 | 1;
  readonly #memory: WeakMap<Node | Run, Memory>;
  /** How many branches are being tried. */
  #trials = 0;
  /** How many schemas have been applied to the value at hand, and in all. */
  #chain = 0;
  #level = 0;

  constructor(text: Text, placeholders: boolean) {
    this.#text = text;
    this.#placeholders = placeholders;
    this.#mode = placeholders ? 1 : 0;
    this.#memory = memories[this.#mode];
  }

  /** A schema for a value. */
  check(schema: Schema, node: Node, start: number): void {
    if (schema.empty) return;
    const chain = this.#chain;
    this.#chain = 0;
    this.#apply(schema, node, start);
    this.#chain = chain;
  }

  /** Another schema for the same value. */
  #apply(schema: Schema, node: Node, start: number): void {
    if (schema.empty || this.#chain > chainLimit || this.#level > levelLimit) return;
    this.#chain++;
    this.#level++;
    if (isContainer(node)) {
      // Marks of nested subtrees are what a keystroke passes over.
      if (node.mark !== schema.marks[this.#mode]) this.#remembered(schema, node, start);
    } else this.#checkNow(schema, node, start);
    this.#chain--;
    this.#level--;
  }

  #remembered(schema: Schema, node: Node, start: number): void {
    // What is tried repeatedly is remembered whatever its length.
    const worthwhile = node.width > worthRemembering || this.#trials > 0;
    if (worthwhile && this.#recalled(schema, node, start)) return;
    const before = this.found.length;
    this.#checkNow(schema, node, start);
    this.#remember(schema, node, start, before, worthwhile);
  }

  #recalled(schema: Schema, subtree: Node | Run, start: number): boolean {
    for (let memory = this.#memory.get(subtree); memory !== undefined; memory = memory.next) {
      if (memory.schema !== schema) continue;
      for (const found of memory.found) this.found.push(shifted(found, start));
      return true;
    }
    return false;
  }

  /** Keeps what was found since `before`: nothing as a mark, findings where looking again would cost more. */
  #remember(schema: Schema, subtree: Node | Run, start: number, before: number, worthwhile: boolean): void {
    const clean = this.found.length === before;
    if (clean) subtree.mark = schema.marks[this.#mode];
    if (!worthwhile || (clean && this.#trials === 0)) return;
    const found = clean ? nothing : this.found.slice(before).map((one) => shifted(one, -start));
    this.#memory.set(subtree, { schema, found, next: this.#memory.get(subtree) });
  }

  /** What a schema has to say, kept apart. */
  #collect(schema: Schema, node: Node, start: number): readonly Found[] {
    if (schema.empty) return nothing;
    const kept = this.found;
    this.found = [];
    this.#trials++;
    this.#apply(schema, node, start);
    this.#trials--;
    const found = this.found;
    this.found = kept;
    return found;
  }

  #add(
    code: DiagnosticCode,
    message: string,
    start: number,
    width: number,
    data?: FindingData,
    severity: Severity | undefined = "error",
  ): void {
    this.found.push({ code, message, start, end: start + width, severity, data });
  }

  #checkNow(schema: Schema, node: Node, start: number): void {
    const kind = node.kind;
    // Nothing or garbage there: the reader has said so.
    if (kind === "missing" || kind === "invalid") return;
    if (schema.never) {
      this.#add("value-not-allowed", "No value is allowed here", start, markWidth(node));
      return;
    }
    if (schema.nullable && kind === "null") return;
    const bit = bitOf(node);
    if ((schema.types & bit) === 0) {
      if (!this.#standsForScalar(node, start, schema.types)) this.#wrongType(schema.types, node, start);
      return;
    }
    if (schema.allowed !== undefined && !this.#allows(schema, schema.allowed, node, start)) return;
    switch (kind) {
      case "object":
        if (schema.object !== undefined) this.#checkObject(schema, schema.object, node, start);
        break;
      case "array":
        if (schema.array !== undefined) this.#checkArray(schema.array, node, start);
        break;
      case "string":
        if (schema.string !== undefined) this.#checkString(schema.string, node, start);
        break;
      case "number":
        if (schema.number !== undefined) this.#checkNumber(schema.number, node, start);
        break;
      case "boolean":
      case "null":
        break;
    }
    for (const part of schema.all) this.#apply(part, node, start);
    for (const union of schema.unions) this.#checkUnion(schema, union, node, start);
    if (schema.not !== undefined && !this.#holdsPlaceholder(node, start)) {
      if (this.#collect(schema.not, node, start).length === 0) {
        this.#add("value-not-allowed", "This value is not allowed here", start, markWidth(node));
      }
    }
    if (schema.condition !== undefined) {
      const met = this.#collect(schema.condition.if, node, start).length === 0;
      const further = met ? schema.condition.then : schema.condition.else;
      if (further !== undefined) this.#apply(further, node, start);
    }
    if (kind === "object" && schema.unevaluatedProperties !== undefined) {
      this.#checkUnevaluatedProperties(schema, schema.unevaluatedProperties, node, start);
    }
    if (kind === "array" && schema.unevaluatedItems !== undefined) {
      this.#checkUnevaluatedItems(schema, schema.unevaluatedItems, node, start);
    }
  }

  // ── placeholders ──

  #holdsPlaceholder(node: Node, start: number): boolean {
    return (
      this.#placeholders && node.kind === "string" && placeholder.test(stringIn(this.#text, { node, start }))
    );
  }

  /** A string that is one placeholder can stand where another scalar is expected. */
  #standsForScalar(node: Node, start: number, types: number): boolean {
    if (!this.#placeholders || node.kind !== "string" || (types & scalarTypes) === 0) return false;
    return wholePlaceholder.test(stringIn(this.#text, { node, start }));
  }

  // ── values ──

  #wrongType(types: number, node: Node, start: number): void {
    const expected = wordsOfTypes(types);
    const fraction = node.kind === "number" && (types & typeBit.integer) !== 0;
    const found = fraction ? String(node.content) : wordsOfKind(node.kind);
    const data = { types: typeNames(types) };
    this.#add("wrong-type", `Expected ${expected}, found ${found}`, start, markWidth(node), data);
  }

  #allows(schema: Schema, allowed: Allowed, node: Node, start: number): boolean {
    let value: unknown;
    if (isContainer(node)) {
      value = allowed.others.length > 0 ? valueIn(this.#text, { node, start }) : undefined;
      if (value !== undefined && allowed.others.some((other) => deepEqual(other, value))) return true;
    } else {
      value = node.kind === "string" ? stringIn(this.#text, { node, start }) : node.content;
      if (allowed.scalars.has(value)) return true;
      if (this.#placeholders && typeof value === "string" && placeholder.test(value)) return true;
    }
    this.#notAllowed(schema, allowed.values, value, node, start);
    return false;
  }

  #notAllowed(schema: Schema, allowed: readonly unknown[], value: unknown, node: Node, start: number): void {
    const code = schema.keyword("x-code");
    const severity = schema.keyword("x-severity");
    this.#add(
      isDiagnosticCode(code) ? code : "value-not-allowed",
      ...notAllowedWords(allowed, value, start, markWidth(node)),
      isSeverity(severity) ? severity : "error",
    );
  }

  #checkNumber(rules: NumberRules, node: Node, start: number): void {
    const value = node.content as number;
    const expected =
      rules.minimum !== undefined && value < rules.minimum
        ? `at least ${rules.minimum}`
        : rules.maximum !== undefined && value > rules.maximum
          ? `at most ${rules.maximum}`
          : rules.exclusiveMinimum !== undefined && value <= rules.exclusiveMinimum
            ? `more than ${rules.exclusiveMinimum}`
            : rules.exclusiveMaximum !== undefined && value >= rules.exclusiveMaximum
              ? `less than ${rules.exclusiveMaximum}`
              : rules.multipleOf !== undefined && !isMultiple(value, rules.multipleOf)
                ? `a multiple of ${rules.multipleOf}`
                : undefined;
    if (expected !== undefined)
      this.#add("out-of-range", `Expected ${expected}, found ${value}`, start, node.width);
  }

  #checkString(rules: StringRules, node: Node, start: number): void {
    const prefix = rules.pattern?.prefix;
    if (prefix !== undefined && node.flags === 0 && rules.maxLength === Number.POSITIVE_INFINITY) {
      // Identifiers are by far the commonest pattern: only their begin is looked at.
      if (rules.minLength === 0 && !rules.format && this.#begins(node, start, prefix)) return;
    }
    const value = stringIn(this.#text, { node, start });
    if (this.#placeholders && placeholder.test(value)) return;
    const { minLength, maxLength } = rules;
    if (value.length < minLength * 2 || value.length > maxLength) {
      const length = codePoints(value);
      if (length < minLength || length > maxLength) {
        const limit =
          length < minLength
            ? `at least ${counted(minLength, "character")}`
            : `at most ${counted(maxLength, "character")}`;
        this.#add("out-of-range", `Expected ${limit}, found ${length}`, start, node.width);
      }
    }
    const { format, pattern } = rules;
    if (format !== undefined && !format.test(value)) {
      const message = `Expected ${format.expected}, found ${shown(value)}`;
      this.#add("bad-format", message, start, node.width, { format: format.name });
    } else if (pattern !== undefined && !pattern.test(value)) this.#badPattern(rules, value, node, start);
  }

  #begins(node: Node, start: number, prefix: string): boolean {
    return (
      node.width >= prefix.length + 2 && this.#text.slice(start + 1, start + 1 + prefix.length) === prefix
    );
  }

  #badPattern(rules: StringRules, value: string, node: Node, start: number): void {
    const { format, pattern, prefix } = rules;
    if (prefix !== undefined) {
      const found = /^[a-z]+_/i.exec(value)?.[0];
      const words = found === undefined ? `found ${shown(value)}` : `found the prefix ${found}`;
      this.#add(
        "id-prefix",
        `Expected an id with the prefix ${prefix}, ${words}`,
        start,
        node.width,
        { prefix },
        "warning",
      );
    } else if (format !== undefined) {
      const expected =
        format.name === "date-time"
          ? "a timestamp in UTC, ending in Z, like 2026-01-31T09:00:00Z"
          : format.expected;
      const message = `Expected ${expected}, found ${shown(value)}`;
      this.#add("bad-format", message, start, node.width, { format: format.name });
    } else {
      const message = `Expected text that matches ${pattern?.source ?? ""}, found ${shown(value)}`;
      this.#add("bad-format", message, start, node.width);
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
        if (!seen.has(i)) this.#missing(rules.required[i] as string, start);
      }
    }
    if (rules.minProperties > 0 || rules.maxProperties !== Number.POSITIVE_INFINITY) {
      this.#checkCount(
        namesIn(node).size,
        rules.minProperties,
        rules.maxProperties,
        "property",
        "properties",
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
          const message = `Missing property ${shown(other)}, which ${shown(name)} needs beside it`;
          this.#add("missing-property", message, start, 1, { property: other });
        }
      }
    }
    if (rules.dependentSchemas !== undefined) {
      const names = namesIn(node);
      for (const [name, further] of rules.dependentSchemas)
        if (names.has(name)) this.#apply(further, node, start);
    }
  }

  #missing(property: string, start: number): void {
    this.#add("missing-property", `Missing property ${shown(property)}`, start, 1, { property });
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
        if (part.mark !== schema.marks[this.#mode] && !this.#recalled(schema, part, from)) {
          const before = this.found.length;
          this.#checkMembers(schema, rules, part.content, from, seen);
          this.#remember(schema, part, from, before, true);
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
          this.#unknown(schema, rules.properties.keys(), key.name, from + node.lead, key.width);
        else this.check(property.schema, node, start);
      }
    }
    for (const { pattern, schema: further } of rules.patterns) {
      if (!pattern.test(key.name)) continue;
      known = true;
      if (further.never)
        this.#unknown(schema, rules.properties.keys(), key.name, from + node.lead, key.width);
      else this.check(further, node, start);
    }
    if (!known && rules.additional !== undefined) {
      if (rules.additional.never)
        this.#unknown(schema, rules.properties.keys(), key.name, from + node.lead, key.width);
      else this.check(rules.additional, node, start);
    }
    if (rules.names !== undefined) this.#checkName(rules.names, key, from + node.lead);
  }

  #unknown(schema: Schema, known: Iterable<string>, name: string, start: number, width: number): void {
    const near = suggestion(name, known);
    const title = schema.keyword("title");
    const where = typeof title === "string" ? ` of ${title}` : "";
    const hint = near === undefined ? "" : `. Did you mean ${shown(near)}?`;
    this.found.push({
      code: "unknown-property",
      message: `${shown(name)} is not a documented property${where}${hint}`,
      start,
      end: start + width,
      severity: undefined,
      data: near === undefined ? { property: name } : { property: name, suggestion: near },
    });
  }

  /** A name is a string too: it is checked as one that stands where the name stands. */
  #checkName(schema: Schema, key: Key, start: number): void {
    if (key.width < 2 || this.#text.slice(start, start + 1) !== '"') return;
    const flags = key.width === key.name.length + 2 ? 0 : 2;
    const node = new Node("string", 0, 0, key.width, undefined, flags, undefined, undefined);
    for (const found of this.#collect(schema, node, start)) {
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

  #checkCount(count: number, least: number, most: number, noun: string, plural: string, start: number): void {
    if (count >= least && count <= most) return;
    const limit =
      count < least ? `at least ${counted(least, noun, plural)}` : `at most ${counted(most, noun, plural)}`;
    this.#add("out-of-range", `Expected ${limit}, found ${count}`, start, 1);
  }

  // ── arrays ──

  #checkArray(rules: ArrayRules, node: Node, start: number): void {
    const { prefix, items } = rules;
    if (prefix.length > 0 || (items !== undefined && !items.empty)) {
      this.#checkItems(rules, partsOf(node), start + 1, 0);
    }
    if (rules.minItems > 0 || rules.maxItems !== Number.POSITIVE_INFINITY) {
      this.#checkCount(childCount(node), rules.minItems, rules.maxItems, "item", "items", start);
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
          if (part.mark !== items.marks[this.#mode] && !this.#recalled(items, part, from)) {
            const before = this.found.length;
            this.#checkItems(rules, part.content, from, index);
            this.#remember(items, part, from, before, true);
          }
          index += part.size;
        } else index = this.#checkItems(rules, part.content, from, index);
      } else {
        const schema = index < prefix.length ? prefix[index] : items;
        if (schema !== undefined) {
          if (schema.never && index >= prefix.length) {
            const message = `Expected at most ${counted(prefix.length, "item")}`;
            this.#add("out-of-range", message, from + part.inset, markWidth(part));
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
      if (this.#holdsPlaceholder(child.node, child.start)) return;
      const value = canonical(valueIn(this.#text, child));
      if (seen.has(value)) {
        this.#add("out-of-range", "This item occurs twice in the list", child.start, markWidth(child.node));
      }
      seen.add(value);
    });
  }

  #checkContains(rules: ArrayRules, contains: Schema, node: Node, start: number): void {
    let count = 0;
    eachChild({ node, start }, (child) => {
      const chain = this.#chain;
      this.#chain = 0;
      if (this.#collect(contains, child.node, child.start).length === 0) count++;
      this.#chain = chain;
    });
    if (count >= rules.minContains && count <= rules.maxContains) return;
    const limit =
      count < rules.minContains
        ? `at least ${counted(rules.minContains, "item")}`
        : `at most ${counted(rules.maxContains, "item")}`;
    this.#add("out-of-range", `Expected ${limit} of the kind described, found ${count}`, start, 1);
  }

  // ── what no other keyword has looked at ──

  #checkUnevaluatedProperties(schema: Schema, rest: Schema, node: Node, start: number): void {
    const accepts = (part: Schema) => this.#collect(part, node, start).length === 0;
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
    const accepts = (part: Schema) => this.#collect(part, node, start).length === 0;
    const acceptsItem = (part: Schema, index: number) => {
      const item = items[index];
      return item !== undefined && this.#collect(part, item.node, item.start).length === 0;
    };
    const evaluated = evaluatedItems(schema, items.length, accepts, acceptsItem);
    for (const item of items) {
      if (evaluated.has(item.index)) continue;
      if (rest.never)
        this.#add("out-of-range", "No further item is allowed here", item.start, markWidth(item.node));
      else this.check(rest, item.node, item.start);
    }
  }

  // ── unions ──

  #checkUnion(schema: Schema, union: Union, node: Node, start: number): void {
    const bit = bitOf(node);
    const { branches, types } = union;
    if (union.dispatch !== undefined && bit === typeBit.object) {
      const branch = this.#dispatched(schema, union, node, start);
      if (branch !== undefined) this.#apply(branch, node, start);
      return;
    }
    let only: Schema | undefined;
    let fitting = 0;
    for (let i = 0; i < branches.length; i++) {
      if (((types[i] as number) & bit) === 0) continue;
      only = branches[i];
      fitting++;
    }
    if (fitting === 1 && only !== undefined) {
      // A branch for other scalars would take a placeholder too.
      this.#apply(only, node, start);
      return;
    }
    if (fitting === 0) {
      const all = types.reduce((sum, mask) => sum | mask, 0);
      if (!this.#standsForScalar(node, start, all)) this.#wrongUnionType(schema, union, all, node, start);
      return;
    }
    this.#tryBranches(schema, union, bit, node, start);
  }

  /** No branch takes this type; when all are constants, those are what the reader wants to know. */
  #wrongUnionType(schema: Schema, union: Union, types: number, node: Node, start: number): void {
    const allowed = union.branches.flatMap((branch) => branch.allowed?.values ?? []);
    const constant = union.branches.every((branch) => branch.allowed !== undefined);
    if (constant) {
      const value = isContainer(node) ? undefined : valueIn(this.#text, { node, start });
      this.#notAllowed(schema, allowed, value, node, start);
    } else this.#wrongType(types, node, start);
  }

  /** The branch that the discriminating property names. Without one the reason is reported. */
  #dispatched(schema: Schema, union: Union, node: Node, start: number): Schema | undefined {
    const { property, branches } = union.dispatch as NonNullable<Union["dispatch"]>;
    const member = memberNamed({ node, start }, property);
    if (member === undefined) {
      this.#missing(property, start);
      return undefined;
    }
    const { kind } = member.node;
    if (kind === "missing" || kind === "invalid") return undefined;
    const value = isContainer(member.node) ? undefined : valueIn(this.#text, member);
    const branch = value === undefined ? undefined : branches.get(value);
    if (branch !== undefined) return branch;
    if (this.#placeholders && typeof value === "string" && placeholder.test(value)) return undefined;
    const values = [...branches.keys()];
    if (value === undefined || !values.some((known) => typeof known === typeof value)) {
      let types = 0;
      for (const known of values)
        types |=
          typeof known === "string"
            ? typeBit.string
            : typeof known === "boolean"
              ? typeBit.boolean
              : known === null
                ? typeBit.null
                : typeBit.integer;
      this.#wrongType(types, member.node, member.start);
    } else this.#notAllowed(schema, values, value, member.node, member.start);
    return undefined;
  }

  #tryBranches(schema: Schema, union: Union, bit: number, node: Node, start: number): void {
    let best: readonly Found[] | undefined;
    let matched = 0;
    let allowed: unknown[] | undefined = [];
    for (let i = 0; i < union.branches.length; i++) {
      if (((union.types[i] as number) & bit) === 0) continue;
      const branch = union.branches[i] as Schema;
      const found = this.#collect(branch, node, start);
      if (found.length === 0) {
        if (!union.exactlyOne) return;
        matched++;
      }
      if (best === undefined || graver(best, found)) best = found;
      if (branch.allowed === undefined || branch.keyword("x-code") !== undefined) allowed = undefined;
      else allowed?.push(...branch.allowed.values);
    }
    if (matched === 1) return;
    if (matched > 1) {
      if (this.#holdsPlaceholder(node, start)) return;
      const message = `This fits ${matched} of the alternatives, expected exactly one`;
      this.#add("value-not-allowed", message, start, markWidth(node));
    } else if (allowed !== undefined && !isContainer(node)) {
      this.#notAllowed(schema, allowed, valueIn(this.#text, { node, start }), node, start);
    } else if (best !== undefined) for (const found of best) this.found.push(found);
  }
}

function shifted(found: Found, by: number): Found {
  return { ...found, start: found.start + by, end: found.end + by };
}

const isSeverity = (value: unknown): value is Severity =>
  value === "error" || value === "warning" || value === "information" || value === "hint";

function bitOf(node: Node): number {
  switch (node.kind) {
    case "object":
      return typeBit.object;
    case "array":
      return typeBit.array;
    case "string":
      return typeBit.string;
    case "number":
      return Number.isInteger(node.content) ? typeBit.integer : typeBit.number;
    case "boolean":
      return typeBit.boolean;
    case "null":
      return typeBit.null;
    default:
      return 0;
  }
}

/** A scalar is marked whole; of a container the opening bracket, else whole pages turn red. */
const markWidth = (node: Node) => (isContainer(node) ? 1 : node.width);

/** Whether another branch is nearer to what is there: of equals the first is meant. */
const graver = (best: readonly Found[], found: readonly Found[]) => found.length < best.length;

function notAllowedWords(
  allowed: readonly unknown[],
  value: unknown,
  start: number,
  width: number,
): [message: string, start: number, width: number, data: FindingData] {
  const texts = allowed.filter((item): item is string => typeof item === "string");
  const near = typeof value === "string" ? suggestion(value, texts) : undefined;
  const found = value === undefined ? "" : `, found ${shown(value)}`;
  const hint = near === undefined ? "" : `. Did you mean ${shown(near)}?`;
  const expected =
    allowed.length > 12
      ? near === undefined
        ? `Expected one of ${allowed.length} known values`
        : "Expected a known value"
      : `Expected ${listed(allowed.map(shown))}`;
  const data = near === undefined ? { allowed } : { allowed, suggestion: near };
  return [`${expected}${found}${hint}`, start, width, data];
}

function namesIn(node: Node): Set<string> {
  const names = new Set<string>();
  eachChild({ node, start: 0 }, ({ key }) => {
    if (key !== undefined) names.add(key.name);
  });
  return names;
}
