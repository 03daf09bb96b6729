/**
 * The immutable tree of a JSON text.
 *
 * No node knows where it stands: each holds widths only, so a subtree is shared between the trees before and after
 * an edit wherever it has moved to. A node's extent begins where its predecessor ended (or after the container's
 * opening bracket):
 *
 *     , "name" : "purge"
 *    |--| lead |    |     the extent begins after the node before: comma, white space, comments
 *    |--------------| inset: from the extent's begin to the value; the key lies at `lead`
 *                   |-----| width of the value
 */
export type Kind = "object" | "array" | "string" | "number" | "boolean" | "null" | "missing" | "invalid";

export type ProblemCode = "syntax" | "duplicate-key" | "too-deep" | "too-large" | "out-of-range";

/** A problem of the text, at a place relative to the node that holds it. */
export interface Fault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly offset: number;
  readonly width: number;
}

/** Where faults are: absent from a node, the whole subtree is clean and is passed over. */
export class Faults {
  /** How many the subtree has, those of its children included. */
  readonly total: number;
  /** Those before and in the node itself, relative to the begin of its extent. */
  readonly head: readonly Fault[];
  /** Those between a container's last child (or its opening bracket) and its end, relative to there. */
  readonly tail: readonly Fault[];

  constructor(total: number, head: readonly Fault[], tail: readonly Fault[]) {
    this.total = total;
    this.head = head;
    this.tail = tail;
  }
}

/** A property name. Equal names of one text share one key. */
export class Key {
  readonly width: number;
  readonly name: string;
  /** Of the reader: the leaf that it has read last under this name. */
  lastLeaf: Node | undefined = undefined;
  /** Of who looks the name up: where it did so last, and what it has found. */
  lookedUpIn: object | undefined = undefined;
  lookedUp: unknown = undefined;

  constructor(width: number, name: string) {
    this.width = width;
    this.name = name;
  }
}

export const flag = {
  /** A string or a container that lacks its end. */
  open: 1,
  /** A string with a backslash in it. */
  escaped: 2,
  /** An object in which a name occurs twice. */
  repeated: 4,
} as const;

type Content = readonly (Node | Run)[] | number | boolean | null | undefined;

/** One class for every kind: code that meets all kinds stays fast when all of them have one hidden class. */
export class Node {
  readonly kind: Kind;
  readonly lead: number;
  readonly inset: number;
  readonly width: number;
  readonly key: Key | undefined;
  readonly flags: number;
  /** Children of a container, value of a number or boolean. */
  readonly content: Content;
  readonly faults: Faults | undefined;
  /** Left by who has looked at the subtree and has nothing to say: its own token. No part of the tree's value. */
  mark: object | undefined = undefined;

  constructor(
    kind: Kind,
    lead: number,
    inset: number,
    width: number,
    key: Key | undefined,
    flags: number,
    content: Content,
    faults: Faults | undefined,
  ) {
    this.kind = kind;
    this.lead = lead;
    this.inset = inset;
    this.width = width;
    this.key = key;
    this.flags = flags;
    this.content = content;
    this.faults = faults;
  }
}

/** Neighbouring children of a long container: an edit copies one run, not all children. */
export class Run {
  readonly kind = "run";
  /** Sum of the extents. */
  readonly width: number;
  /** Count of the nodes in it, through all levels. */
  readonly size: number;
  readonly content: readonly (Node | Run)[];
  /** Sum of the faults of the nodes. */
  readonly faultTotal: number;
  mark: object | undefined = undefined;

  constructor(content: readonly (Node | Run)[]) {
    let width = 0;
    let size = 0;
    let faultTotal = 0;
    for (const part of content) {
      width += extentOf(part);
      size += sizeOf(part);
      faultTotal += faultsIn(part);
    }
    this.width = width;
    this.size = size;
    this.content = content;
    this.faultTotal = faultTotal;
  }
}

/** A node at its place. `start` is where the value begins; it ends at `start + node.width`. */
export interface Located {
  readonly node: Node;
  readonly start: number;
}

/** A member of an object or an item of an array. */
export interface Child extends Located {
  readonly index: number;
  /** Absent for items, and for a value that stands in an object without a name. */
  readonly key: Key | undefined;
  readonly keyStart: number;
  readonly keyEnd: number;
}

const none: readonly (Node | Run)[] = [];

export const isContainer = (node: Node) => node.kind === "object" || node.kind === "array";

/** The direct parts of a container: nodes, or runs of them. */
export const partsOf = (node: Node) => (isContainer(node) ? (node.content as readonly (Node | Run)[]) : none);

export const extentOf = (part: Node | Run) => (part.kind === "run" ? part.width : part.inset + part.width);

export const sizeOf = (part: Node | Run) => (part.kind === "run" ? part.size : 1);

export const faultsIn = (part: Node | Run) =>
  part.kind === "run" ? part.faultTotal : part.faults === undefined ? 0 : part.faults.total;

/** The faults of a container out of those of its children. */
export function faultsOf(
  parts: readonly (Node | Run)[],
  flags: number,
  head: readonly Fault[],
  tail: readonly Fault[],
): Faults | undefined {
  let total = head.length + tail.length + ((flags & flag.repeated) !== 0 ? 1 : 0);
  for (const part of parts) total += faultsIn(part);
  return total > 0 ? new Faults(total, head, tail) : undefined;
}

/** How many members or items a container has. */
export function childCount(node: Node): number {
  let count = 0;
  for (const part of partsOf(node)) count += sizeOf(part);
  return count;
}

/** A child from the begin of its extent. */
export function childAt(node: Node, index: number, from: number): Child {
  const start = from + node.inset;
  const keyStart = node.key ? from + node.lead : start;
  return { node, start, index, key: node.key, keyStart, keyEnd: keyStart + (node.key?.width ?? 0) };
}

/** What a visitor answers: nothing to go on, or that it has seen enough. */
export type Visited = "stop" | undefined;

/** Visits the children in order, until the visitor stops it. */
export function eachChild(at: Located, visit: (child: Child) => Visited): void {
  eachOf(partsOf(at.node), at.start + 1, 0, visit);
}

function eachOf(
  parts: readonly (Node | Run)[],
  from: number,
  index: number,
  visit: (child: Child) => Visited,
): Visited {
  for (const part of parts) {
    if (part.kind === "run") {
      if (eachOf(part.content, from, index, visit) === "stop") return "stop";
    } else if (visit(childAt(part, index, from)) === "stop") return "stop";
    from += extentOf(part);
    index += sizeOf(part);
  }
  return undefined;
}

export function childrenOf(at: Located): Child[] {
  const children: Child[] = [];
  eachChild(at, (child) => {
    children.push(child);
  });
  return children;
}

/** The child at an index, without visiting those before it in other runs. */
export function childByIndex(at: Located, index: number): Child | undefined {
  if (index < 0) return undefined;
  let parts = partsOf(at.node);
  let from = at.start + 1;
  let before = 0;
  next: for (;;) {
    for (const part of parts) {
      const size = sizeOf(part);
      if (index < before + size) {
        if (part.kind !== "run") return childAt(part, index, from);
        parts = part.content;
        continue next;
      }
      before += size;
      from += extentOf(part);
    }
    return undefined;
  }
}

/** The index of the first child whose extent ends at the offset or later. */
export function indexAt(at: Located, offset: number): number {
  let parts: readonly (Node | Run)[] = partsOf(at.node);
  let from = at.start + 1;
  let index = 0;
  next: for (;;) {
    for (const part of parts) {
      const end = from + extentOf(part);
      if (offset <= end) {
        if (part.kind !== "run") return index;
        parts = part.content;
        continue next;
      }
      from = end;
      index += sizeOf(part);
    }
    return index;
  }
}
