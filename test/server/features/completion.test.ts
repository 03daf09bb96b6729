import { describe, expect, it } from "vitest";
import type { CompletionItem, TextEdit } from "vscode-languageserver-types";
import { complete, withoutSnippets } from "../../../server/features/completion.ts";
import { diagnose } from "../../../server/features/diagnostics.ts";
import type { Workspace } from "../../../server/knowledge/workspace.ts";
import { Lines } from "../../../server/syntax/lines.ts";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { suggestCommand } from "../../../shared/protocol.ts";
import { applied, atCursor, catalogue, fileOf, withVariables, workspaceWith } from "../marked.ts";

const now = new Date("2026-03-04T05:06:07.890Z");

function offered(marked: string, name?: string, workspace?: Workspace): CompletionItem[] {
  const { file, offset } = atCursor(marked, name, workspace);
  return complete(file, offset, now).items;
}

const labels = (marked: string, name?: string, workspace?: Workspace) =>
  offered(marked, name, workspace).map(({ label }) => label);

/** The text after a completion was taken; `|` is the cursor. */
function taken(marked: string, label: string, name?: string, workspace?: Workspace): string {
  const { file, offset, text } = atCursor(marked, name, workspace);
  const item = complete(file, offset, now).items.find((each) => each.label === label);
  if (!item?.textEdit) throw new Error(`${label} is not offered`);
  // What comes beside an item stands before it.
  return (item.additionalTextEdits ?? []).reduceRight(
    (now, edit) => applied(now, edit),
    applied(text, item.textEdit as TextEdit),
  );
}

/** The same for an editor that knows no snippets. */
function takenPlain(marked: string, label: string, name?: string): string {
  const { file, offset, text } = atCursor(marked, name);
  const item = withoutSnippets(complete(file, offset, now)).items.find((each) => each.label === label);
  if (!item?.textEdit) throw new Error(`${label} is not offered`);
  const { range, newText } = item.textEdit as TextEdit;
  const lines = new Lines(text);
  return text.slice(0, lines.offsetAt(range.start)) + newText + text.slice(lines.offsetAt(range.end));
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
  ])("offers every operation at %j", (marked) => {
    expect(labels(marked).toSorted()).toEqual(ids.toSorted());
  });

  it("shows each operation's title", () => {
    const item = offered('{"operation": "|"}').find(({ label }) => label === "content.posts.create");
    expect(item?.detail).toContain("Create post");
  });

  it("replaces what was begun and keeps the quotes right", () => {
    const rest = ', "body": {}}';
    for (const begun of ['"con|"', "|", "con|", '"|"'])
      expect(taken(`{"operation": ${begun}${rest}`, "content.posts.create")).toBe(
        `{"operation": "content.posts.create"${rest}`,
      );
    expect(taken('{"operation": "con|\n, "body": {}', "content.posts.create")).toBe(
      '{"operation": "content.posts.create"\n, "body": {}',
    );
  });

  it("lays out a whole request where it is otherwise empty", () => {
    expect(takenPlain('{"operation": "con|"}', "content.posts.create")).toBe(
      '{"operation": "content.posts.create", "body": {"title": "Hello", "content": "# Hello\\n\\nThe first post.", "slug": "hello", "publish": true}}',
    );
    expect(takenPlain('{\n  "name": "a",\n  "operation": |\n}', "deploy.deployments.list")).toBe(
      '{\n  "name": "a",\n  "operation": "deploy.deployments.list",\n"path": {\n  "id": "proj_xp9awpyc"\n}\n}',
    );
  });

  it.each(operationsOf(apis).map(({ id }) => id))("lays out a valid request of %s", (id) => {
    const inEmptyRequest = takenPlain('{"operation": |}', id);
    const inEmptyFile = takenPlain("|", id);
    const inArray = takenPlain('[{"operation":"admin.dashboard.metrics"}, |]', id);
    for (const text of [inEmptyRequest, inEmptyFile, inArray])
      expect(diagnose(fileOf(text)).filter(({ code }) => code !== "unknown-variable")).toEqual([]);
  });
});

describe("the first keystrokes of a file", () => {
  const known = workspaceWith({ settings: { commands: [suggestCommand] } });
  const typed = (marked: string, character: string) => {
    const { file, offset } = atCursor(marked);
    return complete(file, offset, now, { typed: character }).items;
  };

  it("writes the key of the operation, and opens the list of operations where the client can", () => {
    for (const begun of ["{|}", '{"|"}', '{"op|']) {
      expect(taken(begun, "operation")).toContain('{"operation": "|"');
      expect(offered(begun, undefined, known)[0]?.command?.command).toBe(suggestCommand);
      expect(offered(begun)[0]?.command).toBeUndefined();
    }
  });

  it("says of the operation what holds for all of them", () => {
    const [item] = offered("{|}");
    expect(item?.label).toBe("operation");
    expect(JSON.stringify(item?.documentation)).toContain("The operation to send");
    expect(JSON.stringify(item?.documentation)).not.toContain("lways");
  });

  it("opens the values of a field where some are known", () => {
    const query = '{"operation": "content.posts.list", "query": {|}}';
    const commands = Object.fromEntries(
      offered(query, undefined, known).map(({ label, command }) => [label, command?.command]),
    );
    expect(commands).toMatchObject({ status: suggestCommand });
    const body = '{"operation": "content.posts.create", "body": {|}}';
    expect(offered(body, undefined, known).find(({ label }) => label === "title")?.command).toBeUndefined();
  });

  it("offers nothing at a brace by itself: Enter after it means a new line", () => {
    for (const marked of ["{|}", "{|", '{"operation": "content.posts.create", "body": {|}}'])
      expect(typed(marked, "{")).toEqual([]);
    const value = '{"operation": "content.posts.create", "body": {"title": "{{|"}}';
    expect(typed(value, "{").length).toBeGreaterThan(0);
  });

  it.each(["|", "post|", "[|]", "[post|]", '[{"operation": "content.posts.list"}, po|]'])(
    "offers whole requests at %j",
    (marked) => {
      expect(labels(marked)).toEqual(expect.arrayContaining(operationsOf(apis).map(({ id }) => id)));
    },
  );

  it("finds whole requests by id, title and verb, and puts one in place of the word", () => {
    const item = offered("post|").find(({ label }) => label === "cloud-v1.servers.create");
    expect(item?.filterText).toBe("cloud-v1.servers.create Create server POST write");
    expect(takenPlain("post|", "admin.dashboard.metrics")).toMatch(
      /^\{\n {2}"operation": "admin.dashboard.metrics"/,
    );
  });

  it("offers whole payloads in a webhook file: those of its API, else all", () => {
    for (const marked of ["|", "paid|"]) {
      expect(labels(marked, "a.marketplace.webhook.json")).toContain("order.completed");
      expect(labels(marked, "a.marketplace.webhook.json")).not.toContain("content.published");
      expect(labels(marked, "a.webhook.json").length).toBeGreaterThanOrEqual(17);
    }
  });

  it.each(catalogue.entries.events.map(({ api, name }) => [api, name]))(
    "lays out a valid payload of %s %s",
    (api, name) => {
      const file = `a.${api}.webhook.json`;
      expect(diagnose(fileOf(takenPlain("|", name, file), file))).toEqual([]);
      const unnamed = takenPlain("|", name, "a.webhook.json");
      expect(diagnose(fileOf(unnamed, "a.webhook.json"))).toEqual([]);
    },
  );
});

describe("completion of keys", () => {
  it("offers the missing fields of a body, the required first, with types and docs", () => {
    const items = offered('{"operation": "content.posts.create", "body": {|}}');
    expect(items.map(({ label }) => label)).toEqual(["title", "content", "slug", "publish"]);
    expect(items[0]?.labelDetails?.description).toBe("string, required");
    expect(JSON.stringify(items[0]?.documentation)).toContain("At most 200 characters");
  });

  it("says of a field what helps to write it, and leaves the rest to the hover", () => {
    const documentation = (marked: string, name?: string) =>
      Object.fromEntries(
        offered(marked, name).map(({ label, documentation }) => [label, JSON.stringify(documentation)]),
      );
    const body = documentation('{"operation": "cloud-v1.servers.create", "body": {|}}');
    expect(body["region"]).toContain("Datacenter slug");
    expect(body["region"]).not.toContain("not shown");
    const order = documentation('{"event": "order.completed", "data": {|}}', "a.marketplace.webhook.json");
    expect(order["order_id"]).not.toContain("Not shown");
    expect(order["total"]).toContain("Not shown in the documents: unit");
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

it("offers nothing before an object that is there already", () => {
  for (const marked of ['|{"operation": "content.posts.list"}', '[|{"operation": "content.posts.list"}]'])
    expect(labels(marked)).toEqual([]);
});

it("offers identifiers with the prefix that is documented", () => {
  const records = [{ id: "usr_1" }, { id: "mem_1" }];
  const known = workspaceWith({
    records: [{ api: "membership", resource: "users", records, more: false }],
  });
  const offers = labels('{"operation": "membership.users.get", "path": {"user_id": "|"}}', undefined, known);
  expect(offers.filter((label) => /^(usr|mem)_/.test(label))).toEqual(["usr_1"]);
});

it("indents by tabs where the file does", () => {
  expect(
    takenPlain('[\n\t{\n\t\t"operation": "content.posts.list"\n\t},\n\t|\n]', "cloud-v1.cdn.purge"),
  ).toContain('{\n\t"operation": "cloud-v1.cdn.purge",\n\t"path": {\n\t\t"zone_id"');
});

describe("commas and quotes", () => {
  const post = (body: string) => `{"operation": "content.posts.create", "body": ${body}}`;
  it.each([
    // keys: first, last, between, with and without the commas that they need
    ['{| "title": "a"}', "slug", '{"slug": "|", "title": "a"}'],
    ['{"title": "a",|}', "slug", '{"title": "a","slug": "|"}'],
    ['{"title": "a"\n  |\n}', "slug", '{"title": "a",\n  "slug": "|"\n}'],
    ['{"title": "a" // why\n  |\n}', "slug", '{"title": "a", // why\n  "slug": "|"\n}'],
    ['{"title": "a" | "content": "b"}', "slug", '{"title": "a", "slug": "|", "content": "b"}'],
    ['{"title": "a", | "content": "b"}', "slug", '{"title": "a", "slug": "|", "content": "b"}'],
    ['{"title": "a", |, "content": "b"}', "slug", '{"title": "a", "slug": "|", "content": "b"}'],
    ['{"title": "a",\r\n  "sl|"\r\n}', "slug", '{"title": "a",\r\n  "slug": "|"\r\n}'],
    ['{"title": "a",\r\n  sl|\r\n}', "slug", '{"title": "a",\r\n  "slug": "|"\r\n}'],
    [
      '{"title": "a",\n  "sl|\n  "content": "b"}',
      "slug",
      '{"title": "a",\n  "slug": "|",\n  "content": "b"}',
    ],
    ['{"title": "a", | "content":}', "slug", '{"title": "a", "slug": "|", "content":}'],
    ['{"title": "a", | "content"}', "slug", '{"title": "a", "slug": "|", "content"}'],
    ['{"sl|": "x"}', "slug", '{"slug": "x"}'],
    // values
    ['{"publish": |}', "true", '{"publish": true}'],
    ['{"publish": tr|}', "true", '{"publish": true}'],
    ['{"publish": "|"}', "true", '{"publish": true}'],
    ['{"publish": | "title": "a"}', "true", '{"publish": true, "title": "a"}'],
    ['{"publish": |, "title": "a"}', "true", '{"publish": true, "title": "a"}'],
    ['{"publish": |\r\n"title": "a"}', "true", '{"publish": true,\r\n"title": "a"}'],
  ])("come out right in %j", (body, label, expected) => {
    expect(taken(post(body), label)).toBe(post(expected));
  });

  it.each([
    ['{"operation": "social.posts.create", "body": {"media": [|]}}', "{ }", "[{|}]"],
    ['{"operation": "social.posts.create", "body": {"media": [{} |]}}', "{ }", "[{}, {|}]"],
    ['{"operation": "social.posts.create", "body": {"media": [| {}]}}', "{ }", "[{|}, {}]"],
    ['{"operation": "social.posts.create", "body": {"media": [{}, |]}}', "{ }", "[{}, {|}]"],
    ['{"operation": "social.posts.create", "body": {"media": [{}, |', "{ }", "[{}, {|}"],
  ])("come out right in the array of %j", (marked, label, expected) => {
    expect(taken(marked, label)).toContain(`"media": ${expected}`);
  });

  it("come out right at the end of an unfinished file", () => {
    expect(taken('{"operation": "content.posts.list", "query": {"status": "dr|', "draft")).toBe(
      '{"operation": "content.posts.list", "query": {"status": "draft"',
    );
    expect(taken('{"operation": "content.posts.list", "query": {"status": |', "draft")).toBe(
      '{"operation": "content.posts.list", "query": {"status": "draft"',
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

  it("offers the documented statuses where one is expected", () => {
    const statuses = offered('{"operation":"content.posts.list","expect":{"status":|}}').filter(({ label }) =>
      /^\d+$/.test(label),
    );
    expect(statuses.map(({ label }) => label)).toEqual([
      "200",
      "201",
      "204",
      "400",
      "401",
      "403",
      "404",
      "429",
      "500",
    ]);
    expect(statuses[2]?.detail).toBe("deleted without body");
  });

  it("offers nothing within a comment", () => {
    expect(labels('{"operation": "content.posts.list" /* | */}')).toEqual([]);
  });
});

describe("completion of moments, currencies and path parameters", () => {
  it("offers now and today as ISO 8601 in UTC", () => {
    const marked = '{"operation": "membership.users.list", "query": {"created_after": "|"}}';
    expect(labels(marked).slice(0, 2)).toEqual(["2026-03-04T05:06:07Z", "2026-03-04T00:00:00Z"]);
    expect(labels(marked)).toContain("{{$timestamp}}");
  });

  it("offers days for dates", () => {
    expect(labels('{"operation": "creative.analytics.get", "query": {"start": |}}').slice(0, 2)).toEqual([
      "2026-03-04",
      "2026-03-01",
    ]);
  });

  it("offers the currencies of the samples where a field is one", () => {
    const marked = '{"type": "subscription.payment_succeeded", "data": {"currency": "|"}}';
    expect(labels(marked, "a.membership.webhook.json").length).toBeGreaterThan(0);
  });

  it("offers the path parameters of a route that was bound, else those of the sandbox", () => {
    const marked = '{"operation": "membership.memberships.get", "path": {|}}';
    expect(labels(marked)).toEqual(["membership_id"]);
    const routes = { "membership.memberships.get": "GET /people/{person}/memberships/{number}" };
    const workspace = workspaceWith({ settings: { routes } });
    expect(labels(marked, undefined, workspace)).toEqual(["person", "number"]);
  });
});

describe("completion of placeholders", () => {
  const workspace = withVariables(
    { name: "token", value: "top", environment: "test", private: true },
    { name: "size", value: "20", environment: "test" },
    { name: "host", value: "h", environment: "live" },
  );
  const list = (value: string) => `{"operation": "membership.users.list", "query": {"cursor": ${value}}}`;
  const sequence = (value: string) =>
    `[{"operation": "membership.users.create", "name": "ada", "body": {}}, {"operation": "membership.users.get", "path": {"user_id": ${value}}}, {"operation": "membership.users.list", "name": "later"}]`;

  it("offers variables of all environments, the active one's first, with values unless they are private", () => {
    const items = offered(list('"{{|"'), undefined, workspace);
    expect(items.slice(0, 3).map(({ label, detail }) => [label, detail])).toEqual([
      ["token", "private"],
      ["size", "20"],
      ["host", "h (live)"],
    ]);
    expect(items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["$uuid", "$timestamp", "secret:NAME"]),
    );
    expect(JSON.stringify(items)).not.toContain("top");
  });

  it.each([
    ['"{{|"', "size", '"{{size}}"'],
    ['"{{si|"', "size", '"{{size}}"'],
    ['"{{ si| }}"', "size", '"{{ size }}"'],
    ['"{{s|ize}} and {{host}}"', "size", '"{{size}} and {{host}}"'],
    ['"a {{size}} {{|', "host", '"a {{size}} {{host}}'],
    ['"{{|}}"', "secret:NAME", '"{{secret:NAME|}}"'],
    ['"{{|"', "secret:NAME", '"{{secret:NAME|}}"'],
    ['"{{$|"', "$uuid", '"{{$uuid}}"'],
  ])("completes %j", (value, label, expected) => {
    const after = taken(list(value), label, undefined, workspace);
    expect(after).toBe(list(expected).slice(0, after.length));
    expect(after).toContain(expected);
  });

  it("offers the known fields of earlier responses, not of later ones", () => {
    const inside = labels(sequence('"{{|"'));
    expect(inside).toContain("ada.response.body.id");
    expect(inside.filter((label) => label.startsWith("later"))).toEqual([]);
  });

  it("offers whole values where a scalar stands, in requests only", () => {
    expect(labels(sequence("|"))).toContain("{{ada.response.body.id}}");
    expect(taken(list("|"), "{{size}}", undefined, workspace)).toBe(list('"{{size}}"'));
    expect(labels('{"operation": "|"}', undefined, workspace)).not.toContain("{{size}}");
    expect(labels('{"event": "|"}', "a.content.webhook.json", workspace)).not.toContain("{{size}}");
  });

  it("offers the keychain for a secret", () => {
    const marked = '{"operation": "social.auth.token", "body": {"client_secret": "|"}}';
    expect(taken(marked, "{{secret:NAME}}")).toContain('"client_secret": "{{secret:NAME|}}"');
  });
});

describe("completion of live identifiers", () => {
  const marked = '{"operation": "membership.users.get", "path": {"user_id": "|"}}';

  it("offers records with name and status, found by either", () => {
    const ada = { id: "usr_1", name: "Ada", status: "active" };
    const workspace = workspaceWith({
      records: [{ api: "membership", resource: "users", records: [ada], more: false }],
    });
    const [first] = offered(marked, undefined, workspace);
    expect(first).toMatchObject({ label: "usr_1", labelDetails: { description: "Ada · active" } });
    expect(first?.filterText).toBe('"usr_1" Ada');
    expect(taken(marked, "usr_1", undefined, workspace)).toContain('{"user_id": "usr_1"}');
  });

  it("offers those that other records refer to, with who does", () => {
    const records = [{ id: "sub_1", referredBy: "invoice May · paid" }];
    const workspace = workspaceWith({
      records: [{ api: "membership", resource: "subscriptions", records, more: true }],
    });
    const text = '{"operation": "membership.subscriptions.pause", "path": {"subscription_id": "|"}}';
    const [first] = offered(text, undefined, workspace);
    expect(first).toMatchObject({ label: "sub_1", labelDetails: { description: "invoice May · paid" } });
    expect(first?.filterText).toBe('"sub_1" invoice May · paid');
  });

  it("offers the rest at once where none are known, and says that more may come", () => {
    const { file, offset } = atCursor(marked);
    expect(complete(file, offset).isIncomplete).toBe(true);
    const other = atCursor('{"operation": "content.posts.list", "query": {"status": |}}');
    expect(complete(other.file, other.offset).isIncomplete).toBe(false);
  });
});
