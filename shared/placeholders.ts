/** `{{…}}` in the strings of request files: what each refers to, and putting values in their place. */
import { isRow } from "./traits/values.ts";

/**
 * `variable` from the active environment; `dynamic` what `requests/dynamic-values.ts` makes; `process` a variable of the
 * process that sends; `secret` from the keychain; `response` and `request` of an earlier request of the sequence, `path`
 * being what follows that word.
 */
export type PlaceholderExpression =
  | { kind: "variable"; name: string }
  | { kind: "dynamic"; name: string }
  | { kind: "process"; name: string }
  | { kind: "secret"; name: string }
  | EarlierExpression;

/** What refers to another request of the sequence. */
export interface EarlierExpression {
  kind: "response" | "request";
  request: string;
  path: string[];
}

export const placeholderPattern = /\{\{([^{}]*)\}\}/g;

export function expressionOf(inner: string): PlaceholderExpression {
  const process = /^\$processEnv\s+([A-Za-z_]\w*)$/.exec(inner)?.[1];
  if (process !== undefined) return { kind: "process", name: process };
  if (inner.startsWith("$")) return { kind: "dynamic", name: inner };
  if (inner.startsWith("secret:")) return { kind: "secret", name: inner.slice("secret:".length) };
  const [request = "", kind, ...path] = inner.split(".");
  return kind === "response" || kind === "request"
    ? { kind, request, path }
    : { kind: "variable", name: inner };
}

/** What the command line reads keys and secrets from: each is for one address alone, and no placeholder has it. */
export const isKeyVariable = (name: string): boolean => /^SWITCHBOARD_/i.test(name);

/** As it is written, without braces. */
export function written(expression: PlaceholderExpression): string {
  switch (expression.kind) {
    case "process":
      return `$processEnv ${expression.name}`;
    case "secret":
      return `secret:${expression.name}`;
    case "response":
    case "request":
      return [expression.request, expression.kind, ...expression.path].join(".");
    default:
      return expression.name;
  }
}

/** Keys and indexes that lead to a string. */
export type Place = readonly (string | number)[];

/**
 * What a placeholder stands for; undefined leaves it as it is. Where the placeholder is the whole string, its value keeps
 * its type; in a longer one it is written as JSON, null as well.
 */
export type Lookup = (expression: PlaceholderExpression, at: { place: Place; isWhole: boolean }) => unknown;

/** The value with its placeholders filled. What was filled in is never read for placeholders again. */
export function fill(value: unknown, lookup: Lookup, place: Place = []): unknown {
  if (typeof value === "string") return fillText(value, lookup, place);
  if (Array.isArray(value)) return value.map((item, index) => fill(item, lookup, [...place, index]));
  if (!isRow(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fill(item, lookup, [...place, key])]),
  );
}

function fillText(text: string, lookup: Lookup, place: Place): unknown {
  const whole = /^\{\{([^{}]*)\}\}$/.exec(text)?.[1];
  if (whole !== undefined) {
    const found = lookup(expressionOf(whole.trim()), { place, isWhole: true });
    return found === undefined ? text : found;
  }
  return text.replace(placeholderPattern, (source, inner: string) => {
    const found = lookup(expressionOf(inner.trim()), { place, isWhole: false });
    if (found === undefined) return source;
    return typeof found === "string" ? found : JSON.stringify(found);
  });
}

/** No character: it keeps apart what would be a placeholder. */
const apart = "\u{10fffe}";

/** The value with its texts such that `fill` finds no placeholder in them, wherever they are put, until they are unsealed. */
export const sealed = (value: unknown): unknown =>
  withTexts(value, (text) => apart + text.replaceAll("{", `{${apart}`));

/** The value with its sealed texts as they were. */
export const unsealed = (value: unknown): unknown => withTexts(value, (text) => text.replaceAll(apart, ""));

function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change));
  return isRow(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item, change)]))
    : value;
}

/** Every reference in a value. */
export function expressionsIn(value: unknown): PlaceholderExpression[] {
  return placedExpressions(value).map(({ expression }) => expression);
}

/** Every reference in a value, with the string that it stands in. */
export function placedExpressions(value: unknown): { expression: PlaceholderExpression; place: Place }[] {
  const found: { expression: PlaceholderExpression; place: Place }[] = [];
  fill(value, (expression, { place }) => void found.push({ expression, place }));
  return found;
}
