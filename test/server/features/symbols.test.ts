import { describe, expect, it } from "vitest";
import { type DocumentSymbol, SymbolKind } from "vscode-languageserver-types";
import { symbols } from "../../../server/features/symbols.ts";
import { fileOf, textIn, workspaceWith } from "../marked.ts";

/** `name: detail`, children indented. */
const outline = (found: DocumentSymbol[], indent = ""): string[] =>
  found.flatMap(({ name, detail, children }) => [
    `${indent}${name}${detail ? `: ${detail}` : ""}`,
    ...outline(children ?? [], `${indent}  `),
  ]);

const outlineOf = (text: string, name?: string) => outline(symbols(fileOf(text, name)));

describe("document symbols", () => {
  it("shows requests by name and operation, with what is in them", () => {
    const text = `[
      { "operation": "cloud-v1.cdn.purge", "name": "purge", "body": { "paths": ["/a"], "async": true } },
      { "operation": "content.posts.list" }
    ]`;
    expect(outlineOf(text)).toEqual([
      "purge (cloud-v1.cdn.purge): Purge CDN cache",
      '  operation: "cloud-v1.cdn.purge"',
      '  name: "purge"',
      "  body",
      "    paths",
      '      0: "/a"',
      "    async: true",
      "content.posts.list: List posts",
      '  operation: "content.posts.list"',
    ]);
  });

  it("shows payloads by their event", () => {
    expect(outlineOf('[{"type":"user.created"},{"x":1}]', "a.membership.webhook.json")).toEqual([
      "user.created: new user registered",
      '  type: "user.created"',
      "payload 2",
      "  x: 1",
    ]);
  });

  it("selects the name, else the operation, within the whole", () => {
    const text = '{"operation":"content.posts.list","name":"posts"}';
    const [request] = symbols(fileOf(text));
    expect(request?.kind).toBe(SymbolKind.Function);
    expect(request && textIn(text, request.selectionRange)).toBe('"posts"');
    expect(request && textIn(text, request.range)).toBe(text);
    const [first] = request?.children ?? [];
    expect(first && textIn(text, first.selectionRange)).toBe('"operation"');
    expect(first && textIn(text, first.range)).toBe('"operation":"content.posts.list"');
  });

  it("names what has no name: editors refuse an empty one", () => {
    expect(outlineOf('{"":1}')).toEqual(["request 1", '  "": 1']);
    expect(outlineOf('{"name":"","operation":""}')[0]).toBe("request 1");
  });

  it("keeps the outer ones where there are too many", () => {
    const text = JSON.stringify(Array.from({ length: 100 }, () => ({ operation: "content.posts.list" })));
    const found = symbols(fileOf(text), 110);
    expect(found).toHaveLength(100);
    expect(outline(found)).toHaveLength(110);
  });

  it.each(["", "{", '{"a', '{"a":', "[", "[{]", "nonsense", '{"a":{"b":[}'])(
    "does not fail at %j",
    (text) => {
      expect(Array.isArray(symbols(fileOf(text)))).toBe(true);
    },
  );

  it("leaves the outline of ordinary JSON to the editor", () => {
    const workspace = workspaceWith({ settings: { bodies: { "*.json": "content.posts.create" } } });
    expect(symbols(fileOf('{"title":"a"}', "post.json", workspace))).toEqual([]);
  });
});
