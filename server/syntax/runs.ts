/** Long containers keep their children in runs of runs: an edit copies the runs that it touches. */
import { type Node, Run, sizeOf } from "./node.ts";

/** Longer containers keep their children in runs. */
export const runLength = 32;

type Parts = readonly (Node | Run)[];

/** Groups children so that none of the lists is long. */
export function inRuns(parts: Parts): Parts {
  while (parts.length > runLength) parts = grouped(parts);
  return parts;
}

/** In as few runs as possible, all of about the same length. */
function grouped(parts: Parts): Run[] {
  const count = Math.ceil(parts.length / runLength);
  const runs = new Array<Run>(count);
  for (let i = 0; i < count; i++) {
    const from = Math.floor((parts.length * i) / count);
    runs[i] = new Run(parts.slice(from, Math.floor((parts.length * (i + 1)) / count)));
  }
  return runs;
}

/** The parts with the children [from, to) replaced. */
export function splice(parts: Parts, from: number, to: number, inserted: readonly Node[]): Parts {
  let result = spliced(parts, from, to, inserted);
  while (result.length === 1 && result[0]?.kind === "run") result = result[0].content;
  return inRuns(result);
}

/** All lists that end in nodes are equally deep: so the result is as deep as the parts, and perhaps too long. */
function spliced(parts: Parts, from: number, to: number, inserted: readonly Node[]): Parts {
  if (parts[0]?.kind !== "run") return [...parts.slice(0, from), ...inserted, ...parts.slice(to)];
  let first = 0;
  let before = 0;
  while (first < parts.length - 1 && before + sizeOf(parts[first] as Run) <= from) {
    before += sizeOf(parts[first] as Run);
    first++;
  }
  let last = first;
  let through = before + sizeOf(parts[first] as Run);
  while (last < parts.length - 1 && through < to) through += sizeOf(parts[++last] as Run);
  // The runs between the two at the ends go whole: they need not be opened.
  const touched = [...(parts[first] as Run).content];
  let gone = before;
  for (let i = first + 1; i < last; i++) gone += sizeOf(parts[i] as Run);
  if (last > first) touched.push(...(parts[last] as Run).content);
  const inside = spliced(touched, from - before, to - gone, inserted);
  return [...parts.slice(0, first), ...grouped(inside), ...parts.slice(last + 1)];
}

/** Marks the runs of children that are marked themselves. */
export function markRuns(parts: Parts, mark: object | undefined): void {
  for (const part of parts) {
    if (part.kind !== "run") return;
    part.mark = mark;
    markRuns(part.content, mark);
  }
}
