import { describe, expect, it } from "vitest";
import { edit } from "../../../server/syntax/edit.ts";
import { type Node, partsOf, type Run } from "../../../server/syntax/node.ts";
import { problems } from "../../../server/syntax/problems.ts";
import { parse, type Tree } from "../../../server/syntax/tree.ts";
import { Random, seed } from "../random.ts";
import { plain } from "./plain.ts";
import { scrap, someJson } from "./texts.ts";

const replaceText = (text: string, start: number, end: number, inserted: string) =>
  text.slice(0, start) + inserted + text.slice(end);

const member = (tree: Tree, ...indices: number[]) => {
  let node = tree.root;
  for (const index of indices) node = partsOf(node)[index] as typeof node;
  return node;
};

const nodesOf = (node: Node | Run): (Node | Run)[] =>
  node.kind === "run" || node.kind === "array" || node.kind === "object"
    ? [...(node.kind === "run" ? [] : [node]), ...partsIn(node).flatMap(nodesOf)]
    : [node];

const partsIn = (node: Node | Run) => (node.kind === "run" ? node.content : partsOf(node));

describe("edit", () => {
  it("shares the subtrees that the edited container does not hold", () => {
    const text = '{"a": {"b": [1, 2]}, "c": {"d": 3}, "e": [4]}';
    const before = parse(text, { dialect: "jsonc" });
    const at = text.indexOf("3");
    const after = edit(before, at, at + 1, "33");
    expect(member(after, 0)).toBe(member(before, 0));
    expect(member(after, 2)).toBe(member(before, 2));
    expect(member(after, 1)).not.toBe(member(before, 1));
  });

  it("goes on behind a container that is longer than what is looked at", () => {
    for (const filler of ['"a": 1, ', '"', "{", "1, ", ":"]) {
      const text = `{"a": 1, "b": ["${"x".repeat(20_000)}"], "c": 2}`;
      const before = parse(text, { dialect: "json" });
      // What was read before must not be taken for what follows.
      parse(filler.repeat(30_000 / filler.length), { dialect: "json" });
      const after = edit(before, 9, 14, "");
      const anew = parse(replaceText(text, 9, 14, ""), { dialect: "json" });
      expect(plain(after)).toEqual(plain(anew));
    }
  });

  it("re-reads neither the neighbours nor the other runs of a long list", () => {
    const text = `[${Array.from({ length: 5000 }, (_, i) => i).join(", ")}]`;
    const before = parse(text, { dialect: "json" });
    const at = text.indexOf("2500");
    for (const [start, end, inserted] of [
      [at, at, "1"],
      [at, at + 4, ""],
      [at, at, "7, "],
      [at, at, "[1], "],
    ] as const) {
      const after = edit(before, start, end, inserted);
      const kept = new Set(nodesOf(before.root));
      const fresh = nodesOf(after.root).filter((node) => !kept.has(node));
      expect(fresh.length).toBeLessThan(6);
    }
  });

  it("ends an object where the next one of a list begins, so that one bracket does not swallow the list", () => {
    const text = '[{"a": {"x": 1}},\n{"a": {"x": 2}},\n{"a": {"x": 3}}]';
    const before = parse(text, { dialect: "json" });
    const after = edit(before, 7, 7, "{");
    expect(member(after, 3)).toBe(member(before, 2));
    expect(problems(after).length).toBeGreaterThan(0);
  });

  it("reads a wider container when the edit moves a container's end", () => {
    const text = '{"a": [1, 2], "b": [3]}';
    const after = edit(parse(text, { dialect: "json" }), 9, 9, "]");
    expect(plain(after)).toEqual(plain(parse(replaceText(text, 9, 9, "]"), { dialect: "json" })));
  });

  it(`equals reading anew after any edit (SEED=${seed})`, () => {
    const random = new Random(seed);
    for (let document = 0; document < 400; document++) {
      const dialect = random.pick(["json", "jsonc"] as const);
      let text = someJson(random);
      let tree = parse(text, { dialect });
      for (let i = 0; i < 50; i++) {
        const start = random.below(text.length + 1);
        const end = random.chance(0.6) ? start : Math.min(text.length, start + random.below(6));
        const inserted = random.chance(0.25) ? "" : random.chance(0.2) ? someJson(random, 2) : scrap(random);
        const edited = edit(tree, start, end, inserted);
        const newText = replaceText(text, start, end, inserted);
        const fresh = parse(newText, { dialect });
        const context = `after ${JSON.stringify(inserted)} at ${start}: ${JSON.stringify(newText)}`;
        expect(plain(edited), context).toEqual(plain(fresh));
        expect(problems(edited), context).toEqual(problems(fresh));
        // Most edits are taken back, else everything is broken soon.
        if (random.chance(0.3)) [tree, text] = [edited, newText];
      }
    }
  });
});
