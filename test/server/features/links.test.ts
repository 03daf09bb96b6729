import { describe, expect, it } from "vitest";
import { links } from "../../../server/features/links.ts";
import { catalogue, fileOf, textIn } from "../marked.ts";

const linksOf = (text: string, name?: string) =>
  links(fileOf(text, name)).map(({ range, target }) => [textIn(text, range), target]);

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

  it("lead to addresses that are https and nothing else", () => {
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
    ]);
  });

  it("are not more than an editor can show", () => {
    const many = JSON.stringify(Array.from({ length: 3000 }, () => "https://example.com"));
    expect(links(fileOf(many, "a.webhook.json"))).toHaveLength(1000);
  });
});
