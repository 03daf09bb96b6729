import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hold } from "../../../shared/requests/expectation.ts";
import { seed } from "../../server/random.ts";

const reply = {
  status: 201,
  headers: { "content-type": "application/json", "x-count": "3" },
  body: {
    id: "mem_1",
    tier: "starter",
    amount: 1900,
    half: 0.5,
    none: null,
    tags: ["a", "b"],
    user: { id: "usr_1", emails: [{ to: "a" }, { to: "b" }] },
  },
};
const missed = (expectation: unknown, duration = 10) =>
  hold(expectation, reply, duration).map(({ place, message }) => `${place.join(".")}: ${message}`);

describe("what is expected and so", () => {
  it.for<[string, unknown]>([
    ["nothing", undefined],
    ["a status", { status: 201 }],
    ["a class", { status: "2xx" }],
    ["a status that came as text", { status: "201" }],
    ["one of several", { status: [404, "2xx"] }],
    ["headers in any case", { headers: { "Content-Type": { $pattern: "^application/json" }, "X-Count": 3 } }],
    ["a header that is not there", { headers: { etag: { $absent: true } } }],
    ["a part of a body", { body: { tier: "starter", user: { id: "usr_1" } } }],
    ["an array as it is", { body: { tags: ["a", "b"] } }],
    ["items in part", { body: { user: { emails: [{}, { to: "b" }] } } }],
    ["types", { body: { id: { $type: "string" }, amount: { $type: "integer" }, half: { $type: "number" } } }],
    ["one of several types", { body: { none: { $type: ["string", "null"] }, tags: { $type: "array" } } }],
    ["a range", { body: { amount: { $min: 1, $max: 1900 } } }],
    ["a pattern", { body: { id: { $pattern: "^mem_" } } }],
    ["a length", { body: { tags: { $length: 2 }, id: { $length: { min: 1, max: 5 } } } }],
    ["an item among others", { body: { user: { emails: { $contains: { to: "b" } } } } }],
    ["a text within another", { body: { tier: { $contains: "art" } } }],
    ["what is not there", { body: { error: { $absent: true } } }],
    ["what is there, whatever it is", { body: { none: { $any: true } } }],
    ["a time", { duration: 10 }],
  ])("says nothing: %s", ([, expectation]) => {
    expect(missed(expectation)).toEqual([]);
  });
});

describe("what is expected and not so", () => {
  it.for<[string, unknown, string]>([
    ["a status", { status: 200 }, "expect.status: Expected the status to be 200, found 201."],
    ["classes", { status: ["4xx", 500] }, "expect.status: Expected the status to be 4xx or 500, found 201."],
    [
      "a header",
      { headers: { ETag: "x" } },
      'expect.headers.ETag: Expected headers.ETag to be "x", found nothing.',
    ],
    [
      "a value",
      { body: { tier: "pro" } },
      'expect.body.tier: Expected body.tier to be "pro", found "starter".',
    ],
    [
      "a number that is a text",
      { body: { id: 1 } },
      'expect.body.id: Expected body.id to be 1, found "mem_1".',
    ],
    [
      "fewer items",
      { body: { tags: ["a"] } },
      "expect.body.tags: Expected body.tags to be 1 item, found 2 items.",
    ],
    [
      "a field of an item",
      { body: { user: { emails: [{ to: "a" }, { to: "c" }] } } },
      'expect.body.user.emails.1.to: Expected body.user.emails[1].to to be "c", found "b".',
    ],
    [
      "an object where there is none",
      { body: { tier: { a: 1 } } },
      'expect.body.tier: Expected body.tier to be an object, found "starter".',
    ],
    [
      "a type",
      { body: { id: { $type: "number" } } },
      'expect.body.id.$type: Expected body.id to be number, found "mem_1".',
    ],
    [
      "a range",
      { body: { amount: { $max: 5 } } },
      "expect.body.amount.$max: Expected body.amount to be a number, at most 5, found 1900.",
    ],
    [
      "a length",
      { body: { tags: { $length: { min: 3 } } } },
      "expect.body.tags.$length: Expected body.tags to be a length of at least 3, found 2.",
    ],
    [
      "an item",
      { body: { tags: { $contains: "c" } } },
      'expect.body.tags.$contains: Expected body.tags to be an item like "c", found 2 items.',
    ],
    [
      "that it is absent",
      { body: { id: { $absent: true } } },
      'expect.body.id.$absent: Expected body.id to be nothing, found "mem_1".',
    ],
    [
      "that it is there",
      { body: { x: { $any: true } } },
      "expect.body.x.$any: Expected body.x to be any value, found nothing.",
    ],
    ["a time", { duration: 5 }, "expect.duration: Expected duration to be at most 5 ms, found 10 ms."],
    ["a time that is none", { duration: "fast" }, "expect.duration: duration takes a number."],
    [
      "a matcher that is none",
      { body: { id: { $like: "m" } } },
      "expect.body.id.$like: There is no matcher $like.",
    ],
    ["a range of text", { body: { id: { $min: "a" } } }, "expect.body.id.$min: $min takes a number."],
    [
      "a type that is none",
      { body: { id: { $type: "text" } } },
      "expect.body.id.$type: $type takes one of string, number, integer, boolean, object, array, null.",
    ],
    [
      "a length that is none",
      { body: { id: { $length: "x" } } },
      "expect.body.id.$length: $length takes a number, or min and max.",
    ],
    [
      "a pattern that may take time without end",
      { body: { id: { $pattern: "(" } } },
      "expect.body.id.$pattern: $pattern takes a regular expression that can be matched in bounded time.",
    ],
  ])("is said at its place: %s", ([, expectation, words]) => {
    expect(missed(expectation)).toEqual([words]);
  });

  it("is a time that is longer in whole milliseconds, as it is shown", () => {
    expect(missed({ duration: 1 }, 1.4)).toEqual([]);
    expect(missed({ duration: 1 }, 1.6)).toEqual([
      "expect.duration: Expected duration to be at most 1 ms, found 2 ms.",
    ]);
    expect(missed({ duration: 0.8 }, 0.7)).toEqual([]);
  });

  it("is said of each", () => {
    expect(missed({ status: 200, body: { id: 1, tier: 2 } })).toHaveLength(3);
  });
});

it("any JSON is as itself, and each change of a value is found", () => {
  const isPlain = (value: unknown): boolean => !JSON.stringify(value).includes('"$');
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      fc.pre(isPlain(value));
      const body: unknown = JSON.parse(JSON.stringify(value));
      expect(hold({ body }, { ...reply, body }, 0)).toEqual([]);
      expect(hold({ body }, { ...reply, body: [body] }, 0).length).toBeGreaterThan(0);
    }),
    { seed },
  );
});
