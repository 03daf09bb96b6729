/** Where `{{…}}` stand in request files. */
import { expressionOf, type PlaceholderExpression, placeholderPattern } from "../../shared/placeholders.ts";
import type { Located } from "../syntax/node.ts";
import type { Tree } from "../syntax/tree.ts";
import { sourceOf } from "../syntax/value.ts";
import { walk } from "../syntax/walk.ts";

export interface Placeholder {
  /** Where it begins and ends, braces included. */
  start: number;
  end: number;
  /** What stands between the braces, without space around it. */
  inner: { start: number; end: number; text: string };
  expression: PlaceholderExpression;
}

/** The placeholders in a stretch of text that begins at `offset`. */
export function placeholdersIn(text: string, offset: number): Placeholder[] {
  return [...text.matchAll(placeholderPattern)].map((match) => {
    const start = offset + match.index;
    const written = match[1] ?? "";
    const inner = written.trim();
    const innerStart = start + 2 + (written.length - written.trimStart().length);
    return {
      start,
      end: start + match[0].length,
      inner: { start: innerStart, end: innerStart + inner.length, text: inner },
      expression: expressionOf(inner),
    };
  });
}

/** The placeholders of a value and of all that is in it, in document order. */
export function placeholdersOf(tree: Tree, from?: Located): Placeholder[] {
  const found: Placeholder[] = [];
  walk(
    tree,
    (at) => {
      // One string may hold more than a call can be given.
      if (at.node.kind === "string")
        for (const placeholder of placeholdersIn(sourceOf(tree, at), at.start)) found.push(placeholder);
      return undefined;
    },
    from,
  );
  return found;
}

/** The part of a placeholder that a completion replaces; undefined when the offset is not within one. */
export function placeholderPlace(
  tree: Tree,
  string: { start: number; end: number },
  offset: number,
): { start: number; end: number; closed: boolean } | undefined {
  const before = tree.text.slice(string.start, offset);
  const open = before.lastIndexOf("{{");
  if (open < 0 || before.includes("}", open)) return undefined;
  const written = before.slice(open + 2);
  const lead = written.length - written.trimStart().length;
  const after = tree.text.slice(offset, string.end);
  const inner = /^([^{}]*)\}\}/.exec(after)?.[1];
  const rest = inner ?? /^[\p{L}\p{N}_.$:[\]-]*/u.exec(after)?.[0] ?? "";
  // Space at both ends stays.
  const replaced = lead > 0 ? rest.trimEnd() : rest;
  return {
    start: string.start + open + 2 + lead,
    end: offset + replaced.length,
    closed: inner !== undefined,
  };
}

/** The placeholder around an offset. */
export const placeholderAt = (tree: Tree, string: Located, offset: number): Placeholder | undefined =>
  placeholdersIn(sourceOf(tree, string), string.start).find(
    ({ start, end }) => start < offset && offset < end,
  );
