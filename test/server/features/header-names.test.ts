// HTTP compares the names of headers without case, and so do the files that name them.
import { expect, it } from "vitest";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { complete } from "../../../server/features/completion.ts";
import { hover } from "../../../server/features/hover.ts";
import { compile } from "../../../server/schema/compile.ts";
import { validate } from "../../../server/schema/validate.ts";
import { parse } from "../../../server/syntax/tree.ts";
import { requestOf } from "../../../shared/derived/request.ts";
import { atCursor, found } from "../marked.ts";

const now = new Date("2026-03-04T05:06:07.890Z");
const cancel = (headers: string) => `{"operation":"membership.memberships.cancel","headers":{${headers}}}`;

it.for(["Cancellation-Reason", "cancellation-reason", "CANCELLATION-REASON"])(
  "%s is the documented header",
  (name) => {
    expect(found(cancel(`"${name}":"Moved"`))).toEqual([]);
    const { file, offset } = atCursor(cancel(`"${name}":"Mo|ved"`));
    expect(JSON.stringify(hover(file, offset, { now, timeZone: "UTC" }))).toContain("_string_");
  },
);

it("a header in other case is there twice, in what is sent and in what is expected", () => {
  const twice = [["duplicate-key", DiagnosticSeverity.Warning, '"Cancellation-Reason"']];
  const both = '"cancellation-reason":"x","Cancellation-Reason":"y"';
  expect(found(cancel(both))).toEqual(twice);
  expect(
    found(`{"operation":"membership.memberships.cancel","expect":{"headers":{${both}}}}`),
  ).toContainEqual(twice[0]);
  expect(found(cancel('"Cancellation-Reason":"x","Cancellation-Reason":"y"'))).toEqual(twice);
  expect(
    found('{"operation":"content.posts.create","body":{"title":"t","content":"c","Title":"t"}}'),
  ).toEqual([["unknown-property", DiagnosticSeverity.Warning, '"Title"']]);
});

it("a hover says of a header in any case whether it is required", () => {
  for (const name of ["Cancellation-Reason", "cancellation-reason"]) {
    const { file, offset } = atCursor(cancel(`"${name}":"Mo|ved"`));
    expect(JSON.stringify(hover(file, offset, { now, timeZone: "UTC" }))).toContain("_string_, optional");
  }
});

it("the value of a header in other case is checked as well", () => {
  expect(found(cancel('"cancellation-reason":1')).map(([code]) => code)).toEqual(["wrong-type"]);
});

it("other names stay unknown, and so do other cases of names that are no headers", () => {
  expect(found(cancel('"Cancel-Reason":"Moved"')).map(([code]) => code)).toEqual(["unknown-property"]);
  const text = '{"operation":"content.posts.list","query":{"Status":"draft"}}';
  expect(found(text).map(([code]) => code)).toEqual(["unknown-property"]);
});

it("a header that is there in other case is not offered again", () => {
  const { file, offset } = atCursor(cancel('"cancellation-reason":"Moved",|'));
  expect(complete(file, offset, now).items.map(({ label }) => label)).toEqual([]);
});

it("a required header is there in any case", () => {
  const schema = compile(
    requestOf(
      { id: "a.b.c", title: "A" },
      { headers: { type: "object", properties: { "X-Tenant": {} }, required: ["X-Tenant"] } },
    ),
  );
  const codes = (headers: string) =>
    validate(parse(`{"operation":"a.b.c","headers":{${headers}}}`, { dialect: "jsonc" }), schema).map(
      ({ code }) => code,
    );
  expect(codes('"x-tenant":"a"')).toEqual([]);
  expect(codes("")).toEqual(["missing-property"]);
});

it.for([
  [
    "cloud-v2.instances.list",
    ["Content-Type", "Link", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"],
  ],
  ["deploy.projects.list", ["Content-Type", "X-RateLimit-Remaining"]],
] as const)(
  "the headers that come with a reply are offered where one is expected: %s",
  ([operation, names]) => {
    const text = (headers: string) => `{"operation":"${operation}","expect":{"headers":{${headers}}}}`;
    const { file, offset } = atCursor(text("|"));
    expect(complete(file, offset, now).items.map(({ label }) => label)).toEqual(names);
    const there = atCursor(text('"x-ratelimit-remaining": 1, |'));
    expect(complete(there.file, there.offset, now).items.map(({ label }) => label)).toEqual(
      names.filter((name) => name !== "X-RateLimit-Remaining"),
    );
    const { file: hovered, offset: at } = atCursor(text('"x-rate|limit-remaining": 1'));
    expect(JSON.stringify(hover(hovered, at, { now }))).toContain("Of the rate limit");
    // A matcher stands in place of a value, and other headers are expected as well.
    expect(found(text('"x-ratelimit-remaining": {"$pattern": "9"}, "X-Other": "a"'))).toEqual([]);
    expect(found(text('"X-RateLimit-Remaining": true')).map(([code]) => code)).toEqual(["wrong-type"]);
  },
);
