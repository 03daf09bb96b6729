import { describe, expect, it } from "vitest";
import { memberNamed } from "../../../server/syntax/named-members.ts";
import { parse, rootOf } from "../../../server/syntax/tree.ts";
import { stringValue, toValue } from "../../../server/syntax/value.ts";
import { walk } from "../../../server/syntax/walk.ts";

const tree = (text: string) => parse(text, { dialect: "json" });

it("keeps __proto__ as data", () => {
  const value = toValue(tree('{"__proto__": {"a": 1}}')) as object;
  expect(Object.keys(value)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

it("takes the last of equal names", () => {
  expect(toValue(tree('{"a": 1, "a": 2}'))).toEqual({ a: 2 });
  const at = memberNamed(rootOf(tree('{"a": 1, "a": 2}')), "a");
  expect(at?.start).toBe(14);
});

it("decodes strings as JSON.parse does", () => {
  const text = '"\\u00e9\\ud83d\\ude00\\n\\/\\\\"';
  const document = tree(text);
  expect(stringValue(document, { node: document.root, start: 0 })).toBe(JSON.parse(text));
});

it("decodes an unfinished string that ends in an escaped quote", () => {
  const document = tree('"a\\"');
  expect(stringValue(document, { node: document.root, start: 0 })).toBe('a"');
});

describe("a walk", () => {
  const document = tree('{"a": [10, {"b": "x"}], "c": {"d": 1}, "e": 2}');
  function walked(answer: (path: string) => "skip" | "stop" | undefined): string[] {
    const paths: string[] = [];
    walk(document, (_, path) => {
      paths.push(path.join("/"));
      return answer(path.join("/"));
    });
    return paths;
  }

  it("goes in document order", () => {
    expect(walked(() => undefined)).toEqual(["", "a", "a/0", "a/1", "a/1/b", "c", "c/d", "e"]);
  });

  it("is not led into what is skipped, and ends where it is stopped", () => {
    expect(walked((path) => (path === "a" ? "skip" : undefined))).toEqual(["", "a", "c", "c/d", "e"]);
    expect(walked((path) => (path === "a/1/b" ? "stop" : undefined))).toEqual([
      "",
      "a",
      "a/0",
      "a/1",
      "a/1/b",
    ]);
  });
});
