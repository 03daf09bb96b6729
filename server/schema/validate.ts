import {
  childCount,
  childrenOf,
  eachChild,
  extentOf,
  type Key,
  type Located,
  Node,
  partsOf,
  type Run,
} from "../syntax/node.ts";
import { rootOf, type Tree } from "../syntax/tree.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { valueIn } from "../syntax/value.ts";
import { canonical } from "./equal.ts";
import { evaluatedItems, evaluatedProperties } from "./evaluated.ts";
import type { Finding, Severity } from "./finding.ts";
import { eachOnce, type Found, markWidth } from "./remembering.ts";
import { noteRequired, Seen } from "./required.ts";
import { type ArrayRules, bitOf, type ObjectRules, type Schema } from "./schema.ts";
import { suggestion } from "./suggest.ts";
import { UnionChecker } from "./unions.ts";
import { counted, expectedCount, must, mustHave, named } from "./wording.ts";

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
  // While it was read, or the last time, nothing was found.
  if (at.node.mark === schema.marks[placeholders ? 1 : 0]) return [];
  const checker = new Checker(tree.text, { placeholders, limit });
  checker.check(schema, at.node, at.start);
  const { unfinished } = checker;
  if (unfinished !== undefined) checker.found.unshift(notAll(unfinished));
  return eachOnce(checker.found)
    .slice(0, limit)
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

const notAll = ({ start, width }: { start: number; width: number }): Found => ({
  code: "too-large",
  message: "Not all of this is checked: its schema asks for too much work",
  start,
  end: start + width,
  severity: "warning",
  data: undefined,
});

class Checker extends UnionChecker {
  /** What a schema says by itself. Gives whether anything else matters. */
  protected checkOwn(schema: Schema, node: Node, start: number): boolean {
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
  protected checkFurther(schema: Schema, node: Node, start: number): void {
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
    const { minProperties, maxProperties } = rules;
    if (minProperties > 0 || maxProperties !== Number.POSITIVE_INFINITY) {
      const count = namesIn(node).size;
      const expected = expectedCount(count, minProperties, maxProperties, "property", "properties");
      if (expected !== undefined) this.#wrongCount(expected, count, node, start);
    }
    if (rules.anyCase) this.#checkRepeated(node, start);
    if (rules.matchers && rules.additional?.never !== true) this.#checkMatchers(schema, rules, node, start);
    if (rules.range !== undefined) this.#checkRange(rules.range, node, start);
    if (rules.dependentRequired !== undefined)
      this.#checkDependent(rules, rules.dependentRequired, node, start);
    if (rules.dependentSchemas !== undefined) {
      const names = namesIn(node);
      for (const [name, further] of rules.dependentSchemas)
        if (names.has(name)) this.apply(further, node, start);
    }
  }

  #checkMatchers(
    schema: Schema,
    { properties, propertyNames }: ObjectRules,
    node: Node,
    start: number,
  ): void {
    const unknown: { name: string; start: number; width: number }[] = [];
    let all = true;
    eachChild({ node, start }, ({ key, keyStart }) => {
      if (key === undefined) return undefined;
      all &&= key.name.startsWith("$");
      if (!properties.has(key.name)) unknown.push({ name: key.name, start: keyStart, width: key.width });
      return all ? undefined : "stop";
    });
    if (!all) return;
    for (const each of unknown) this.#unknown(schema, propertyNames, each.name, each.start, each.width);
  }

  #checkRange([least, most]: NonNullable<ObjectRules["range"]>, node: Node, start: number): void {
    const first = memberNamed({ node, start }, least);
    const second = first && memberNamed({ node, start }, most);
    if (first?.node.kind !== "number" || second?.node.kind !== "number") return;
    const [from, to] = [Number(first.node.content), Number(second.node.content)];
    if (from <= to) return;
    const expected = `at least ${from}, which ${named(least)} asks for`;
    this.add("out-of-range", `${must(second.node, expected)}, found ${to}`, second.start, second.node.width);
  }

  /** Names that differ in case alone: those that are equal are found where the text is read. */
  #checkRepeated(node: Node, start: number): void {
    const names = new Map<string, string>();
    eachChild({ node, start }, ({ key, keyStart }) => {
      if (key === undefined) return;
      const first = names.get(key.name.toLowerCase());
      if (first === undefined) names.set(key.name.toLowerCase(), key.name);
      else if (first !== key.name) {
        const message = `Property ${named(key.name)} occurs twice in this object, first as ${named(first)}`;
        this.add("duplicate-key", message, keyStart, key.width, undefined, "warning");
      }
    });
  }

  #checkDependent(
    { required }: ObjectRules,
    dependent: NonNullable<ObjectRules["dependentRequired"]>,
    node: Node,
    start: number,
  ): void {
    const names = namesIn(node);
    const reported = new Set(required);
    for (const [name, others] of dependent) {
      if (!names.has(name)) continue;
      for (const other of others) {
        if (names.has(other) || reported.has(other)) continue;
        reported.add(other);
        const message = `Missing property ${named(other)}, which ${named(name)} needs beside it`;
        this.add("missing-property", message, start, 1, { property: other });
      }
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
    if (property !== undefined && property.required >= 0) seen.add(property.required);
    let known = false;
    if (property?.schema !== undefined) {
      known = true;
      this.#checkValue(schema, rules, property.schema, node, key, from);
    }
    for (const { pattern, schema: further } of rules.patterns) {
      if (!pattern.test(key.name)) continue;
      known = true;
      this.#checkValue(schema, rules, further, node, key, from);
    }
    if (!known && rules.additional !== undefined) {
      this.#checkValue(schema, rules, rules.additional, node, key, from);
    }
    if (rules.names !== undefined) this.#checkName(rules.names, key, from + node.lead);
  }

  /** The value of a member. That no value is allowed there means that there is no such property. */
  #checkValue(
    schema: Schema,
    { propertyNames }: ObjectRules,
    held: Schema,
    node: Node,
    key: Key,
    from: number,
  ): void {
    const fits = held.never && held.keyword("x-fits");
    if (typeof fits === "string")
      this.add("wrong-type", `${named(key.name)} fits ${fits} only`, from + node.lead, key.width);
    else if (held.never) this.#unknown(schema, propertyNames, key.name, from + node.lead, key.width);
    else this.check(held, node, from + node.inset);
  }

  #unknown(schema: Schema, known: readonly string[], name: string, start: number, width: number): void {
    if (this.isEnough) return;
    const near = suggestion(name, known);
    const title = schema.keyword("title");
    const where = typeof title === "string" ? ` of ${title}` : "";
    const hint = near === undefined ? "" : `. Did you mean ${named(near)}?`;
    const isMatcher = schema.object?.matchers === true && name.startsWith("$");
    this.found.push({
      code: "unknown-property",
      message: isMatcher
        ? `There is no matcher ${named(name)}${hint}`
        : `${named(name)} is not a documented property${where}${hint}`,
      start,
      end: start + width,
      // No reply is like what there is not.
      severity: isMatcher ? "error" : undefined,
      data: near === undefined ? { property: name } : { property: name, suggestion: near },
    });
  }

  /** A name is a string too: it is checked as one that stands where the name stands. */
  #checkName(schema: Schema, key: Key, start: number): void {
    if (key.width < 2 || this.text.slice(start, start + 1) !== '"') return;
    const flags = key.width === key.name.length + 2 ? 0 : 2;
    const node = new Node("string", 0, 0, key.width, undefined, flags, undefined, undefined);
    for (const found of this.collectWithin(schema, node, start)) {
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

  #wrongCount(expected: string, found: number, node: Node, start: number): void {
    this.add("out-of-range", `${mustHave(node, expected)}, found ${found}`, start, 1);
  }

  // ── arrays ──

  #checkArray(rules: ArrayRules, node: Node, start: number): void {
    const { prefix, items, minItems, maxItems } = rules;
    if (prefix.length > 0 || (items !== undefined && !items.empty)) {
      this.#checkItems(rules, partsOf(node), start + 1, 0);
    }
    if (minItems > 0 || maxItems !== Number.POSITIVE_INFINITY) {
      const count = childCount(node);
      const expected = expectedCount(count, minItems, maxItems, "item");
      if (expected !== undefined) this.#wrongCount(expected, count, node, start);
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
      if (this.collectWithin(contains, child.node, child.start).length === 0) count++;
    });
    const expected = expectedCount(count, rules.minContains, rules.maxContains, "item");
    if (expected !== undefined) this.#wrongCount(`${expected} of the kind described`, count, node, start);
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
      return item !== undefined && this.collectWithin(part, item.node, item.start).length === 0;
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
