import { describe, expect, it, vi } from "vitest";
import { edit } from "../../../server/syntax/edit.ts";
import { stringSearch } from "../../../server/syntax/strings.ts";
import { parse } from "../../../server/syntax/tree.ts";

const seen: string[] = [];
const look = (source: string) => {
  seen.push(source);
  return source.includes("x") ? source : undefined;
};
const search = stringSearch({ look });

describe("a search in strings", () => {
  it("finds them where they are, in documents of any shape", () => {
    for (const text of ['"x"', '{"a": ["x", {"b": " x "}], "x": 1}', "[]", "", '["x', '// "x"\n{"a":"x"}']) {
      const tree = parse(text, { dialect: "jsonc" });
      for (const { start, found } of search(tree))
        expect(text.slice(start, start + found.length)).toBe(found);
    }
    expect(search(parse('{"a": ["x", {"b": " x "}], "x": 1}', { dialect: "jsonc" }))).toHaveLength(2);
  });

  it("looks again only where the text has changed", () => {
    const items = Array.from({ length: 500 }, (_, index) => `{"a": ["${index}"]}`);
    const text = `[${items.join(", ")}]`;
    const tree = parse(text, { dialect: "jsonc" });
    expect(search(tree)).toEqual([]);
    const at = text.indexOf('"250"') + 1;
    const edited = edit(tree, at, at, "x");
    seen.length = 0;
    expect(search(edited)).toEqual([{ start: at - 1, found: '"x250"' }]);
    expect(seen).toEqual(['"x250"']);
  });

  it("does not go through a text that has none of what its hint says, and little of it after an edit", () => {
    const hint = /x/;
    const asked = vi.spyOn(hint, "test");
    const hinted = stringSearch({ hint, look });
    const items = Array.from({ length: 2000 }, (_, index) => `{"a": ["${index}"], "b": ${" ".repeat(200)}1}`);
    const text = `[${items.join(", ")}]`;
    const tree = parse(text, { dialect: "jsonc" });
    seen.length = 0;
    expect(hinted(tree)).toEqual([]);
    expect(seen).toEqual([]);
    // After an edit and back the tree is the one that was looked through.
    expect(hinted(tree)).toEqual([]);
    expect(asked).toHaveBeenCalledTimes(1);
    const at = text.indexOf('"1250"') + 1;
    const edited = edit(tree, at, at, "x");
    expect(hinted(edited)).toEqual([{ start: at - 1, found: '"x1250"' }]);
    expect(seen.length).toBeLessThan(items.length / 10);
    expect(hinted(edit(edited, at, at + 1, ""))).toEqual([]);
  });
});
