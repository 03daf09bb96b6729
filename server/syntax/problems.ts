import {
  eachChild,
  extentOf,
  type Fault,
  faultsIn,
  flag,
  type Located,
  type Node,
  partsOf,
  type ProblemCode,
  type Run,
} from "./node.ts";
import { rootOf, type Tree } from "./tree.ts";

/** What is wrong with a text whatever it is for. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** The problems of a text in document order; at most `limit` of them. Costs what is wrong, not the text's length. */
export function problems(tree: Tree, limit = Number.POSITIVE_INFINITY): Problem[] {
  const found: Problem[] = [];
  let tooDeep = false;
  const add = (fault: Fault, origin: number) => {
    if (fault.code === "too-deep") {
      // A document that is too deep is so in many places: one problem says it.
      if (tooDeep) return;
      tooDeep = true;
    }
    const start = origin + fault.offset;
    found.push({ code: fault.code, message: fault.message, start, end: start + fault.width });
  };

  const visit = (part: Node | Run, from: number): void => {
    if (faultsIn(part) === 0 || found.length >= limit) return;
    if (part.kind === "run") {
      for (const inner of part.content) {
        visit(inner, from);
        from += extentOf(inner);
      }
      return;
    }
    const faults = part.faults;
    for (const fault of faults?.head ?? []) add(fault, from);
    if (found.length >= limit) return;
    const start = from + part.inset;
    if ((part.flags & flag.repeated) !== 0) {
      for (const problem of repeatedKeys({ node: part, start }, limit - found.length)) found.push(problem);
    }
    let inside = start + 1;
    for (const inner of partsOf(part)) {
      visit(inner, inside);
      inside += extentOf(inner);
    }
    for (const fault of faults?.tail ?? []) add(fault, inside);
  };

  visit(tree.root, 0);
  const end = rootOf(tree).start + tree.root.width;
  for (const fault of tree.trailing) add(fault, end);
  found.sort((a, b) => a.start - b.start || a.end - b.end);
  return found.length > limit ? found.slice(0, limit) : found;
}

const sound = new WeakMap<Tree, boolean>();

/** Whether a text can be read in one way only: nothing is wrong but that names occur twice. */
export function isSound(tree: Tree): boolean {
  let known = sound.get(tree);
  if (known === undefined) sound.set(tree, (known = tree.trailing.length === 0 && isSoundIn(tree.root)));
  return known;
}

function isSoundIn(part: Node | Run): boolean {
  if (faultsIn(part) === 0) return true;
  if (part.kind === "run") return part.content.every(isSoundIn);
  const { head = [], tail = [] } = part.faults ?? {};
  return head.length + tail.length === 0 && partsOf(part).every(isSoundIn);
}

function repeatedKeys(object: Located, limit: number): Problem[] {
  const seen = new Set<string>();
  const found: Problem[] = [];
  eachChild(object, ({ key, keyStart, keyEnd }) => {
    if (key === undefined) return undefined;
    if (seen.has(key.name)) {
      const message = `Property ${JSON.stringify(key.name)} occurs twice in this object`;
      found.push({ code: "duplicate-key", message, start: keyStart, end: keyEnd });
    }
    seen.add(key.name);
    return found.length >= limit ? "stop" : undefined;
  });
  return found;
}
