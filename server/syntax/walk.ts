import { type Child, eachChild, isContainer, type Located, type Visited } from "./node.ts";
import type { JsonPath } from "./path.ts";
import { rootOf, type Tree } from "./tree.ts";

/** As `Visited`; `"skip"` is not to be led into the node. `path` is reused: copy to keep. */
type Visitor = (at: Located | Child, path: JsonPath) => Visited | "skip";

/** Visits nodes in document order, until the visitor stops it. */
export function walk(tree: Tree, visit: Visitor, from: Located = rootOf(tree), path: JsonPath = []): Visited {
  const visited = visit(from, path);
  if (visited === "stop") return "stop";
  if (visited === "skip" || !isContainer(from.node)) return undefined;
  let ended: Visited;
  eachChild(from, (child) => {
    path.push(child.key?.name ?? child.index);
    ended = walk(tree, visit, child, path);
    path.pop();
    return ended;
  });
  return ended;
}
