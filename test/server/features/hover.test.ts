import { describe, expect, it } from "vitest";
import { hover } from "../../../server/features/hover.ts";
import type { Workspace } from "../../../server/knowledge/workspace.ts";
import { atCursor, textIn, withVariables, workspaceWith } from "../marked.ts";

const moment = { now: new Date("2026-03-04T12:00:00Z"), timeZone: "Europe/Berlin" };

function hovered(marked: string, name?: string, workspace?: Workspace) {
  const { file, offset, text } = atCursor(marked, name, workspace);
  const found = hover(file, offset, moment);
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

  it("marks what is the sandbox's own choice, while the sandbox is the environment", () => {
    const text = '{"opera|tion":"cloud-v1.servers.create"}';
    expect(hovered(text).words).toContain("The sandbox's own choice: the status of success");
    expect(hovered(text).words).toContain("409 for a region without capacity");
    const live = workspaceWith({ settings: { environment: "live" } });
    expect(hovered(text, undefined, live).words).not.toContain("sandbox");
  });

  it("gives limits, default and the place in the documents", () => {
    const { words } = hovered('{"operation":"deploy.projects.list","query":{"li|mit":5}}');
    expect(words).toContain("At most 100");
    expect(words).toContain("Default `20`");
    expect(words).toMatch(/\[deploy\.projects\.list\]\(.*operations\.md#L\d+\)$/);
  });

  it("explains an operation and what is not shown about it", () => {
    const { words, over } = hovered('{"operation":"membership.users.|get"}');
    expect(over).toBe('"membership.users.get"');
    expect(words).toContain("Retrieve user");
    expect(words).toContain("method and path not shown");
    // Once.
    expect(words.split("method and path")).toHaveLength(2);
    expect(words).toContain("Not shown in the documents: status of success");
  });

  it("explains an event", () => {
    expect(hovered('{"event":"order.com|pleted"}', "a.marketplace.webhook.json").words).toContain(
      "Each delivery carries the header `X-Service-Signature`, verified with HMAC-SHA256 and the webhook secret.",
    );
    const total = '{"event":"order.completed","data":{"to|tal":1}}';
    expect(hovered(total, "a.webhook.json").words).toContain("_number_\n");
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

describe("hover over values", () => {
  it("says what an expected status means for the API", () => {
    const { words } = hovered('{"operation":"cloud-v1.servers.create","body":{},"expect":{"status":4|09}}');
    expect(words).toContain("**Resource state conflict (for example server already running)**");
    expect(hovered('{"operation":"cloud-v1.servers.list","expect":{"status":4|18}}').words).not.toContain(
      "**4",
    );
  });

  it("shows a time as it is here, and how far away", () => {
    const { words } = hovered(
      '{"operation":"membership.users.list","query":{"created_after":"2026-03-01|T09:00:00Z"}}',
    );
    expect(words).toContain("Sunday, March 1, 2026");
    expect(words).toContain("10:00:00");
    expect(words).toContain("3 days ago");
  });

  it("shows minor units as money", () => {
    const { words } = hovered('{"operation":"marketplace.products.create","body":{"price":14|90}}');
    expect(words).toContain("14.90");
    expect(words).toContain("inor units");
  });

  it("shows the record that an identifier belongs to, as text", () => {
    const marked = '{"operation":"membership.users.get","path":{"user_id":"usr|_1"}}';
    expect(hovered(marked, undefined, workspaceWith({})).words).not.toContain("Ada");
    const ada = { id: "usr_1", name: "Ada [x](command:y)", status: "active" };
    const workspace = workspaceWith({
      records: [{ api: "membership", resource: "users", records: [ada], more: true }],
    });
    const { words } = hovered(marked, undefined, workspace);
    expect(words).toContain("Ada");
    expect(words).toContain("active");
    expect(words).not.toContain("[x](");
    expect(words).toContain("usr_"); // the prefix that is documented
  });
});

describe("hover over placeholders", () => {
  const list = (value: string) => `{"operation":"membership.users.list","query":{"cursor":"${value}"}}`;
  const workspace = withVariables(
    { name: "size", value: "top secret", environment: "test", private: true },
    { name: "size", value: "covered", environment: "test" },
    { name: "size", value: "50", environment: "live" },
  );

  it("shows the value of each environment, and never a private one", () => {
    const { words, over } = hovered(list("a {{si|ze}}"), undefined, workspace);
    expect(over).toBe("{{size}}");
    expect(words).toContain("test (active): _private_");
    expect(words).toContain("live: `50`");
    expect(words).not.toContain("top secret");
    expect(words).not.toContain("covered");
  });

  it.each([
    ["{{$uu|id}}", "a random UUID"],
    ["{{secret:|KEY}}", "keychain"],
    ["{{no|thing}}", "No environment has this variable"],
    ["{{a.resp|onse.body.id}}", "No request of this file has this name"],
  ])("says what becomes of %s", (value, expected) => {
    expect(hovered(list(value)).words).toContain(expected);
  });

  it.each(["![x](https://example.com/x.png)", "<img src=https://example.com/x.png>", "` ![x](y) `"])(
    "shows a value as text, and loads nothing: %s",
    (value) => {
      const hostile = withVariables({ name: "size", value, environment: "test" });
      const { words } = hovered(list("{{si|ze}}"), undefined, hostile);
      const [shown = ""] = /(`+) ?.*\1/.exec(words.slice(words.indexOf("test (active)"))) ?? [];
      expect(shown).toContain(value);
      expect(words.replace(shown, "")).not.toMatch(/example\.com|!\[|<img/);
    },
  );

  it("says whose response it is", () => {
    const { words } = hovered(
      '[{"operation":"membership.users.create","name":"a","body":{}},{"operation":"membership.users.get","path":{"user_id":"{{a.response.|body.id}}"}}]',
    );
    expect(words).toContain("membership.users.create (Create user)");
  });
});
