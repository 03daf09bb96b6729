import { isExact } from "../../shared/requests/exact-number.ts";
import type { Located } from "../syntax/node.ts";
import type { Tree } from "../syntax/tree.ts";
import { sourceOf } from "../syntax/value.ts";
import { walk } from "../syntax/walk.ts";

/** The numbers of a value that would be others once they are read, in document order. */
export function inexactNumbers(tree: Tree, from: Located): { source: string; start: number; end: number }[] {
  const found: { source: string; start: number; end: number }[] = [];
  walk(
    tree,
    (at) => {
      if (at.node.kind !== "number") return undefined;
      const source = sourceOf(tree, at);
      if (!isExact(source)) found.push({ source, start: at.start, end: at.start + at.node.width });
      return undefined;
    },
    from,
  );
  return found;
}
