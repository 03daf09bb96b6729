import { describe, expect, it } from "vitest";
import { folds } from "../../../server/features/folding.ts";
import { fileOf } from "../marked.ts";

/** `first-last kind`, lines from 1. */
const foldsOf = (text: string, limit?: number) =>
  folds(fileOf(text), limit).map(({ startLine, endLine, kind }) =>
    [`${startLine + 1}-${endLine + 1}`, ...(kind ? [kind] : [])].join(" "),
  );

describe("folding", () => {
  it("folds objects and arrays and leaves the closing bracket in sight", () => {
    expect(foldsOf('{\n  "a": [\n    1\n  ],\n  "b": {}\n}')).toEqual(["1-5", "2-3"]);
  });

  it("folds nothing that is on one line, or that has nothing between its brackets", () => {
    expect(foldsOf('{"a": [1]}')).toEqual([]);
    expect(foldsOf("{\n}")).toEqual([]);
  });

  it("folds comments, neighbouring line comments as one, and regions", () => {
    expect(foldsOf('// one\n// two\n{\n  /* a\n     b */\n  "c": 1\n}')).toEqual([
      "1-2 comment",
      "3-6",
      "4-5 comment",
    ]);
    expect(foldsOf("// #region all\n{}\n// #endregion")).toEqual(["1-3 region"]);
  });

  it("takes brackets in strings and comments for text", () => {
    expect(foldsOf('{\n  "a": "{{name}} [",\n  // {\n  "b": "\\"{"\n}')).toEqual(["1-4"]);
  });

  it("counts lines as the editor does", () => {
    expect(foldsOf('{\r\n"a": 1\r\n}')).toEqual(["1-2"]);
    expect(foldsOf('{\r"a": 1\r}')).toEqual(["1-2"]);
    expect(foldsOf('/* a\r\n b */\r\n{\r\n"a": 1\r\n}')).toEqual(["1-2 comment", "3-4"]);
  });

  it("folds what it can of unfinished text", () => {
    expect(foldsOf('{\n  "a": [\n    1,\n    "b\n  ],\n  "c": {\n}')).toEqual(["2-4"]);
    expect(foldsOf("]}\n[\n1\n]")).toEqual(["2-3"]);
    expect(foldsOf("/* open")).toEqual([]);
    expect(foldsOf('"')).toEqual([]);
  });

  it("keeps the outer folds where there are too many", () => {
    expect(foldsOf("[\n[\n[\n1\n]\n],\n[\n1\n]\n]", 2)).toEqual(["1-9", "2-5"]);
  });

  it("folds very deep text without recursion", () => {
    const deep = 100_000;
    expect(folds(fileOf(`${"[\n".repeat(deep)}${"]\n".repeat(deep)}`))).toHaveLength(5000);
  });
});
