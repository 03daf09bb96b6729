import { describe, expect, it } from "vitest";
import {
  changesBetween,
  conflictsBetween,
  recordIn,
  shownOf,
  textOf,
} from "../../../client/documents/changes.ts";

describe("the fields of a record", () => {
  it("are those that can be changed, in their documented order", () => {
    const record = { id: "usr_1", metadata: { city: "Oslo" }, name: "Ada" };
    expect(Object.entries(shownOf(record, ["name", "metadata", "nickname"]))).toEqual([
      ["name", "Ada"],
      ["metadata", { city: "Oslo" }],
    ]);
  });

  it("are all where the documents do not show which", () => {
    expect(shownOf({ id: "workspace", timezone: "UTC" }, undefined)).toEqual({
      id: "workspace",
      timezone: "UTC",
    });
  });

  it("come back from their text, whatever they are called", () => {
    const record = JSON.parse('{ "__proto__": { "a": 1 }, "constructor": null, "n": [1, { "b": "é" }] }');
    expect(changesBetween(recordIn(textOf(record)), record)).toEqual({ changed: {}, removed: [] });
  });
});

describe("what was changed", () => {
  it("is a field with another value, sent whole", () => {
    const before = { name: "Ada", metadata: { city: "Oslo", cohort: "autumn" } };
    const after = { name: "Ada", metadata: { city: "Bergen", cohort: "autumn" } };
    expect(changesBetween(before, after)).toEqual({
      changed: { metadata: { city: "Bergen", cohort: "autumn" } },
      removed: [],
    });
  });

  it("is nothing when only order and layout differ", () => {
    const before = { name: "Ada", metadata: { a: 1, b: 2 } };
    expect(changesBetween(before, recordIn('{"metadata":{"b":2,"a":1},"name":"Ada"}'))).toEqual({
      changed: {},
      removed: [],
    });
  });

  it("tells null from a field that is absent", () => {
    expect(changesBetween({}, { coupon_code: null })).toEqual({
      changed: { coupon_code: null },
      removed: [],
    });
    expect(changesBetween({ coupon_code: null }, {})).toEqual({ changed: {}, removed: ["coupon_code"] });
  });

  it("may be a field of any name", () => {
    const { changed } = changesBetween({}, recordIn('{ "__proto__": 1 }'));
    expect(JSON.stringify(changed)).toBe('{"__proto__":1}');
  });
});

describe("what others changed", () => {
  it("is none where the person changed nothing", () => {
    const read = { name: "Ada", metadata: { a: 1 } };
    expect(
      conflictsBetween(read, { name: "Ada", metadata: { a: 2 } }, { ...read, name: "Ada Lovelace" }),
    ).toEqual([]);
  });

  it("is a field that is new to both or gone for one", () => {
    expect(conflictsBetween({ a: 1 }, { b: 1 }, { a: 2, b: 2 })).toEqual(["a", "b"]);
    expect(conflictsBetween({ a: 1 }, { b: 1 }, { a: 1 })).toEqual([]);
  });

  it("is no conflict when the person wants the same", () => {
    expect(conflictsBetween({ name: "Ada" }, { name: "Lin" }, { name: "Lin" })).toEqual([]);
  });
});

it.each(['{ "name": ', "[]", '"text"', "null", ""])("%s is no record", (text) => {
  expect(() => recordIn(text)).toThrow(/^Nothing was sent/);
});
