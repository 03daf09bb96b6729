/** Looking for something in each entry of a file: a keystroke looks again only where the text has changed. */
import { extentOf, type Located, type Node, partsOf, type Run } from "../syntax/node.ts";
import { worthAPart, worthRemembering } from "../syntax/strings.ts";
import { rootOf, type Tree } from "../syntax/tree.ts";

/** What lies outside of the offsets `within` may be left out. */
export type EntrySearch<Context, Result> = (
  tree: Tree,
  context: Context,
  within?: Stretch,
) => readonly Result[];

interface Stretch {
  start: number;
  end: number;
}

interface Search<Context, Result> {
  /** What the results depend on beside the entry's text: they hold as long as this is the same object. */
  dependsOn: (context: Context) => object;
  look: (tree: Tree, entry: Located, context: Context) => readonly Result[];
  /** A result so many characters further on. */
  moved: (result: Result, by: number) => Result;
  /** The results of neighbouring entries in one list; without it all of them. */
  joined?: (results: readonly Result[]) => readonly Result[];
}

/** A search that remembers its results for each subtree. */
export function entrySearch<Context, Result>({
  dependsOn,
  look,
  moved,
  joined = (results) => results,
}: Search<Context, Result>): EntrySearch<Context, Result> {
  /** Relative to where the subtree's extent begins. */
  const known = new WeakMap<Node | Run, { key: object; found: readonly Result[] }>();
  const none: readonly Result[] = [];

  return (tree, context, within) => {
    const key = dependsOn(context);
    const large = tree.text.length > worthRemembering;
    const of = (part: Node | Run, from: number): readonly Result[] => {
      // A request or a payload is an object.
      if (part.kind !== "run" && part.kind !== "object") return none;
      // A short entry is remembered with its neighbours alone.
      const remembers = large && (part.kind === "run" || part.width > worthAPart);
      const remembered = remembers ? known.get(part) : undefined;
      if (remembered?.key === key) return remembered.found;
      let found: readonly Result[] = none;
      if (part.kind === "run") found = joined(ofAll(part.content, from)).map((one) => moved(one, -from));
      else {
        const entry = { node: part, start: from + part.inset };
        found = look(tree, entry, context).map((one) => moved(one, -from));
      }
      if (remembers) known.set(part, { key, found: found.length === 0 ? none : found });
      return found;
    };
    const ofAll = (parts: readonly (Node | Run)[], from: number, only?: Stretch): Result[] => {
      const found: Result[] = [];
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
    return root.node.kind === "array"
      ? joined(ofAll(partsOf(root.node), root.start + 1, within))
      : of(root.node, 0);
  };
}
