import { expect, it } from "vitest";
import { comparedText, mayExpect, withNeeded } from "../../../client/requests/test-files.ts";
import type { ResolvedRequest } from "../../../shared/protocol.ts";

const start = { line: 0, character: 0 };

const requests = (...given: readonly Partial<ResolvedRequest>[]): ResolvedRequest[] =>
  given.map((each, index) => ({
    index,
    operation: "content.posts.list",
    values: {},
    problems: [],
    range: { start, end: start },
    ...each,
  }));

it("a file is a test when something of it may be expected", () => {
  expect(mayExpect('{"operation": "content.posts.list", "expect" : {}}')).toBe(true);
  expect(mayExpect('{"operation": "content.posts.list", "name": "expect"}')).toBe(false);
});

it("a request runs with those that it refers to, and with no others", () => {
  const found = requests(
    { name: "a" },
    { name: "b" },
    { name: "c", values: { body: { id: "{{a.response.body.id}}" } } },
    { values: { path: { id: "{{c.request.body.id}}" } } },
    { expect: { body: { id: "{{b.response.body.id}}" } } },
  );
  expect(withNeeded(found, new Set([3]))).toEqual([0, 2, 3]);
  expect(withNeeded(found, new Set([4]))).toEqual([1, 4]);
  expect(withNeeded(found, new Set([0, 1]))).toEqual([0, 1]);
});

it("a reference is to the last request of the name before it", () => {
  const found = requests(
    { name: "a" },
    { name: "a", values: { body: "{{a.response.body.id}}" } },
    { values: { body: "{{a.response.body.id}}" } },
  );
  expect(withNeeded(found, new Set([2]))).toEqual([0, 1, 2]);
  expect(withNeeded(found, new Set([1]))).toEqual([0, 1]);
});

it("what is compared is shown as JSON, and text as itself", () => {
  expect([{ a: 1 }, "x", undefined, null].map(comparedText)).toEqual([
    '{\n  "a": 1\n}',
    "x",
    "nothing",
    "null",
  ]);
});
