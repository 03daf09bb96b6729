import { describe, expect, it } from "vitest";
import { hover } from "../../../server/features/hover.ts";
import { atCursor, textIn } from "./marked.ts";

function hovered(marked: string, name?: string) {
  const { file, offset, text } = atCursor(marked, name);
  const found = hover(file, offset);
  const contents = found?.contents as { value: string } | undefined;
  return { words: contents?.value ?? "", over: found?.range && textIn(text, found.range) };
}

describe("hover", () => {
  it("says which values of a field are documented", () => {
    const { words, over } = hovered('{"operation":"content.posts.list","query":{"sta|tus":"draft"}}');
    expect(over).toBe('"status"');
    for (const value of ["published", "draft", "archived"]) expect(words).toContain(`\`${value}\``);
  });

  it("says where a value list is only partly shown", () => {
    const { words } = hovered('{"operation":"cloud-v2.instances.list","query":{"status":"run|ning"}}');
    expect(words).toContain("other values are not shown");
  });

  it("says that the documents leave open whether a field is required", () => {
    expect(hovered('{"operation":"cloud-v1.servers.create","body":{"na|me":"a"}}').words).toContain(
      "required or optional: not shown",
    );
    expect(hovered('{"operation":"content.posts.create","body":{"ti|tle":"a"}}').words).toContain("required");
  });

  it("gives limits, default and the place in the documents", () => {
    const { words } = hovered('{"operation":"deploy.projects.list","query":{"li|mit":5}}');
    expect(words).toContain("At most 100");
    expect(words).toContain("Default `20`");
    expect(words).toContain("document 1, API C");
    expect(words).toContain("operations.md#L");
  });

  it("explains an operation and what is not shown about it", () => {
    const { words, over } = hovered('{"operation":"membership.users.|get"}');
    expect(over).toBe('"membership.users.get"');
    expect(words).toContain("Retrieve user");
    expect(words).toContain("method and path not shown");
  });

  it("explains an event", () => {
    expect(hovered('{"id":"evt_1","type":"user.|created"}', "a.webhook.json").words).toContain(
      "new user registered",
    );
  });

  it("knows the fields of an array's items", () => {
    const { words } = hovered(
      '{"operation":"marketplace.orders.create","body":{"items":[{"product|_id":"prod_1"}]}}',
    );
    expect(words).toContain("Prefix `prod_`");
  });

  it.each(["|", "{|}", '{"x|":1}', '{"operation":"no|ne"}'])("has nothing to say at %s", (marked) => {
    expect(hovered(marked).words).toBe("");
  });
});
