import { describe, expect, it } from "vitest";
import { automaton, readExpression } from "../../../shared/patterns/expression.ts";
import { compilePattern } from "../../../shared/patterns/pattern.ts";
import { Random, seed } from "../../server/random.ts";

const slowly = (source: string, flags: "u" | "" = "u") => {
  const read = readExpression(source, flags);
  return read && automaton(read, { unicode: flags === "u" });
};

describe("patterns", () => {
  it.each([
    ["^(a+)+$", `${"a".repeat(5000)}!`],
    ["^(a|a)*$", `${"a".repeat(5000)}!`],
    ["^(a?){25}a{25}$", "a".repeat(24)],
    ["(x+x+)+y", "x".repeat(5000)],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(5000)],
    ["\\s+$", `${" ".repeat(20_000)}x`],
  ])(
    "%s does not run away on a text that the platform's expressions would never be done with",
    (source, text) => {
      expect(compilePattern(source)?.test(text)).toBe(false);
    },
  );

  it.each([
    "^(a*)\\1$",
    "(?=a)a*a*a*b",
    "^(?=(a+)+$)b|c",
    "a(?=b)",
    "(?<=a)b",
    "^(?=a)(?:b|(?=c))",
    "^(?=(?=a)b)c",
  ])("%s, which looks around or back, is not matched", (source) => {
    expect(compilePattern(source)).toBeUndefined();
  });

  it("may begin with demands, which hold for texts of any length", () => {
    const password = compilePattern("^(?=.*\\d)(?=.*[a-z)])(?!admin|root)[^ ]{8,}$");
    for (const text of [
      "abcdefg1",
      "admix1234",
      "short1",
      "abcdefgh",
      "admin1234",
      "root12345",
      "12345678",
      "a b c d e1",
    ])
      expect(password?.test(text), text).toBe(/^(?=.*\d)(?=.*[a-z)])(?!admin|root)[^ ]{8,}$/u.test(text));
    expect(password?.test("a".repeat(100_000))).toBe(false);
    expect(compilePattern("^(?=(a+)+$).*$")?.test(`${"a".repeat(5000)}!`)).toBe(false);
  });

  it.each([
    ["^\\p{Lu}.$", "Ä😀"],
    ["^[^\\]a-c\\d]+$", "x]y"],
    ["\\bfoo\\b", "a foo b"],
    ["^\\u{1f600}$", "😀"],
    ["^(?<year>\\d{4})-(?:0[1-9]|1[0-2])$", "2026-11"],
    ["^$", ""],
    ["a{2,3}?b", "xaab"],
    ["^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$", "ada@example.co.uk"],
  ])("%s matches as the platform's expressions do", (source, text) => {
    const expression = new RegExp(source, "u");
    for (const value of [text, `${text}!`, text.slice(1), ""])
      expect(slowly(source)?.test(value), value).toBe(expression.test(value));
  });

  it(`match as the platform's expressions do, whatever they are (SEED=${seed})`, () => {
    const random = new Random(seed);
    const part = (depth: number): string => {
      switch (random.below(depth > 0 ? 9 : 5)) {
        case 0:
          return random.pick(["a", "b", "1", "-", "\\."]);
        case 1:
          return random.pick(["[ab]", "[^a]", "\\d", "\\w", "."]);
        case 2:
          return random.pick(["^", "$", "\\b", "\\B"]);
        case 3:
        case 4:
          return random.pick(["a", "b"]);
        case 5:
          return `(?:${part(depth - 1)}|${part(depth - 1)})`;
        case 6:
          return `(${part(depth - 1)})${random.pick(["*", "+", "?", "{2}", "{1,3}", "{0,}", "*?"])}`;
        default:
          return part(depth - 1) + part(depth - 1);
      }
    };
    for (let i = 0; i < 1500; i++) {
      const source = part(4);
      const expression = new RegExp(source, "u");
      const text = Array.from({ length: random.below(9) }, () => random.pick(["a", "b", "1", "-", "."])).join(
        "",
      );
      expect(slowly(source)?.test(text), `${source} on ${text}`).toBe(expression.test(text));
    }
  });
});
