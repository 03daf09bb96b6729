/** `{{…}}` in the strings of request files. */
import type { Located } from "../syntax/node.ts";
import type { Tree } from "../syntax/tree.ts";
import { sourceOf } from "../syntax/value.ts";
import { walk } from "../syntax/walk.ts";

/**
 * `variable` from the active environment; `dynamic` `$uuid` or `$timestamp`; `secret` from the keychain;
 * `response` of an earlier request of the sequence, `path` being what follows `response`.
 */
export type Reference =
  | { kind: "variable"; name: string }
  | { kind: "dynamic"; name: string }
  | { kind: "secret"; name: string }
  | { kind: "response"; request: string; path: string[] };

export interface Placeholder {
  /** With the braces. */
  start: number;
  end: number;
  /** What stands between the braces, without space around it. */
  inner: { start: number; end: number; text: string };
  reference: Reference;
}

export const dynamicNames = { $uuid: "a random UUID", $timestamp: "now, as ISO 8601 in UTC" } as const;

const pattern = /\{\{([^{}]*)\}\}/g;

/** The placeholders in a stretch of text that begins at `offset`. */
export function placeholdersIn(text: string, offset: number): Placeholder[] {
  return [...text.matchAll(pattern)].map((match) => {
    const start = offset + match.index;
    const written = match[1] ?? "";
    const inner = written.trim();
    const innerStart = start + 2 + (written.length - written.trimStart().length);
    return {
      start,
      end: start + match[0].length,
      inner: { start: innerStart, end: innerStart + inner.length, text: inner },
      reference: referenceOf(inner),
    };
  });
}

export function referenceOf(inner: string): Reference {
  if (inner.startsWith("$")) return { kind: "dynamic", name: inner };
  if (inner.startsWith("secret:")) return { kind: "secret", name: inner.slice("secret:".length) };
  const [request = "", response, ...path] = inner.split(".");
  return response === "response" ? { kind: "response", request, path } : { kind: "variable", name: inner };
}

/** The placeholders of a value and of all that is in it, in document order. */
export function placeholdersOf(tree: Tree, from?: Located): Placeholder[] {
  const found: Placeholder[] = [];
  walk(
    tree,
    (at) => {
      if (at.node.kind === "string") found.push(...placeholdersIn(sourceOf(tree, at), at.start));
    },
    from,
  );
  return found;
}

/** The placeholder around an offset. */
export const placeholderAt = (tree: Tree, string: Located, offset: number): Placeholder | undefined =>
  placeholdersIn(sourceOf(tree, string), string.start).find(
    ({ start, end }) => start < offset && offset < end,
  );
