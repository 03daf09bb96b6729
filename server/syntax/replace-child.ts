/** One child in the place of another: the containers around it are copied, all else is shared. */
import { extentOf, Faults, faultsIn, type Located, Node, partsOf, Run } from "./node.ts";

/** The root, after `node` took the place of `old` in the innermost of the containers. */
export function rise(way: readonly Located[], old: Located, node: Node): Node {
  let child = old;
  for (let i = way.length - 1; i >= 0; i--) {
    const parent = way[i] as Located;
    node = withChild(parent, child, node);
    child = parent;
  }
  return node;
}

function withChild({ node: around, start }: Located, { node: old, start: at }: Located, node: Node): Node {
  const content = replaced(partsOf(around), start + 1, at, node);
  const total = (around.faults?.total ?? 0) - faultsIn(old) + faultsIn(node);
  const { kind, lead, inset, width, key, flags, faults } = around;
  return new Node(
    kind,
    lead,
    inset,
    width - old.width + node.width,
    key,
    flags,
    content,
    total > 0 ? new Faults(total, faults?.head ?? [], faults?.tail ?? []) : undefined,
  );
}

/** The parts, which begin at `from`, with the child at `offset` replaced. */
function replaced(parts: readonly (Node | Run)[], from: number, offset: number, node: Node): (Node | Run)[] {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Node | Run;
    const end = from + extentOf(part);
    if (offset < end) {
      const by = part.kind === "run" ? new Run(replaced(part.content, from, offset, node)) : node;
      return parts.with(i, by);
    }
    from = end;
  }
  return [...parts];
}
