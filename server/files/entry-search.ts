/** Looking at each request or payload of a file: a keystroke looks again only where the text has changed. */
import type { Finding } from "../schema/finding.ts";
import { extentOf, type Located, type Node, partsOf, type Run } from "../syntax/node.ts";
import { worthRemembering } from "../syntax/strings.ts";
import { rootOf, type Tree } from "../syntax/tree.ts";

/** What lies outside of the offsets `within` may be left out. */
export type EntrySearch<C, T> = (
  tree: Tree,
  context: C,
  within?: { start: number; end: number },
) => readonly T[];

/**
 * A search that remembers its results for each subtree, as long as `given` gives the same object.
 *
 * @param look what is to be found in an entry; by the entry's text and what is given alone
 * @param moved a result, so many characters further on
 */
export function entrySearch<C, T>(
  given: (context: C) => object,
  look: (tree: Tree, entry: Located, context: C) => readonly T[],
  moved: (result: T, by: number) => T,
): EntrySearch<C, T> {
  /** Relative to where the subtree's extent begins. */
  const known = new WeakMap<Node | Run, { given: object; found: readonly T[] }>();
  const none: readonly T[] = [];

  return (tree, context, within) => {
    const key = given(context);
    const large = tree.text.length > worthRemembering;
    const of = (part: Node | Run, from: number): readonly T[] => {
      const remembered = large ? known.get(part) : undefined;
      if (remembered?.given === key) return remembered.found;
      let found: readonly T[] = none;
      if (part.kind === "run") found = ofAll(part.content, from).map((one) => moved(one, -from));
      else {
        const entry = { node: part, start: from + part.inset };
        found = look(tree, entry, context).map((one) => moved(one, -from));
      }
      if (large) known.set(part, { given: key, found: found.length === 0 ? none : found });
      return found;
    };
    const ofAll = (
      parts: readonly (Node | Run)[],
      from: number,
      only?: { start: number; end: number },
    ): T[] => {
      const found: T[] = [];
      for (const part of parts) {
        const end = from + extentOf(part);
        if (!only || (from <= only.end && end >= only.start)) {
          for (const one of of(part, from)) found.push(moved(one, from));
        }
        from = end;
      }
      return found;
    };
    const root = rootOf(tree);
    return root.node.kind === "array" ? ofAll(partsOf(root.node), root.start + 1, within) : of(root.node, 0);
  };
}

export const moveFinding = (finding: Finding, by: number): Finding => ({
  ...finding,
  start: finding.start + by,
  end: finding.end + by,
});
