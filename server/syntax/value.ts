import { decode } from "./decode.ts";
import { eachChild, flag, type Located } from "./node.ts";
import type { Text } from "./text.ts";
import { rootOf, type Tree } from "./tree.ts";

/** The text that a string node stands for. */
export function stringIn(text: Text, { node, start }: Located): string {
  if (node.flags === 0) return text.slice(start + 1, start + node.width - 1);
  return decode(text.slice(start, start + node.width), { closed: (node.flags & flag.open) === 0 });
}

export const stringValue = (tree: Tree, at: Located) => stringIn(tree.text, at);

/** Where the text of a string is, without its quotes; one that is not finished has no second. */
export const contentOf = ({ node, start }: Located): { start: number; end: number } => ({
  start: start + 1,
  end: start + node.width - (node.flags & flag.open ? 0 : 1),
});

/** A node's text as written. */
export const sourceOf = (tree: Tree, { node, start }: Located) => tree.text.slice(start, start + node.width);

/**
 * The value as JSON.parse gives it: of equal names the last counts, `__proto__` is data. What is missing or garbage is
 * left out of objects, and `null` in arrays.
 */
export const toValue = (tree: Tree, at: Located = rootOf(tree)): unknown => valueIn(tree.text, at);

export function valueIn(text: Text, at: Located): unknown {
  switch (at.node.kind) {
    case "object": {
      const members: [string, unknown][] = [];
      eachChild(at, (child) => {
        if (child.key === undefined) return;
        const value = valueIn(text, child);
        if (value !== undefined) members.push([child.key.name, value]);
      });
      return Object.fromEntries(members);
    }
    case "array": {
      const items: unknown[] = [];
      eachChild(at, (child) => {
        items.push(valueIn(text, child) ?? null);
      });
      return items;
    }
    case "string":
      return stringIn(text, at);
    case "missing":
    case "invalid":
      return undefined;
    default:
      return at.node.content;
  }
}
