import { describe, expect, it } from "vitest";
import { placeForRequest } from "../../../shared/interchange/place-for-request.ts";

/** The text after a paste at the cursor, or in place of what stands between two bars; undefined where none can stand. */
function paste(marked: string): string | undefined {
  const [before = "", inside = "", after] = marked.split("|");
  const [start, end] =
    after === undefined ? [before.length, before.length] : [before.length, (before + inside).length];
  const text = marked.replaceAll("|", "");
  const place = placeForRequest(text, start, end);
  return place && text.slice(0, start) + place('{\n  "a": 1\n}') + text.slice(end);
}

describe("a request can stand", () => {
  it.for([
    ["|", '{\n  "a": 1\n}'],
    ["// words\n|\n", '// words\n{\n  "a": 1\n}\n'],
    ["|{}|", '{\n  "a": 1\n}'],
    ["{|}", '{\n  "a": 1\n}'],
    ["{\n  |\n}", '{\n  \n  "a": 1\n}'],
    ["[|]", '[\n  {\n    "a": 1\n  }\n]'],
    ["[\n  |\n]", '[\n  {\n    "a": 1\n  }\n]'],
    ['[\n  { "b": 2 }|\n]', '[\n  { "b": 2 },\n  {\n    "a": 1\n  }\n]'],
    ['[\n  { "b": 2 },\n  |\n]', '[\n  { "b": 2 },\n  {\n    "a": 1\n  }\n]'],
    ['[\n  |\n  { "b": 2 }\n]', '[\n  {\n    "a": 1\n  },\n  { "b": 2 }\n]'],
    ["[\n", undefined],
  ] as const)("%j", ([marked, expected]) => {
    if (expected !== undefined) expect(paste(marked)).toBe(expected);
  });

  it.for([
    '{"a": "|"}',
    '{ "a": | }',
    "// |",
    "/* | */",
    '{ "a": 1 } |',
    '[{ "a": [|] }]',
    '["|"]',
    '[{"b": 2 |}]',
  ])("not in %j", (marked) => expect(paste(marked)).toBeUndefined());
});
