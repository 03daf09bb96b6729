import { expect, it } from "vitest";
import { Node, type Run } from "../../../server/syntax/node.ts";
import { inRuns, runLength, splice } from "../../../server/syntax/runs.ts";
import { Random, seed } from "../random.ts";

const nodes = (count: number): Node[] =>
  Array.from({ length: count }, (_, i) => new Node("number", 0, 0, 1, undefined, 0, i, undefined));

const flat = (parts: readonly (Node | Run)[]): Node[] =>
  parts.flatMap((part) => (part.kind === "run" ? flat(part.content) : [part]));

const depths = (parts: readonly (Node | Run)[]): number[] =>
  parts.flatMap((part) => (part.kind === "run" ? depths(part.content).map((depth) => depth + 1) : [0]));

it(`replaces children of lists of any length as in a flat list (SEED=${seed})`, () => {
  const random = new Random(seed);
  for (let i = 0; i < 300; i++) {
    const children = nodes(random.pick([0, 3, runLength, runLength + 1, 500, 5000]));
    const from = random.below(children.length + 1);
    const to = from + random.below(random.pick([1, 40, 5000]));
    const inserted = nodes(random.pick([0, 1, 40]));
    const result = splice(inRuns(children), from, Math.min(to, children.length), inserted);
    expect(flat(result)).toEqual(children.toSpliced(from, Math.min(to, children.length) - from, ...inserted));
    expect(new Set(depths(result)).size).toBeLessThan(2);
  }
});

it("opens the runs at the ends of what is removed, not those between", () => {
  const parts = inRuns(nodes(5000));
  for (const part of parts.slice(1, -1))
    Object.defineProperty(part, "content", {
      get() {
        throw new Error("opened");
      },
    });
  expect(flat(splice(parts, 10, 4990, []))).toHaveLength(20);
});
