import { describe, expect, it } from "vitest";
import type { Entry } from "../../../client/history/entry.ts";
import { headOf as sentHead } from "../../../client/history/head.ts";
import { headOf } from "../../../client/webhooks/delivery-head.ts";
import { keptDelivery } from "../../../client/webhooks/kept-delivery.ts";
import { momentsOf, recordIn } from "../../../client/webhooks/timeline.ts";
import { apiOf, delivery, noon } from "./deliveries.ts";

const entry = (minute: number, more: Partial<Entry>): Entry => ({
  format: 1,
  begun: noon + minute * 60_000,
  duration: 1,
  operation: "content.posts.create",
  title: `at ${minute}`,
  environment: "sandbox",
  baseUrl: "http://127.0.0.1:1/v1",
  route: { method: "POST", path: "/posts" },
  values: {},
  placeholders: [],
  attempts: 1,
  notes: [],
  ...more,
});
const sent = (entries: readonly Entry[]) =>
  entries.map((each, index) => ({ head: sentHead(String(index), each), entry: each }));
const came = (minute: number, id: string, environment = "sandbox") =>
  headOf(
    `d${minute}`,
    keptDelivery(
      delivery(
        { event: "content.published", data: { type: "post", id, action: "published" } },
        { api: apiOf("content"), at: noon + minute * 60_000 },
      ),
      environment,
    ),
  );
const reply = (text: string) => ({ status: 200, headers: {}, text });

describe("the timeline of a record", () => {
  const subject = { api: "content", environment: "sandbox", id: "post_1" };

  it("has what was sent and what came of it, the newest first", () => {
    const requests = sent([
      entry(1, { reply: reply('{"id":"post_1","title":"Hello"}') }),
      entry(5, { route: { method: "DELETE", path: "/posts/{id}" }, values: { path: { id: "post_1" } } }),
    ]);
    const moments = momentsOf(subject, requests, [came(2, "post_1"), came(3, "post_2")]);
    expect(moments.map(({ kind, at }) => [kind, (at - noon) / 60_000])).toEqual([
      ["request", 5],
      ["delivery", 2],
      ["request", 1],
    ]);
  });

  it("has no lists, whose replies name everything, and nothing of another environment or record", () => {
    const list = { method: "GET" as const, path: "/posts" };
    const requests = sent([
      entry(1, { route: list, reply: reply('{"data":[{"id":"post_1"}]}') }),
      entry(2, { environment: "live", reply: reply('{"id":"post_1"}') }),
      entry(3, { values: { path: { id: "post_12" } } }),
    ]);
    expect(momentsOf(subject, requests, [came(1, "post_1", "live")])).toEqual([]);
  });

  it("has what names the record anywhere in its values", () => {
    const requests = sent([entry(1, { values: { body: { posts: [{ id: "post_1" }] } } })]);
    expect(momentsOf(subject, requests, [])).toHaveLength(1);
  });
});

it("a request is about the record in its path, else about the one in its reply", () => {
  expect(recordIn(entry(1, { values: { path: { site: "a", id: "post_1" } } }))).toBe("post_1");
  expect(recordIn(entry(1, { reply: reply('{"id":"post_2"}') }))).toBe("post_2");
  expect(recordIn(entry(1, { reply: reply('{"success":true,"data":{"id":"post_3"}}') }))).toBe("post_3");
  expect(recordIn(entry(1, { reply: reply("<html>") }))).toBeUndefined();
});
