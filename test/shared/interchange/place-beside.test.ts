import { describe, expect, it } from "vitest";
import { placeBeside } from "../../../shared/interchange/place-beside.ts";

/** The text after a paste at the bar; undefined where it stays what it is. */
function paste(marked: string): string | undefined {
  const text = marked.replace("|", "");
  const place = placeBeside(text, marked.indexOf("|"));
  return place?.('{\n  "a": 1\n}').reduceRight(
    (now, { offset, text: more }) => now.slice(0, offset) + more + now.slice(offset),
    text,
  );
}

const added = '  {\n    "a": 1\n  }';

describe("a request comes beside", () => {
  it.for([
    ['{ "b": 2 }\n|', `[\n  { "b": 2 },\n${added}\n]\n`],
    ['|{ "b": 2 }', `[\n${added},\n  { "b": 2 }\n]`],
    [
      '// words\n{\n  "b": "{|"\n}\n'.replace("|", "") + "|",
      `// words\n[\n  {\n    "b": "{"\n  },\n${added}\n]\n`,
    ],
    ['{\n  "b": 2,|\n\n  "c": 3\n}', `[\n  {\n    "b": 2,\n\n    "c": 3\n  },\n${added}\n]`],
    ['{ "b": { |} }', `[\n  { "b": { } },\n${added}\n]`],
    ['{\r\n  "b": 2\r\n}|', `[\n  {\r\n    "b": 2\r\n  },\n${added}\n]`],
    ['[\n  { "b": 2| },\n  { "c": 3 }\n]', `[\n  { "b": 2 },\n${added},\n  { "c": 3 }\n]`],
    ['[\n  { "b": 2 },\n  { "c": [|] },\n]', `[\n  { "b": 2 },\n  { "c": [] },\n${added},\n]`],
    ['[\n  { "b": 2 }\n]\n|', `[\n  { "b": 2 },\n${added}\n]\n`],
    ['|[\n  { "b": 2 }\n]', `[\n${added},\n  { "b": 2 }\n]`],
  ])("%j", ([marked = "", expected]) => {
    expect(paste(marked)).toBe(expected);
  });

  it("and what was there is there as it was, whatever it is", () => {
    const text = '/* a */ {\n\t"b": "x\\"{", // [\n\t"c": [1, {}]\n} // end';
    for (let at = 0; at <= text.length; at++) {
      const result = paste(`${text.slice(0, at)}|${text.slice(at)}`);
      if (result === undefined) continue;
      expect(result.replaceAll(/\s/g, "")).toContain('{"b":"x\\"{",//["c":[1,{}]}');
      expect(JSON.parse(result.replaceAll(/\/\/.*|\/\*.*?\*\//g, ""))).toEqual(
        at <= 8 ? [{ a: 1 }, expect.anything()] : [{ b: 'x"{', c: [1, {}] }, { a: 1 }],
      );
    }
  });

  it.for([
    '{"a": "|"}',
    "{ // |\n}",
    "/* | */ {}",
    '{ "a": 1 |',
    '{ "a": 1 } { }|',
    "[ ]|",
    "12|",
    "|",
    '{"a": ]}|',
  ])("not in %j", (marked) => expect(paste(marked)).toBeUndefined());
});
