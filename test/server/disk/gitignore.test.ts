import ignore from "ignore";
import { expect, it } from "vitest";
import { readRules } from "../../../server/disk/gitignore.ts";
import { Random } from "../random.ts";

const says = (text: string, path: string) =>
  readRules(text, { ignoreCase: false })(path.replace(/\/$/, ""), { isFolder: path.endsWith("/") });

it.each([
  ["# a comment\n\n*.json", "a.json", "ignored"],
  ["*.json", "deep/a.json", "ignored"],
  ["/a.json", "deep/a.json", undefined],
  ["deep/a.json", "deep/a.json", "ignored"],
  ["deep/a.json", "more/deep/a.json", undefined],
  ["build/", "build/", "ignored"],
  ["build/", "build", undefined],
  ["*.json\n!keep.json", "keep.json", "kept"],
  ["a/**", "a/", undefined],
  ["a/**", "a/b", "ignored"],
  ["\\#a\n\\!b", "#a", "ignored"],
  ["\\#a\n\\!b", "!b", "ignored"],
  ["a ", "a", "ignored"],
  ["a\\ ", "a ", "ignored"],
  ["a\r\nb\r\n", "b", "ignored"],
  ["{a,b}", "a", undefined],
])("%j and %s: %s", (text, path, expected) => {
  expect(says(text, path)).toBe(expected);
});

it("agrees with the package ignore on random rules", () => {
  const random = new Random(3);
  const names = ["a", "b", "a.x", "b.x"];
  const parts = [...names, "*", "*.x", "?", "[ab]", "**"];
  for (let round = 0; round < 20_000; round++) {
    const lines = Array.from({ length: 1 + random.below(3) }, () => {
      const body = Array.from({ length: 1 + random.below(3) }, () => random.pick(parts)).join("/");
      return `${random.pick(["", "", "!"])}${random.pick(["", "", "/"])}${body}${random.pick(["", "", "/"])}`;
    });
    const text = lines.join("\n");
    const path =
      Array.from({ length: 1 + random.below(3) }, () => random.pick(names)).join("/") +
      random.pick(["", "/"]);
    const theirs = ignore({ ignoreCase: false }).add(text);
    // It looks at the folders above as well, which a walk has passed by then.
    const above = path.split("/").slice(0, -1).join("/");
    if (above !== "" && theirs.test(`${above.replace(/\/$/, "")}/`).ignored) continue;
    const { ignored, unignored } = theirs.test(path);
    const expected = ignored ? "ignored" : unignored ? "kept" : undefined;
    const found = says(text, path);
    if ((found === "ignored") !== (expected === "ignored"))
      throw new Error(`${JSON.stringify(text)} and ${path}: ${found}, not ${expected}`);
  }
});
