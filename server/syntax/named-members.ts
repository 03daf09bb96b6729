/** The members of an object by their names. */
import {
  type Child,
  childByIndex,
  extentOf,
  type Located,
  type Node,
  partsOf,
  type Run,
  childAt,
  sizeOf,
} from "./node.ts";
import { lastAtMost } from "./text.ts";

/** The member of that name; of several the last, as JSON.parse has it. */
export function memberNamed(at: Located, name: string): Child | undefined {
  if (at.node.kind !== "object") return undefined;
  const index = indexOf(at.node);
  if (index === undefined) return lastNamed(partsOf(at.node), name, at.start + 1, 0);
  const last = index.get(name)?.at(-1);
  return last === undefined ? undefined : childByIndex(at, last);
}

/** The member of that name that comes before a place among the members; of several the last. */
export function memberBefore(at: Located, name: string, place: number): Child | undefined {
  const places = indexOf(at.node)?.get(name);
  if (places !== undefined) {
    const found = places[lastAtMost(places, place - 1)];
    return found !== undefined && found < place ? childByIndex(at, found) : undefined;
  }
  for (let i = place - 1; i >= 0; i--) {
    const child = childByIndex(at, i);
    if (child?.key?.name === name) return child;
  }
  return undefined;
}

/** Where the members of each name stand among the members, for objects of many that are asked repeatedly. */
type Index = ReadonlyMap<string, readonly number[]>;

interface Asked {
  times: number;
  index: Index | undefined;
}

const asked = new WeakMap<Node, Asked>();
/** After so many questions an index is worth making. */
const worthAnIndex = 4;

function indexOf(object: Node): Index | undefined {
  if (partsOf(object)[0]?.kind !== "run") return undefined;
  let known = asked.get(object);
  if (known === undefined) asked.set(object, (known = { times: 0, index: undefined }));
  if (known.index === undefined && ++known.times > worthAnIndex) known.index = indexed(object);
  return known.index;
}

function indexed(object: Node): Index {
  const places = new Map<string, number[]>();
  let place = 0;
  const visit = (parts: readonly (Node | Run)[]): void => {
    for (const part of parts) {
      if (part.kind === "run") {
        visit(part.content);
        continue;
      }
      if (part.key !== undefined) {
        const list = places.get(part.key.name);
        if (list === undefined) places.set(part.key.name, [place]);
        else list.push(place);
      }
      place++;
    }
  };
  visit(partsOf(object));
  return places;
}

function lastNamed(
  parts: readonly (Node | Run)[],
  name: string,
  from: number,
  index: number,
): Child | undefined {
  let child: Child | undefined;
  let node: Node | undefined;
  let nodeFrom = 0;
  let nodeIndex = 0;
  for (const part of parts) {
    if (part.kind === "run") child = lastNamed(part.content, name, from, index) ?? child;
    else if (part.key !== undefined && part.key.name === name) {
      node = part;
      nodeFrom = from;
      nodeIndex = index;
    }
    from += extentOf(part);
    index += sizeOf(part);
  }
  return node === undefined ? child : childAt(node, nodeIndex, nodeFrom);
}
