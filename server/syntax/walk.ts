import { type Child, eachChild, isContainer, type Located } from "./node.ts";
import type { JsonPath } from "./path.ts";
import { rootOf, type Tree } from "./tree.ts";

/** Visits nodes in document order. A visitor that answers `false` is not led into that node. `path` is reused: copy to keep. */
export function walk(
  tree: Tree,
  visit: (at: Located | Child, path: JsonPath) => unknown,
  from: Located = rootOf(tree),
  path: JsonPath = [],
): void {
  if (visit(from, path) === false || !isContainer(from.node)) return;
  eachChild(from, (child) => {
    path.push(child.key?.name ?? child.index);
    walk(tree, visit, child, path);
    path.pop();
  });
}
