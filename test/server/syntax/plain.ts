import { childAt, extentOf, type Node, partsOf, type Run } from "../../../server/syntax/node.ts";
import type { Tree } from "../../../server/syntax/tree.ts";

/** A tree without its runs: two trees of one text may group the children of a long list differently. */
export function plain(tree: Tree): unknown {
  return {
    text: tree.text.slice(0, tree.text.length),
    root: plainNode(tree.root, 0),
    trailing: tree.trailing,
  };
}

function plainNode(node: Node, from: number): unknown {
  const { start, keyStart } = childAt(node, 0, from);
  const children: unknown[] = [];
  const visit = (parts: readonly (Node | Run)[], at: number) => {
    for (const part of parts) {
      if (part.kind === "run") visit(part.content, at);
      else children.push(plainNode(part, at));
      at += extentOf(part);
    }
  };
  visit(partsOf(node), start + 1);
  const { kind, width, flags, faults, key } = node;
  const value = kind === "number" || kind === "boolean" ? String(node.content) : undefined;
  return [kind, keyStart, start, width, key?.name, flags, value, faults, children];
}
