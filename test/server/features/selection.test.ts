import { describe, expect, it } from "vitest";
import type { SelectionRange } from "vscode-languageserver-types";
import { selection } from "../../../server/features/selection.ts";
import { atCursor, textIn } from "../marked.ts";

/** The texts that are taken one after the other. */
function taken(marked: string): string[] {
  const { file, offset, text } = atCursor(marked);
  const found: string[] = [];
  for (let at: SelectionRange | undefined = selection(file, offset); at; at = at.parent)
    found.push(textIn(text, at.range));
  return found;
}

describe("selection ranges", () => {
  it("grow from a string's content to the whole", () => {
    expect(taken('{"a": {"b": "c|d", "e": 1}}')).toEqual([
      "cd",
      '"cd"',
      '"b": "cd"',
      '"b": "cd", "e": 1',
      '{"b": "cd", "e": 1}',
      '"a": {"b": "cd", "e": 1}',
      '{"a": {"b": "cd", "e": 1}}',
    ]);
  });

  it("begin at the name of a placeholder", () => {
    expect(taken('["a {{ na|me }} b"]')).toEqual([
      "name",
      "{{ name }}",
      "a {{ name }} b",
      '"a {{ name }} b"',
      '["a {{ name }} b"]',
    ]);
  });

  it("begin at a key", () => {
    expect(taken('{"a|b": 1}')).toEqual(["ab", '"ab"', '"ab": 1', '{"ab": 1}']);
  });

  it("take items, numbers and what is between", () => {
    expect(taken("[1, 2|3, 4]")).toEqual(["23", "1, 23, 4", "[1, 23, 4]"]);
    expect(taken("[1,| 2]")).toEqual(["1, 2", "[1, 2]"]);
    expect(taken("// a |\n[]")).toEqual(["// a \n[]"]);
  });

  it.each(["|", '{"a|', '{"a":|', "[|", '["|', "{|}", '{"a": "b|'])("hold each other at %j", (marked) => {
    const { file, offset } = atCursor(marked);
    for (let at: SelectionRange | undefined = selection(file, offset); at; at = at.parent) {
      const { range, parent } = at;
      if (!parent) break;
      expect(file.lines.offsetAt(parent.range.start)).toBeLessThanOrEqual(file.lines.offsetAt(range.start));
      expect(file.lines.offsetAt(parent.range.end)).toBeGreaterThanOrEqual(file.lines.offsetAt(range.end));
    }
  });
});
