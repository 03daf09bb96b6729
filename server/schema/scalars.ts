/** What a schema says of a single value: its type, the values that are allowed, numbers and strings. */
import { isContainer, type Node } from "../syntax/node.ts";
import { stringIn, valueIn } from "../syntax/value.ts";
import { Applying } from "./applying.ts";
import { deepEqual } from "./equal.ts";
import { type FindingData, isDiagnosticCode, isSeverity } from "./finding.ts";
import { codePoints, isMultiple } from "./measures.ts";
import {
  type Allowed,
  isTooLarge,
  type NumberRules,
  scalarTypes,
  type Schema,
  type StringRules,
  typeBit,
  typeNames,
} from "./schema.ts";
import { markWidth } from "./remembering.ts";
import { suggestion } from "./suggest.ts";
import { expectedCount, listed, must, mustHave, shown, wordsOfKind, wordsOfTypes } from "./wording.ts";

export const placeholder = /\{\{[^{}]*\}\}/;
const wholePlaceholder = /^\{\{[^{}]*\}\}$/;

export abstract class ScalarChecker extends Applying {
  protected holdsPlaceholder(node: Node, start: number): boolean {
    return (
      this.placeholders && node.kind === "string" && placeholder.test(stringIn(this.text, { node, start }))
    );
  }

  /** A string that is one placeholder can stand where another scalar is expected. */
  protected standsForScalar(node: Node, start: number, types: number): boolean {
    if (!this.placeholders || node.kind !== "string" || (types & scalarTypes) === 0) return false;
    return wholePlaceholder.test(stringIn(this.text, { node, start }));
  }

  protected wrongType(types: number, node: Node, start: number): void {
    const expected = wordsOfTypes(types);
    const fraction = node.kind === "number" && (types & typeBit.integer) !== 0;
    const found = fraction ? String(node.content) : wordsOfKind(node.kind);
    const data = { types: typeNames(types) };
    this.add("wrong-type", `${must(node, expected)}, found ${found}`, start, markWidth(node), data);
  }

  protected allows(schema: Schema, allowed: Allowed, node: Node, start: number): boolean {
    let value: unknown;
    if (isContainer(node)) {
      value = allowed.others.length > 0 ? valueIn(this.text, { node, start }) : undefined;
      if (value !== undefined && allowed.others.some((other) => deepEqual(other, value))) return true;
    } else {
      value = node.kind === "string" ? stringIn(this.text, { node, start }) : node.content;
      if (allowed.scalars.has(value) || isTooLarge(node)) return true;
      if (this.placeholders && typeof value === "string" && placeholder.test(value)) return true;
    }
    this.notAllowed(schema, allowed, value, node, start);
    return false;
  }

  protected notAllowed(
    schema: Schema,
    allowed: Pick<Allowed, "values" | "texts">,
    value: unknown,
    node: Node,
    start: number,
  ): void {
    const code = schema.keyword("x-code");
    const severity = schema.keyword("x-severity");
    this.add(
      isDiagnosticCode(code) ? code : "value-not-allowed",
      ...notAllowedWords(allowed, value, node, start),
      isSeverity(severity) ? severity : "error",
    );
  }

  protected checkNumber(rules: NumberRules, node: Node, start: number): void {
    const value = node.content as number;
    const expected = isTooLarge(node) ? undefined : expectedNumber(rules, value);
    if (expected !== undefined)
      this.add("out-of-range", `${must(node, expected)}, found ${value}`, start, node.width);
  }

  protected checkString(rules: StringRules, node: Node, start: number): void {
    const prefix = rules.pattern?.prefix;
    if (prefix !== undefined && node.flags === 0 && rules.maxLength === Number.POSITIVE_INFINITY) {
      // Identifiers are by far the commonest pattern: only their begin is looked at.
      if (rules.minLength === 0 && !rules.format && this.#begins(node, start, prefix)) return;
    }
    const value = stringIn(this.text, { node, start });
    if (this.placeholders && placeholder.test(value)) return;
    const { minLength, maxLength } = rules;
    if (value.length < minLength * 2 || value.length > maxLength) {
      const length = codePoints(value);
      const expected = expectedCount(length, minLength, maxLength, "character");
      if (expected !== undefined)
        this.add("out-of-range", `${mustHave(node, expected)}, found ${length}`, start, node.width);
    }
    const { format, likely, pattern } = rules;
    if (format !== undefined && !format.test(value)) {
      const message = `${must(node, format.expected)}, found ${shown(value)}`;
      this.add("bad-format", message, start, node.width, { format: format.name });
    } else if (likely !== undefined && !likely.test(value)) {
      const message = `${must(node, likely.expected)}, found ${shown(value)}`;
      this.add("bad-format", message, start, node.width, { format: likely.name }, "warning");
    } else if (pattern !== undefined && !pattern.test(value)) this.#badPattern(rules, value, node, start);
  }

  #begins(node: Node, start: number, prefix: string): boolean {
    return (
      node.width >= prefix.length + 2 && this.text.slice(start + 1, start + 1 + prefix.length) === prefix
    );
  }

  #badPattern(rules: StringRules, value: string, node: Node, start: number): void {
    const { format, pattern, prefix } = rules;
    if (prefix !== undefined) {
      const found = /^[a-z]+_/i.exec(value)?.[0];
      const words = found === undefined ? `found ${shown(value)}` : `found the prefix ${found}`;
      this.add(
        "id-prefix",
        `${must(node, `an id with the prefix ${prefix}`)}, ${words}`,
        start,
        node.width,
        { prefix },
        "warning",
      );
    } else if (format !== undefined) {
      const message = `${must(node, format.expected)}, found ${shown(value)}`;
      this.add("bad-format", message, start, node.width, { format: format.name });
    } else {
      const message = `${must(node, `text that matches ${pattern?.source ?? ""}`)}, found ${shown(value)}`;
      this.add("bad-format", message, start, node.width);
    }
  }
}

/** What a number should be that is not. */
export const expectedNumber = (rules: NumberRules, value: number): string | undefined =>
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

/** Whether the rules have nothing to say of a text. */
export function acceptsText(rules: StringRules, value: string): boolean {
  const { minLength, maxLength, format, likely, pattern } = rules;
  if (value.length < minLength * 2 || value.length > maxLength) {
    const length = codePoints(value);
    if (length < minLength || length > maxLength) return false;
  }
  return [format, likely, pattern].every((each) => each === undefined || each.test(value));
}

function notAllowedWords(
  { values: allowed, texts }: Pick<Allowed, "values" | "texts">,
  value: unknown,
  node: Node,
  start: number,
): [message: string, start: number, width: number, data: FindingData] {
  const near = typeof value === "string" ? suggestion(value, texts) : undefined;
  const found = value === undefined ? "" : `, found ${shown(value)}`;
  const hint = near === undefined ? "" : `. Did you mean ${shown(near)}?`;
  const expected =
    allowed.length > 12
      ? near === undefined
        ? `one of ${allowed.length} known values`
        : "a known value"
      : listed(allowed.map(shown));
  const data = near === undefined ? { allowed } : { allowed, suggestion: near };
  return [`${must(node, expected)}${found}${hint}`, start, markWidth(node), data];
}
