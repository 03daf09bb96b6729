import { describe, expect, it } from "vitest";
import { locate } from "../../../server/syntax/locate.ts";
import { problems } from "../../../server/syntax/problems.ts";
import { parse } from "../../../server/syntax/tree.ts";
import { Random, seed } from "../random.ts";
import { scrap } from "./texts.ts";

/** Where `|` is, in one line: part, path, what is expected, the text to replace, what must be written around. */
function at(marked: string): string {
  const offset = marked.indexOf("|");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const found = locate(parse(text, { dialect: "jsonc" }), offset);
  const around = [found.commaBefore && ",_", found.colonAfter && "_:", found.commaAfter && "_,"].filter(
    Boolean,
  );
  const replaced = text.slice(found.replace.start, found.replace.end);
  return [found.part, `/${found.path.join("/")}`, found.expects, replaced && `‹${replaced}›`, ...around]
    .filter(Boolean)
    .join(" ");
}

describe("locate", () => {
  it.each([
    ["|", "outside / value"],
    ["{|}", "between / key _:"],
    ['{"a|":1}', 'key /a key ‹"a"›'],
    ['{|"a":1}', 'key /a key ‹"a"›'],
    ['{"a"|:1}', "between /a colon"],
    ['{"a" | }', "between /a colon _:"],
    ['{"a":|1}', "value /a value ‹1›"],
    ['{"a": 1|}', "value /a value ‹1›"],
    ['{"a": |}', "between /a value"],
    ['{"a": |\n "b": 2}', "between /a value _,"],
    ['{"a":\n|"b": 2}', "between /a value _,"],
    ['{"a": "x|"}', 'value /a value ‹"x"›'],
    ['{"a": "x|', 'value /a value ‹"x›'],
    ['{"a": tr|}', "value /a value ‹tr›"],
    ['{"a":1 |}', "between / key ,_ _:"],
    ['{"a":1, |}', "between / key _:"],
    ['{"a":1 | "b":2}', "between / key ,_ _: _,"],
    ['{"a":1, | "b":2}', "between / key _: _,"],
    ['{"a":1\n op|\n "b":1}', "between / key ‹op› ,_ _: _,"],
    ["{ op| }", "key /op key ‹op› _:"],
    ["[|]", "between / value"],
    ["[1,|]", "between / value"],
    ["[1 |]", "between / value ,_"],
    ["[1, | 2]", "between / value _,"],
    ["[1|,2]", "value /0 value ‹1›"],
    ['{"a": {"b": [1, {"c|": 2}]}}', 'key /a/b/1/c key ‹"c"›'],
    ['{"a": {"b": 1}, |}', "between / key _:"],
    ["// |\n{}", "comment / nothing"],
    ['{"a":1 // |\n}', "comment / nothing"],
    ["/|/ x\n{}", "comment / nothing"],
    ["{/|* x */}", "comment / nothing"],
    ['{"a"/|/ x\n:1}', "comment /a nothing"],
    ['{"a":1 //|/ x\n}', "comment / nothing"],
    ["{/* x */|// y\n}", "between / key _:"],
    ['{"a":1,\n|\n"b":\n}', "between / key _: _,"],
    ['{"a":1,\n|\n"b"\n}', "between / key _: _,"],
    ['{"a":1,\n|\n,"b":\n}', "between / key _:"],
    ['{"a":1} |', "outside / nothing"],
  ])("%j", (marked, expected) => expect(at(marked)).toBe(expected));

  it("finds its way in a list of thousands", () => {
    const text = `[${Array.from({ length: 5000 }, (_, i) => `{"n": ${i}}`).join(",")}]`;
    const offset = text.indexOf("4321");
    expect(locate(parse(text, { dialect: "json" }), offset).path).toEqual([4321, "n"]);
  });

  it(`answers at every place of any text (SEED=${seed})`, () => {
    const random = new Random(seed);
    for (let i = 0; i < 1500; i++) {
      const text = Array.from({ length: random.below(25) }, () => scrap(random)).join("");
      const tree = parse(text, { dialect: "jsonc" });
      problems(tree);
      for (let offset = 0; offset <= text.length; offset++) {
        const { replace } = locate(tree, offset);
        expect(replace.start).toBeGreaterThanOrEqual(0);
        expect(
          replace.start <= offset && offset <= replace.end,
          JSON.stringify([text, offset, replace]),
        ).toBe(true);
      }
    }
  });
});
