/** `{{…}}` in the strings of request files: what each refers to, and putting values in their place. */
import { isRow } from "./traits/values.ts";

/**
 * `variable` from the active environment; `dynamic` `$uuid` or `$timestamp`; `secret` from the keychain;
 * `response` of an earlier request of the sequence, `path` being what follows `response`.
 */
export type PlaceholderExpression =
  | { kind: "variable"; name: string }
  | { kind: "dynamic"; name: string }
  | { kind: "secret"; name: string }
  | { kind: "response"; request: string; path: string[] };

export const dynamicNames = { $uuid: "a random UUID", $timestamp: "now, as ISO 8601 in UTC" } as const;

export const placeholderPattern = /\{\{([^{}]*)\}\}/g;

export function expressionOf(inner: string): PlaceholderExpression {
  if (inner.startsWith("$")) return { kind: "dynamic", name: inner };
  if (inner.startsWith("secret:")) return { kind: "secret", name: inner.slice("secret:".length) };
  const [request = "", response, ...path] = inner.split(".");
  return response === "response" ? { kind: "response", request, path } : { kind: "variable", name: inner };
}

/** Keys and indexes that lead to a string. */
export type Place = readonly (string | number)[];

/**
 * What a placeholder stands for; undefined leaves it as it is. `place` is given when the placeholder is the whole string,
 * whose value then keeps its type.
 */
export type Lookup = (expression: PlaceholderExpression, place?: Place) => unknown;

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
  if (whole !== undefined) return lookup(expressionOf(whole.trim()), place) ?? text;
  return text.replace(placeholderPattern, (written, inner: string) => {
    const found = lookup(expressionOf(inner.trim()));
    if (found === undefined) return written;
    return typeof found === "string" ? found : JSON.stringify(found);
  });
}

/** Every reference in a value. */
export function expressionsIn(value: unknown): PlaceholderExpression[] {
  const found: PlaceholderExpression[] = [];
  fill(value, (reference) => void found.push(reference));
  return found;
}
