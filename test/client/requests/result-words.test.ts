import { describe, expect, it } from "vitest";
import { indentJson } from "../../../client/requests/indent-json.ts";
import { movedLine } from "../../../client/requests/moved-line.ts";
import { resultWords } from "../../../client/requests/result-words.ts";
import { Random, seed } from "../../server/random.ts";

it.each([
  [2_900, "201 · 77 ms · 2 s ago"],
  [59_999, "201 · 77 ms · 59 s ago"],
  [60_000, "201 · 77 ms · 1 min ago"],
  [3_600_000, "201 · 77 ms · 1 h ago"],
  [50 * 3_600_000, "201 · 77 ms · 2 d ago"],
  [-5, "201 · 77 ms · 0 s ago"],
])("what came of a request %d ms ago", (age, expected) => {
  expect(resultWords({ state: "held", status: 201, duration: 77.4, at: 1000 }, 1000 + age)).toBe(expected);
});

it("says that no reply came", () => {
  expect(resultWords({ state: "unknown", status: undefined, duration: 5, at: 0 }, 0)).toBe(
    "no reply · 5 ms · 0 s ago",
  );
});

it("says that a reply is not what was expected", () => {
  expect(resultWords({ state: "missed", status: 200, duration: 5, at: 0 }, 0)).toBe(
    "200 · not as expected · 5 ms · 0 s ago",
  );
});

describe("a line", () => {
  const change = (start: [number, number], end: number, text: string) => ({
    range: { start: { line: start[0], character: start[1] }, end: { line: end } },
    text,
  });
  it.each([
    ["stays when something is typed below", change([6, 0], 6, "\n\n"), 5],
    ["stays when something is typed in it", change([5, 3], 5, "a\nb"), 5],
    ["moves down with lines above", change([2, 4], 2, "\n\n"), 7],
    ["moves down with a line before it", change([5, 0], 5, "\n"), 6],
    ["moves up when lines above go", change([1, 0], 3, ""), 3],
    ["moves up onto the end of one that is cut", change([4, 2], 5, ""), 4],
    ["is gone with what is around it", change([0, 0], 9, "{}"), undefined],
  ])("%s", (_, given, expected) => {
    expect(movedLine(5, given)).toBe(expected);
  });
});

it(`JSON on lines is what JSON.stringify writes, whatever it is (SEED=${seed})`, () => {
  const random = new Random(seed);
  const value = (depth: number): unknown => {
    switch (random.below(depth > 0 ? 7 : 5)) {
      case 0:
        return random.below(1000) / 8 - 3;
      case 1:
        return random.pick([true, false, null]);
      case 2:
        return random.pick(["", "a b", '"', "\\", "{ [ ] }", ",:", "é\n\u2028", '\\"']);
      case 5:
        return Array.from({ length: random.below(4) }, () => value(depth - 1));
      case 6:
        return Object.fromEntries(
          Array.from({ length: random.below(4) }, (_, at) => [
            `${random.pick(["a", '"', ": {"])}${at}x`,
            value(depth - 1),
          ]),
        );
      default:
        return "x";
    }
  };
  for (let round = 0; round < 500; round++) {
    const any = value(4);
    for (const indent of [0, 1, 4])
      expect(indentJson(JSON.stringify(any, null, indent))).toBe(JSON.stringify(any, null, 2));
  }
});
