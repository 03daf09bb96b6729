import { isWord } from "./characters.ts";
import {
  childByIndex,
  childCount,
  type Fault,
  faultsOf,
  flag,
  indexAt,
  isContainer,
  type Located,
  Node,
  partsOf,
  type Run,
} from "./node.ts";
import { OldChildren } from "./old-children.ts";
import { Reader } from "./reader.ts";
import { repeats } from "./repeated-names.ts";
import { rise } from "./replace-child.ts";
import { splice } from "./runs.ts";
import type { ReadChildren } from "./seam.ts";
import type { Text } from "./text.ts";
import { parse, sizeLimit, type Tree } from "./tree.ts";

/**
 * The tree after `inserted` took the place of [start, end). Equal to reading the new text, and shares each subtree
 * that is as it was. Tried in turn: one token; the children around the edit; the same in the next container out, which
 * goes on where the inner one ended.
 */
export function edit(tree: Tree, start: number, end: number, inserted: string): Tree {
  const text = tree.text.replace(start, end, inserted);
  const { dialect } = tree;
  if (text.length > sizeLimit || tree.text.length > sizeLimit) return parse(text, { dialect });
  return new Patch({ tree, text, start, end, grown: inserted.length - (end - start) }).apply();
}

/** A container around the edit. */
interface Enclosing extends Located {
  /** Which child of the container around it this is. */
  readonly index: number;
  readonly objects: number;
  readonly arrays: number;
}

/** So much text is looked at first beyond the edit. */
const firstLook = 512;

/** What is replaced, in the tree as it was and in the text as it is now. */
interface Change {
  readonly tree: Tree;
  readonly text: Text;
  readonly start: number;
  readonly end: number;
  /** By how many characters the text is longer. */
  readonly grown: number;
}

class Patch {
  readonly #change: Change;
  /** A stretch of the new text in one piece: containers around one another look at much the same. */
  #window = { from: 0, to: 0, text: "" };

  constructor(change: Change) {
    this.#change = change;
  }

  apply(): Tree {
    const { root } = this.#change.tree;
    const way = wayTo(this.#change.tree, this.#change.start, this.#change.end);
    const around = way.at(-1);
    if (around === undefined) return this.#outside();
    const token = this.#token(around);
    if (token !== undefined) return this.#withRoot(rise(way, token.old, token.node));
    let node: Node | undefined;
    for (let level = way.length - 1; level >= 0; level--) {
      const container = way[level] as Enclosing;
      const inner = way[level + 1];
      const patched = this.#readOn(
        container,
        inner && node && { node, start: inner.start, index: inner.index },
      );
      if (patched.asBefore) return this.#withRoot(rise(way.slice(0, level), container, patched.node));
      node = patched.node;
    }
    return this.#withRoot(node as Node, this.#trailing(root.inset + (node as Node).width));
  }

  #withRoot(root: Node, trailing: readonly Fault[] = this.#change.tree.trailing): Tree {
    return { text: this.#change.text, dialect: this.#change.tree.dialect, root, trailing };
  }

  #slice(from: number, to: number): string {
    const window = this.#window;
    if (from < window.from || to > window.to)
      this.#window = { from, to, text: this.#change.text.slice(from, to) };
    return this.#window.text.slice(from - this.#window.from, to - this.#window.from);
  }

  // ── one token ──

  /** The scalar that holds the edit, when it is a sound one still and no other token is concerned. */
  #token(around: Located): { old: Located; node: Node } | undefined {
    const { start, end, grown, tree, text } = this.#change;
    const old = childByIndex(around, indexAt(around, start));
    if (old === undefined || start < old.start || end > old.start + old.node.width) return undefined;
    const { kind, lead, inset, width, key, flags, faults } = old.node;
    const isString = kind === "string";
    if (faults !== undefined || !(isString || kind === "number" || kind === "boolean" || kind === "null"))
      return undefined;
    const whole = start === old.start && end === old.start + width;
    const inside = start > old.start && end < old.start + width;
    if (isString && !inside && !whole) return undefined;
    const newEnd = old.start + width + grown;
    if (isString && inside && flags === 0 && isPlain(text.slice(start, end + grown))) {
      const node = new Node(kind, lead, inset, width + grown, key, flags, undefined, undefined);
      return { old, node };
    }
    const read = new Reader(text.slice(old.start, newEnd), tree.dialect).readToken();
    if (read === undefined || isContainer(read) || (read.kind === "string") !== isString) return undefined;
    if (!isString && newEnd < text.length && isWord(text.slice(newEnd, newEnd + 1).charCodeAt(0)))
      return undefined;
    const node = new Node(read.kind, lead, inset, read.width, key, read.flags, read.content, undefined);
    return { old, node };
  }

  // ── children around the edit ──

  /**
   * A container with the children around the edit read anew, or those after a child that has been read anew. Reading
   * stops at the first child after the edit that ends as it did. `asBefore`: what follows the container is unchanged.
   */
  #readOn(container: Enclosing, child: Carried | undefined): { node: Node; asBefore: boolean } {
    const { node: old, start } = container;
    const { grown } = this.#change;
    const first = child?.index ?? this.#resumeAt(container);
    const previous = child ?? childByIndex(container, first - 1);
    const seam = new OldChildren(container, this.#change.end, grown);
    const children: Node[] = child ? [child.node] : [];
    const reading = this.#readChildren(container, previous, seam, children);
    const parts = partsOf(old);
    let content: readonly (Node | Run)[];
    let flags = old.flags & flag.open;
    let tail = old.faults?.tail ?? [];
    let width = old.width + grown;
    if (reading.ended === "seam") {
      content = splice(parts, first, seam.index + 1, children);
    } else {
      content = splice(parts, first, childCount(old), children);
      flags = reading.ended === "open" ? flag.open : 0;
      tail = reading.tail;
      width = reading.end - start;
    }
    if (old.kind === "object") {
      const last = reading.ended === "seam" ? seam.index + 1 : childCount(old);
      if (repeats(container, first, last, children, content)) flags |= flag.repeated;
    }
    const faults = faultsOf(content, flags, old.faults?.head ?? [], tail);
    const node = new Node(old.kind, old.lead, old.inset, width, old.key, flags, content, faults);
    const asBefore = width === old.width + grown && (flags & flag.open) === (old.flags & flag.open);
    return { node, asBefore };
  }

  /**
   * The index of the first child that is read anew. The one before it ends before the edit, at a place that does not
   * depend on what follows.
   */
  #resumeAt(container: Located): number {
    let index = indexAt(container, this.#change.start);
    const before = () => childByIndex(container, index - 1)?.node;
    // Nothing is missing or not by what follows, up to where the next child begins.
    if (before()?.kind === "missing") index--;
    // A string turns into a name when a colon follows it.
    const last = before();
    if (last?.kind === "string" && last.key !== undefined) index--;
    if (before()?.kind === "missing") index--;
    return index;
  }

  /** Reads children after `previous` and adds them to `children`; the text is looked at further as it is needed. */
  #readChildren(
    container: Enclosing,
    previous: Located | undefined,
    seam: OldChildren,
    children: Node[],
  ): ReadChildren {
    const { text, tree, end, grown } = this.#change;
    const { node, objects, arrays } = container;
    let last = previous;
    let look = firstLook;
    const expected = (seam.current ? endOf(seam.current) : endOf(container)) + grown + 1;
    for (;;) {
      const extent = last === undefined ? container.start + 1 : endOf(last);
      // A fault may be put at the character before.
      const from = extent - 1;
      const near = Math.max(extent, end + grown) + look;
      const to = Math.min(text.length, Math.max(near, Math.min(expected, near + 16 * firstLook)));
      seam.origin = from;
      const reading = new Reader(this.#slice(from, to), tree.dialect).readOn({
        kind: node.kind as "object" | "array",
        objects,
        arrays,
        last: last?.node,
        extent: extent - from,
        seam,
      });
      const stop = from + reading.end;
      const cut = to < text.length && stop >= to;
      const final = reading.children.at(-1) ?? last?.node;
      if (cut && final !== undefined && isClosed(final) && stop > to) {
        // A container that is as it was has been passed over: what follows it is still to be read.
        for (const child of reading.children) children.push(child);
        if (reading.ended === "seam") return { ...reading, end: stop };
        last = { node: final, start: stop - final.width };
        seam.rewind();
        continue;
      }
      const complete = !cut || reading.ended === "closed" || (reading.ended === "seam" && isClosed(final));
      if (complete) {
        for (const child of reading.children) children.push(child);
        return { ...reading, end: stop };
      }
      look *= 4;
      seam.rewind();
    }
  }

  // ── outside the top value ──

  /** An edit that is not within a container. */
  #outside(): Tree {
    const { text, tree, start, end, grown } = this.#change;
    const { root } = tree;
    if (isClosed(root) && start >= root.inset + root.width) {
      return this.#withRoot(root, this.#trailing(root.inset + root.width));
    }
    if (isClosed(root) && end <= root.inset) {
      const at = root.inset + grown;
      const seam = { meets: () => false, nodeAt: (position: number) => (position === at ? root : undefined) };
      const read = new Reader(text.slice(0, at + 1), tree.dialect).readDocument({ seam });
      if (read.root.content === root.content && read.root.inset === at) return this.#withRoot(read.root);
    }
    return parse(text, { dialect: tree.dialect });
  }

  #trailing(from: number): readonly Fault[] {
    for (let look = firstLook; ; look *= 4) {
      const to = Math.min(
        this.#change.text.length,
        Math.max(from, this.#change.end + this.#change.grown) + look,
      );
      const reader = new Reader(this.#change.text.slice(from, to), this.#change.tree.dialect);
      const faults = reader.readTrailing(0);
      if (to === this.#change.text.length || !reader.exhausted) return faults;
    }
  }
}

interface Carried extends Located {
  readonly index: number;
}

const endOf = ({ node, start }: Located) => start + node.width;
const isClosed = (node: Node | undefined) =>
  node !== undefined && isContainer(node) && (node.flags & flag.open) === 0;

/** Nothing that ends a string, begins an escape or is not allowed in a string. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 32 || c === 34 || c === 92) return false;
  }
  return true;
}

/** The containers whose inside, brackets excluded, holds all that is replaced; the outermost first. */
function wayTo(tree: Tree, start: number, end: number): Enclosing[] {
  const way: Enclosing[] = [];
  let at: Located = { node: tree.root, start: tree.root.inset };
  let index = 0;
  let objects = 0;
  let arrays = 0;
  for (;;) {
    const { node } = at;
    if (!isContainer(node) || start <= at.start || end >= endOf(at)) return way;
    way.push({ ...at, index, objects, arrays });
    if (node.kind === "object") objects++;
    else arrays++;
    index = indexAt(at, start);
    const child = childByIndex(at, index);
    if (child === undefined) return way;
    at = { node: child.node, start: child.start };
  }
}
