/** What the documents do not say is no error. */
import { describe, expect, it } from "vitest";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { complete } from "../../../server/features/completion.ts";
import { hover } from "../../../server/features/hover.ts";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { toJsonSchema } from "../../../shared/derived/schemas.ts";
import { departure } from "../../../shared/http/listing.ts";
import { atCursor, found } from "../marked.ts";

const { Error: error, Warning: warning, Information: information } = DiagnosticSeverity;

const request = (operation: string, parts: object) => JSON.stringify({ operation, ...parts });
const payload = (value: object, slug: string) => found(JSON.stringify(value), `a.${slug}.webhook.json`);

function replyOf(id: string) {
  const reply = operationsOf(apis).find((each) => each.id === id)?.reply;
  if (!reply) throw new Error(`No reply of ${id} is documented`);
  return reply;
}

const withEmail: [operation: string, parts: (email: string) => object][] = [
  ["marketplace.orders.create", (email) => ({ body: { customer: { email } } })],
  ["membership.users.create", (email) => ({ body: { email, name: "Ada" } })],
  ["learning.students.create", (email) => ({ body: { email } })],
  ["social.users.create", (email) => ({ body: { email } })],
];

describe("an e-mail address", () => {
  it("that cannot be one is an error where a valid one is documented", () => {
    const said = (email: string) => found(request("admin.users.create", { body: { name: "Ada", email } }));
    expect(said("ada")).toEqual([["bad-format", error, '"ada"']]);
    expect(said("用户@例子.公司")).toEqual([]);
    expect(said('"ada lovelace"@example.com')).toEqual([]);
  });

  it.for(withEmail)("is otherwise a warning at most: %s", ([operation, parts]) => {
    expect(found(request(operation, parts("ada")))).toEqual([["bad-format", warning, '"ada"']]);
    expect(found(request(operation, parts("ada@bücher.example")))).toEqual([]);
  });
});

describe("a text with the name of a URL", () => {
  it.for([
    ["membership.courses.create", { body: { lessons: [{ content_url: "media/light at noon" }] } }],
    ["social.users.create", { body: { avatar_url: "avatars/1" } }],
    ["social.posts.create", { body: { media: [{ type: "image", url: "harbour" }] } }],
  ] as const)("may be any: %s", ([operation, parts]) => {
    expect(found(request(operation, parts))).toEqual([]);
  });
});

it("a price is a number", () => {
  const body = { name: "Mug", category: "kitchen", price: 19.99 };
  expect(found(request("marketplace.products.create", { body }))).toEqual([]);
});

describe("a timestamp", () => {
  const scale = (maintenance_window: string) =>
    found(request("cloud-v1.databases.scale", { body: { maintenance_window } }));

  it.for(["2026-01-31T09:00:00+00:00", "2026-01-31T09:00Z", "20260131T0900Z"])(
    "may be written as any of ISO 8601 in UTC: %s",
    (text) => {
      expect(scale(text)).toEqual([]);
      expect(payload({ event: "content.published", timestamp: text }, "content")).toEqual([]);
    },
  );

  it("of another zone is an error where UTC is documented", () => {
    expect(scale("2026-01-31T09:00:00+02:00")).toEqual([
      ["bad-format", error, '"2026-01-31T09:00:00+02:00"'],
    ]);
  });

  it("may be of any zone where the documents ask for ISO 8601 or a datetime alone", () => {
    const query = { created_after: "2026-01-31T09:00:00+02:00" };
    expect(found(request("membership.users.list", { query }))).toEqual([]);
    const formats = (id: string) => JSON.stringify(toJsonSchema(replyOf(id)));
    expect(formats("admin.users.list")).toContain('"iso-8601"');
    expect(formats("admin.dashboard.metrics")).toContain('"iso-8601"');
    expect(formats("content.posts.list")).not.toContain('"iso-8601"');
  });
});

describe("a field that is not there", () => {
  it("of an event is nothing to be said", () => {
    expect(payload({ event: "order.completed", data: { order_id: "1" } }, "marketplace")).toEqual([]);
    expect(payload({ type: "user.created" }, "membership")).toEqual([]);
    expect(payload({ event: "content.published", data: {} }, "content")).toEqual([]);
  });

  it("is a warning where it tells the events apart", () => {
    expect(payload({ timestamp: "2026-01-31T09:00:00Z" }, "content")).toEqual([
      ["missing-property", warning, "{"],
    ]);
  });

  it("of a reply is no departure, but for what everything hangs on", () => {
    const servers = replyOf("cloud-v1.servers.list");
    expect(departure(servers, { data: [{ id: "srv_1" }] })).toBeUndefined();
    expect(departure(servers, { meta: {} })).toContain("data");
    expect(departure(servers, { data: [{ name: "web" }] })).toContain("id");
    expect(departure(replyOf("admin.dashboard.metrics"), {})).toBeUndefined();
  });

  it("is required of no reply, record or event other than by its id, data or name", () => {
    const schemas = [
      ...operationsOf(apis).flatMap(({ reply }) => (reply ? [reply] : [])),
      ...apis.flatMap(({ resources }) => Object.values(resources).map(({ record }) => record)),
      ...apis.flatMap(({ events }) => Object.values(events).map(({ payload: one }) => one)),
    ];
    const required = schemas.flatMap((schema) =>
      [...JSON.stringify(toJsonSchema(schema)).matchAll(/"required":(\[[^\]]*\])/g)].flatMap(
        ([, names = "[]"]): string[] => JSON.parse(names),
      ),
    );
    expect(new Set(required)).toEqual(new Set(["id", "data", "event", "type"]));
  });
});

describe("a field whose type is not shown", () => {
  it.for([
    ["membership.courses.create", { body: { title: 7, description: null, category: [] } }],
    ["cloud-v2.instances.list", { query: { page: "2", cursor: 3 } }],
  ] as const)("may have any: %s", ([operation, parts]) => {
    expect(found(request(operation, parts))).toEqual([]);
  });

  it("is hovered as such, and completed as a text", () => {
    const written = atCursor('{"operation":"membership.courses.create","body":{"tit|le":1}}');
    const contents = JSON.stringify(hover(written.file, written.offset)?.contents);
    expect(contents).toContain("_type not shown_");
    expect(contents).not.toContain("Not shown in the documents: type");
    const open = atCursor('{"operation":"membership.courses.create","body":{|}}');
    const title = complete(open.file, open.offset).items.find(({ label }) => label === "title");
    expect(title?.textEdit?.newText).toBe('"title": "$1"');
  });
});

describe("a value that may also be null", () => {
  const event = (value: string) => `{"type":"membership.created","data":{"trial_ends_at":${value}}}`;
  const at = (marked: string) => atCursor(marked, "a.membership.webhook.json");

  it.for(['"2026-01-|31T09:00:00Z"', "nu|ll"])("is hovered whole at %s", (value) => {
    const { file, offset } = at(event(value));
    const contents = JSON.stringify(hover(file, offset)?.contents);
    expect(contents).toContain("_string or null_");
    expect(contents).toContain("ISO 8601 timestamp in UTC");
  });

  it.for(["|", "nu|ll", '"2026|"'])("is completed whole at %s", (value) => {
    const { file, offset } = at(event(value));
    const labels = complete(file, offset, new Date("2026-09-01T12:00:00Z")).items.map(({ label }) => label);
    expect(labels).toContain("null");
    expect(labels).toContain("2026-09-01T12:00:00Z");
  });
});

describe("the name of a header", () => {
  const cancel = (headers: string) => `{"operation":"membership.memberships.cancel","headers":{${headers}}}`;

  it("is the same in whatever case", () => {
    expect(found(cancel('"cancellation-reason":"a"'))).toEqual([]);
    expect(found(cancel('"CANCELLATION-REASON":1'))).toEqual([["wrong-type", error, "1"]]);
    expect(found(cancel('"Cancelation-Reason":"a"'))).toEqual([
      ["unknown-property", warning, '"Cancelation-Reason"'],
    ]);
  });

  it("is not offered twice", () => {
    const { file, offset } = atCursor(cancel('"cancellation-reason":"a",|'));
    expect(complete(file, offset).items).toEqual([]);
  });

  it("is hovered in whatever case", () => {
    const { file, offset } = atCursor(cancel('"cancellation-|reason":"a"'));
    expect(JSON.stringify(hover(file, offset)?.contents)).toContain("string");
  });
});

it("an undocumented property of a payload is information", () => {
  expect(payload({ event: "content.published", more: 1 }, "content")).toEqual([
    ["unknown-property", information, '"more"'],
  ]);
});
