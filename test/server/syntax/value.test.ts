import { expect, it } from "vitest";
import { pathTo } from "../../../server/syntax/path.ts";
import { parse } from "../../../server/syntax/tree.ts";
import { sourceOf, stringValue, toValue } from "../../../server/syntax/value.ts";
import { walk } from "../../../server/syntax/walk.ts";

const tree = (text: string) => parse(text, { dialect: "json" });

it("keeps __proto__ as data", () => {
  const value = toValue(tree('{"__proto__": {"a": 1}}')) as object;
  expect(Object.keys(value)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

it("takes the last of equal names", () => {
  expect(toValue(tree('{"a": 1, "a": 2}'))).toEqual({ a: 2 });
  const at = pathTo(tree('{"a": 1, "a": 2}'), ["a"]);
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

it("finds nodes by path and walks in document order", () => {
  const document = tree('{"a": [10, {"b": "x"}]}');
  const at = pathTo(document, ["a", 1, "b"]);
  expect(at && sourceOf(document, at)).toBe('"x"');
  expect(pathTo(document, ["a", 2])).toBeUndefined();
  const paths: string[] = [];
  walk(document, (_, path) => paths.push(path.join("/")));
  expect(paths).toEqual(["", "a", "a/0", "a/1", "a/1/b"]);
});
