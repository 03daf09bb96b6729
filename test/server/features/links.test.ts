import { describe, expect, it } from "vitest";
import { links } from "../../../server/features/links.ts";
import { serverCommands } from "../../../shared/protocol.ts";
import { catalogue, fileOf, type Known, textIn, workspaceWith } from "../marked.ts";

const linksOf = (text: string, name?: string, known?: Known) =>
  links(fileOf(text, name, known)).map(({ range, target }) => [textIn(text, range), target]);

/** An editor that opens records. */
const inTest = workspaceWith({ settings: { environment: "test", commands: [serverCommands.openRecord] } });

describe("links", () => {
  it("lead from operations and events to the docs", () => {
    const operation = catalogue.operation("content.posts.list");
    expect(linksOf('[{"operation":"content.posts.list"},{"operation":"no.such.thing"}]')).toEqual([
      ["content.posts.list", operation && catalogue.href(operation)],
    ]);
    const event = catalogue.event("marketplace", "order.completed");
    expect(linksOf('{"event":"order.completed"}', "a.marketplace.webhook.json")).toEqual([
      ["order.completed", event && catalogue.href(event)],
    ]);
  });

  it("lead to addresses that a browser opens and nothing else", () => {
    const text = JSON.stringify({
      a: "https://example.com/a?b=1",
      b: "http://example.com",
      c: "see https://example.com",
      d: "https://{{host}}/a",
      e: "https://example.com/\u202Egnp.exe",
      f: "https://",
      g: "javascript:alert(1)",
      h: "command:x",
    });
    expect(linksOf(text, "a.webhook.json")).toEqual([
      ["https://example.com/a?b=1", "https://example.com/a?b=1"],
      ["http://example.com", "http://example.com"],
    ]);
  });

  it("lead from identifiers to their records in the active environment", () => {
    const request = JSON.stringify({
      operation: "membership.memberships.create",
      body: { user_id: "usr_1", tier: "starter", metadata: { was: "usr_2", not: "usr 3", none: "zzz_4" } },
    });
    expect(linksOf(request, undefined, inTest).slice(1)).toEqual([
      ["usr_1", "switchboard://test/membership/users/usr_1.json"],
      ["usr_2", "switchboard://test/membership/users/usr_2.json"],
    ]);
    expect(linksOf(request).slice(1)).toEqual([]);
  });

  it("lead from payloads to records, and escape what stands in an identifier", () => {
    const payload = '{"event":"content.published","data":{"type":"post","id":"post_/1 %"}}';
    expect(linksOf(payload, "a.content.webhook.json", inTest)).toContainEqual([
      "post_/1 %",
      "switchboard://test/content/posts/post_%252F1%20%2525.json",
    ]);
  });

  it("lead to the record that a path ends with, where the documents do not show the path", () => {
    const text = '{"operation":"membership.memberships.cancel","path":{"a":"x","membership_id":"y/z"}}';
    expect(linksOf(text, undefined, inTest).slice(1)).toEqual([
      ["y/z", "switchboard://test/membership/memberships/y%252Fz.json"],
    ]);
    const bound = workspaceWith({
      settings: { ...inTest.settings, routes: { "membership.memberships.cancel": "POST /a/{a}/cancel" } },
    });
    expect(linksOf(text, undefined, bound).slice(1)).toEqual([
      ["x", "switchboard://test/membership/memberships/x.json"],
    ]);
  });

  it("lead nowhere from a placeholder, or where no list shows the record", () => {
    const text = '{"operation":"membership.users.get","path":{"user_id":"{{id}}"}}';
    expect(linksOf(text, undefined, inTest).slice(1)).toEqual([]);
    const payment = '{"operation":"membership.subscriptions.create","body":{"payment_method_id":"pm_1"}}';
    expect(linksOf(payment, undefined, inTest).slice(1)).toEqual([]);
    const subscription = '{"operation":"membership.subscriptions.pause","path":{"subscription_id":"sub_1"}}';
    expect(linksOf(subscription, undefined, inTest).slice(1)).toEqual([]);
  });

  it("are not more than an editor can show", () => {
    const many = JSON.stringify(Array.from({ length: 3000 }, () => "https://example.com"));
    expect(links(fileOf(many, "a.webhook.json"))).toHaveLength(1000);
  });
});
