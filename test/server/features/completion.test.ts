import type { CompletionItem, TextEdit } from "vscode-languageserver-types";
import { describe, expect, it } from "vitest";
import { complete } from "../../../server/features/completion.ts";
import { apis } from "../../../shared/apis/index.ts";
import { operationsOf } from "../../../shared/api.ts";
import { applied, atCursor } from "./marked.ts";

function offered(marked: string, name?: string): CompletionItem[] {
  const { file, offset } = atCursor(marked, name);
  return complete(file, offset);
}

const labels = (marked: string, name?: string) => offered(marked, name).map(({ label }) => label);

/** The text after a completion was taken; `|` is the cursor. */
function taken(marked: string, label: string, name?: string): string {
  const { file, offset, text } = atCursor(marked, name);
  const item = complete(file, offset).find((each) => each.label === label);
  if (!item?.textEdit) throw new Error(`${label} is not offered`);
  return applied(text, item.textEdit as TextEdit);
}

describe("completion of operation ids", () => {
  const ids = operationsOf(apis).map(({ id }) => id);

  it.each([
    '{"operation": "|"}',
    '{"operation": "|',
    '{"operation": |}',
    '{"operation": "con|',
    '{\n  "operation": "|\n}',
    '[{"operation": "|"}]',
  ])("offers all 52 at %j", (marked) => {
    expect(labels(marked).toSorted()).toEqual(ids.toSorted());
  });

  it("shows each operation's title", () => {
    const item = offered('{"operation": "|"}').find(({ label }) => label === "content.posts.create");
    expect(item?.detail).toContain("Create post");
  });

  it("replaces what was begun and keeps the quotes right", () => {
    expect(taken('{"operation": "con|"}', "content.posts.create")).toBe(
      '{"operation": "content.posts.create"}',
    );
    expect(taken('{"operation": "con|', "content.posts.create")).toBe('{"operation": "content.posts.create"');
    expect(taken('{"operation": |}', "content.posts.create")).toBe('{"operation": "content.posts.create"}');
  });
});

describe("completion of keys", () => {
  it("offers the missing fields of a body, the required first, with types and docs", () => {
    const items = offered('{"operation": "content.posts.create", "body": {|}}');
    expect(items.map(({ label }) => label)).toEqual(["title", "content", "slug", "publish"]);
    expect(items[0]?.labelDetails?.description).toBe("string, required");
    expect(JSON.stringify(items[0]?.documentation)).toContain("At most 200 characters");
  });

  it("does not offer what is there already", () => {
    expect(labels('{"operation": "content.posts.create", "body": {"title": "a", |}}')).toEqual([
      "content",
      "slug",
      "publish",
    ]);
  });

  it("offers the parts of a request that its operation has", () => {
    expect(labels('{"operation": "cloud-v1.cdn.purge", |}')).toEqual(["path", "name", "body", "expect"]);
    expect(labels('{"operation": "cloud-v1.servers.list", |}')).toContain("query");
    expect(labels("{|}")).toContain("operation");
  });

  it("writes a value with a place for the cursor, and the commas that are needed", () => {
    expect(taken('{"operation": "content.posts.create", "body": {|}}', "title")).toBe(
      '{"operation": "content.posts.create", "body": {"title": "|"}}',
    );
    expect(taken('{"operation": "content.posts.create", "body": {"title": "a"|}}', "content")).toBe(
      '{"operation": "content.posts.create", "body": {"title": "a","content": "|"}}',
    );
    expect(taken('{"operation": "content.posts.create", "body": {| "title": "a"}}', "content")).toBe(
      '{"operation": "content.posts.create", "body": {"content": "|", "title": "a"}}',
    );
  });

  it("replaces the key alone when it has a value", () => {
    expect(taken('{"operation": "content.posts.create", "body": {"ti|": 1}}', "title")).toBe(
      '{"operation": "content.posts.create", "body": {"title": 1}}',
    );
  });

  it("completes an unfinished key", () => {
    expect(taken('{"operation": "content.posts.create", "body": {"ti|', "title")).toBe(
      '{"operation": "content.posts.create", "body": {"title": "|"',
    );
  });
});

describe("completion of values", () => {
  it.each([
    ['{"operation": "content.posts.list", "query": {"status": "|"}}', ["published", "draft", "archived"]],
    ['{"operation": "content.posts.create", "body": {"publish": |}}', ["false", "true"]],
    ['{"operation": "deploy.projects.create", "body": {"framework": "|"}}', ["nextjs", "remix", "astro"]],
  ])("offers the documented values at %s", (marked, expected) => {
    expect(labels(marked).toSorted()).toEqual(expected.toSorted());
  });

  it("offers the events of a webhook file's API", () => {
    expect(labels('{"type": "|"}', "a.membership.webhook.json")).toHaveLength(15);
    expect(labels('{"event": "|"}', "a.marketplace.webhook.json")).toEqual(["order.completed"]);
  });

  it("offers nothing within a comment", () => {
    expect(labels('{"operation": "content.posts.list" /* | */}')).toEqual([]);
  });
});
