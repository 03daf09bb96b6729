import { describe, expect, it } from "vitest";
import { semanticTokens } from "../../../server/features/semantic-tokens.ts";
import { readVariables } from "../../../server/knowledge/variables.ts";
import { fileOf, inSandbox, type Known } from "../marked.ts";

const known: Known = {
  ...inSandbox(),
  variables: readVariables('{"sandbox":{"size":20},"live":{"other":1}}', "file:///env"),
};

/** `text: type modifiers` */
function tokensOf(text: string, name?: string): string[] {
  return semanticTokens(fileOf(text, name, known)).map(({ start, length, type, modifiers }) =>
    [`${text.slice(start, start + length)}:`, type, ...modifiers].join(" "),
  );
}

describe("semantic tokens", () => {
  it("tell a known operation from text that only looks like one", () => {
    expect(tokensOf('{"operation":"content.posts.list"}')).toEqual([
      "content: namespace",
      "posts: type",
      "list: function",
    ]);
    expect(tokensOf('{"operation":"content.posts.lost"}')).toEqual(["content.posts.lost: string"]);
  });

  it("tell a variable that has a value from one that has none", () => {
    const query = (text: string) => `{"operation":"","query":{"limit":"${text}"}}`;
    expect(tokensOf(query("{{size}} {{ other }} {{none}}"))).toEqual([
      "size: variable readonly",
      "other: string",
      "none: string",
    ]);
    expect(tokensOf(query("{{$uuid}} {{$none}} {{secret:KEY}}"))).toEqual([
      "$uuid: function defaultLibrary",
      "$none: string",
      "secret: keyword",
      "KEY: variable readonly",
    ]);
  });

  it("know the requests that come before", () => {
    expect(
      tokensOf(
        '[{"name":"a","body":"{{a.response.body}}"},{"body":"{{a.response.body.id}} {{b.response.c}}"}]',
      ),
    ).toEqual([
      "a: variable declaration",
      "a.response.body: string",
      "a: variable",
      "response: property",
      "body: property",
      "id: property",
      "b.response.c: string",
    ]);
  });

  it("mark identifiers that begin as documented", () => {
    const path = (id: string) => `{"operation":"deploy.deployments.list","path":{"id":"${id}"}}`;
    expect(tokensOf(path("proj_1"))).toContain("proj_1: enumMember");
    expect(tokensOf(path("srv_1"))).toHaveLength(3);
    expect(tokensOf(path("proj_{{size}}")).at(-1)).toBe("size: variable readonly");
  });

  it("mark the event of a payload and no placeholders there", () => {
    expect(
      tokensOf('{"event":"order.completed","id":"evt_1","a":"{{size}}"}', "a.marketplace.webhook.json"),
    ).toEqual(["order.completed: event", "evt_1: enumMember"]);
  });

  it("of a range are those within it, with the names from before it", () => {
    const text = '[{"name":"a"},\n{"body":"{{a.response.id}}"},\n{"name":"b"}]';
    const found = semanticTokens(fileOf(text), {
      start: { line: 1, character: 0 },
      end: { line: 1, character: 30 },
    });
    expect(found.map(({ type }) => type)).toEqual(["variable", "property", "property"]);
  });

  it.each(["", "{", '{"operation":"', '{"operation":"content.posts.list', '{"a":"{{', "[", "\uD83D"])(
    "stay within the text %j",
    (text) => {
      for (const { start, length } of semanticTokens(fileOf(text)))
        expect(start + length).toBeLessThanOrEqual(text.length);
    },
  );
});
