import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { glob } from "../../shared/glob.ts";
import { Random } from "../server/random.ts";

it.each([
  ["*.json", "a.json", true],
  ["*.json", ".json", true],
  ["*.json", "folder/a.json", false],
  ["**/*.json", "a.json", true],
  ["**/*.json", "one/two/a.json", true],
  ["one/**/a.json", "one/a.json", true],
  ["one/**/a.json", "one/two/three/a.json", true],
  ["one/**", "one/two/a.json", true],
  ["one/**", "one", false],
  ["{one,two}/*.{json,jsonc}", "two/a.jsonc", true],
  ["{one,t{w,r}o}/a", "tro/a", true],
  ["{one/a", "{one/a", true],
  ["a?c", "abc", true],
  ["a?c", "a/c", false],
  ["[a-c]x", "bx", true],
  ["[!a-c]x", "bx", false],
  ["[]]x", "]x", true],
  ["[a", "[a", true],
  ["\\*", "*", true],
  ["\\*", "a", false],
  ["(a|b)+$", "(a|b)+$", true],
])("%s and %s: %s", (pattern, path, expected) => {
  expect(glob(pattern)(path)).toBe(expected);
});

it("tells upper and lower case apart, unless it shall not", () => {
  expect([glob("A*")("abc"), glob("A*", { ignoreCase: true })("aBc")]).toEqual([false, true]);
});

it("agrees with picomatch on what both know", () => {
  const random = new Random(7);
  const parts = ["a", "b", "ab", "*", "?", "[ab]", "[^a]", "**", ".", "{a,b*}"];
  const texts = ["a", "b", "ab", "aab", "ba", ".a", "c"];
  const made = (from: readonly string[], most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => random.pick(from)).join("");
  let compared = 0;
  for (let round = 0; round < 20_000; round++) {
    const pattern = Array.from({ length: 1 + random.below(3) }, () =>
      random.below(3) === 0 ? "**" : made(parts, 3),
    ).join("/");
    const path = Array.from({ length: 1 + random.below(3) }, () => made(texts, 2)).join("/");
    // Runs of stars within a name, and folders that a trailing ** names itself, are told otherwise.
    if (/\*\*[^/]|[^/]\*\*|(^|\/)\.+(\/|$)|\*\*$/.test(pattern)) continue;
    compared++;
    const theirs = picomatch.isMatch(path, pattern, { dot: true });
    if (glob(pattern)(path) !== theirs) throw new Error(`${pattern} and ${path}: ${theirs}`);
  }
  expect(compared).toBeGreaterThan(5000);
});

describe("hostile patterns", () => {
  it.each([
    ["stars in a name", `${"*a".repeat(400)}b`, "a".repeat(4000)],
    ["stars for folders", `${"**/a/".repeat(180)}b`, "a/".repeat(2000)],
    ["braces in braces", `${"{a,".repeat(200)}${"}".repeat(200)}`, "a"],
    ["braces beside braces", "{a,b}".repeat(150), "ab".repeat(75)],
    ["a long set", `[${"a-".repeat(400)}]`, "b"],
    ["a long pattern", "*".repeat(1_000_000), "a"],
  ])("end soon: %s", (_, pattern, path) => {
    expect(glob(pattern)(path)).toBe(false);
  });
});
