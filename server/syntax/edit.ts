import { type Fault, Faults, extentOf, faultsIn, flag, isContainer, Node, partsOf, Run } from "./node.ts";
import { Reader } from "./reader.ts";
import { parse, sizeLimit, type Tree } from "./tree.ts";

/** A container around the edit, with the way to it. */
interface Enclosing {
  readonly node: Node;
  readonly start: number;
  readonly objects: number;
  readonly arrays: number;
}

/**
 * The tree after `inserted` took the place of [start, end). Equal to reading the new text, and shares each subtree
 * that the smallest enclosing container does not hold.
 */
export function edit(tree: Tree, start: number, end: number, inserted: string): Tree {
  const { text, dialect } = tree;
  const next = text.slice(0, start) + inserted + text.slice(end, text.length);
  if (next.length > sizeLimit || text.length > sizeLimit) return parse(next, { dialect });
  const way = wayTo(tree, start, end);
  const grown = inserted.length - (end - start);
  for (let level = way.length - 1; level >= 0; level--) {
    const old = way[level] as Enclosing;
    const part = next.slice(old.start, old.start + old.node.width + grown);
    const read = new Reader(part, dialect).readContainer(old);
    if (read === undefined || read.kind !== old.node.kind) continue;
    let node = inPlaceOf(old.node, read);
    for (let above = level - 1; above >= 0; above--) {
      const parent = way[above] as Enclosing;
      const child = way[above + 1] as Enclosing;
      node = withChild(parent, child, node);
    }
    return { text: next, dialect, root: node, trailing: tree.trailing };
  }
  return parse(next, { dialect });
}

/** The closed containers whose inside, brackets excluded, holds all that is replaced; the outermost first. */
function wayTo(tree: Tree, start: number, end: number): Enclosing[] {
  const way: Enclosing[] = [];
  let node = tree.root;
  let at = node.inset;
  let objects = 0;
  let arrays = 0;
  for (;;) {
    const inside = start > at && end < at + node.width && (node.flags & flag.open) === 0;
    if (!inside || !isContainer(node)) return way;
    way.push({ node, start: at, objects, arrays });
    if (node.kind === "object") objects++;
    else arrays++;
    const found = childHolding(partsOf(node), at + 1, start);
    if (found === undefined) return way;
    at = found.start;
    node = found.node;
  }
}

function childHolding(
  parts: readonly (Node | Run)[],
  from: number,
  offset: number,
): { node: Node; start: number } | undefined {
  for (const part of parts) {
    const end = from + extentOf(part);
    if (offset < end) {
      if (part.kind === "run") return childHolding(part.content, from, offset);
      return { node: part, start: from + part.inset };
    }
    from = end;
  }
  return undefined;
}

/** What was read anew, with the surroundings of what was there. */
function inPlaceOf(old: Node, read: Node): Node {
  const head = old.faults?.head ?? [];
  const tail = read.faults?.tail ?? [];
  const total = (read.faults?.total ?? 0) + head.length;
  return new Node(
    read.kind,
    old.lead,
    old.inset,
    read.width,
    old.key,
    read.flags,
    read.content,
    faultsOf(total, head, tail),
  );
}

function withChild(parent: Enclosing, { node: old, start }: Enclosing, node: Node): Node {
  const { node: around } = parent;
  const content = replaced(partsOf(around), parent.start + 1, start, node);
  const total = (around.faults?.total ?? 0) - faultsIn(old) + faultsIn(node);
  return new Node(
    around.kind,
    around.lead,
    around.inset,
    around.width - old.width + node.width,
    around.key,
    around.flags,
    content,
    faultsOf(total, around.faults?.head ?? [], around.faults?.tail ?? []),
  );
}

const faultsOf = (total: number, head: readonly Fault[], tail: readonly Fault[]) =>
  total > 0 ? new Faults(total, head, tail) : undefined;

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
