import { DiagnosticSeverity } from "vscode-languageserver-types";
import { describe, expect, it } from "vitest";
import { diagnose } from "../../../server/features/diagnostics.ts";
import { comparedStrings } from "../../../server/rules/secrets.ts";
import type { Workspace } from "../../../server/knowledge/workspace.ts";
import type { Settings } from "../../../shared/protocol.ts";
import { fileOf, inSandbox, textIn, withRanges, withVariables } from "../marked.ts";

const { Error: error, Warning: warning, Information: information, Hint: hint } = DiagnosticSeverity;

/** Each finding as `code severity` with the text that it marks. */
function found(text: string, name?: string, workspace?: Workspace) {
  return diagnose(fileOf(text, name, workspace)).map(({ code, severity, range }) => [
    code,
    severity,
    textIn(text, range),
  ]);
}

describe("diagnostics of request files", () => {
  it("marks a value of the wrong type and the brace of an object that lacks a property", () => {
    const { text } = withRanges('{"operation":"content.posts.create","body":{"title":1}}');
    expect(found(text)).toEqual([
      ["missing-property", error, "{"],
      ["wrong-type", error, "1"],
    ]);
    const missing = diagnose(fileOf(text)).find(({ code }) => code === "missing-property");
    expect(missing?.message).toContain("content");
    expect(missing?.range.start.character).toBe(text.indexOf('{"title"'));
  });

  it("is silent about a request that is as documented", () => {
    expect(
      found('{"operation":"cloud-v1.cdn.purge","path":{"zone_id":"z"},"body":{"paths":["/a"],"async":true}}'),
    ).toEqual([]);
  });

  it("says nothing about a missing field of which the documents do not show whether it is required", () => {
    expect(found('{"operation":"cloud-v1.servers.create","body":{}}')).toEqual([]);
  });

  it("points at an operation that does not exist and offers a near one", () => {
    const text = '{"operation":"content.posts.creat"}';
    expect(found(text)).toEqual([["unknown-operation", error, '"content.posts.creat"']]);
    expect(diagnose(fileOf(text))[0]?.message).toContain("content.posts.create");
  });

  it("asks for the operation where there is none", () => {
    expect(found("{}")).toEqual([["missing-property", error, "{"]]);
    expect(found('[{"name":"a"}]')).toEqual([["missing-property", error, "{"]]);
  });

  it("warns of an undocumented property at its key, with the name that was meant", () => {
    const text = '{"operation":"cloud-v1.servers.create","body":{"regoin":"fra1"}}';
    expect(found(text)).toEqual([["unknown-property", warning, '"regoin"']]);
    expect(diagnose(fileOf(text))[0]?.message).toContain("region");
  });

  it.each([
    ["value-not-allowed", error, '{"operation":"content.posts.list","query":{"status":«"live"»}}'],
    ["out-of-range", error, '{"operation":"content.posts.list","query":{"limit":«101»}}'],
    ["out-of-range", error, '{"operation":"creative.projects.create","body":{"name":«"ab"»}}'],
    ["bad-format", error, '{"operation":"admin.users.create","body":{"name":"Ada","email":«"ada"»}}'],
    [
      "bad-format",
      error,
      '{"operation":"cloud-v1.databases.scale","body":{"maintenance_window":«"2026-01-01"»}}',
    ],
    [
      "bad-format",
      error,
      '{"operation":"cloud-v1.databases.scale","body":{"maintenance_window":«"2026-01-01T00:00:00+02:00"»}}',
    ],
    [
      "bad-format",
      error,
      '{"operation":"creative.projects.create","body":{"name":"abc","team_ids":[«"x"»]}}',
    ],
    ["bad-format", error, '{"operation":"creative.analytics.get","query":{"start":«"yesterday"»}}'],
    ["id-prefix", warning, '{"operation":"deploy.deployments.list","path":{"id":«"srv_1"»}}'],
    ["wrong-type", error, '{"operation":"deploy.projects.list","query":{"limit":«"20"»}}'],
    ["wrong-type", error, '{"operation":«1»}'],
    [
      "wrong-type",
      error,
      '{"operation":"marketplace.products.create","body":{"name":"a","category":"b","price":«19.99»}}',
    ],
    ["duplicate-key", warning, '{"operation":"deploy.projects.list","query":{"limit":1,«"limit"»:2}}'],
  ])("reports %s", (code, severity, marked) => {
    const { text, enclosed } = withRanges(marked);
    expect(found(text)).toEqual([[code, severity, enclosed[0]]]);
  });

  it("takes a string that is one placeholder for any plain value", () => {
    const codes = found(
      '{"operation":"content.posts.list","query":{"limit":"{{size}}","status":"{{status}}"}}',
    ).map(([code]) => code);
    expect(codes).toEqual(["unknown-variable", "unknown-variable"]);
  });

  it("takes a null where the documents show one", () => {
    const body = (avatar: string) => `{"operation":"social.users.create","body":{"avatar_url":${avatar}}}`;
    expect(found(body("null"))).toEqual([]);
    expect(found(body("1"))).toEqual([["wrong-type", error, "1"]]);
  });

  it("allows comments and a comma at the end", () => {
    expect(found('// posts\n{"operation":"content.posts.list",/* all */}')).toEqual([]);
  });

  it("checks each request of a sequence", () => {
    expect(
      found('[{"operation":"content.posts.list"},{"operation":"content.posts.list","query":{"page":"x"}}]'),
    ).toEqual([["wrong-type", error, '"x"']]);
  });

  it("leads to the section of the docs", () => {
    const [first] = diagnose(fileOf('{"operation":"content.posts.list","query":{"page":"x"}}'));
    expect(first?.codeDescription?.href).toMatch(/^file:\/\/\/docs\/operations\.md#L\d+$/);
  });

  it.each(["", "{", '{"operation', '{"operation":', "[1,", "]", "nonsense", "\uFEFF", '{"a":{"b":[}'])(
    "says something about %j and does not fail",
    (text) => {
      expect(found(text).length).toBeGreaterThan(0);
    },
  );
});

describe("diagnostics of webhook files", () => {
  const order =
    '{"event":"order.completed","id":"evt_1","timestamp":"2026-01-01T00:00:00Z","data":{"order_id":"o","total":1,"status":"fulfilled"}}';

  it("is silent about a documented payload, whichever way the API is told", () => {
    expect(found(order, "order.webhook.json")).toEqual([]);
    expect(found(order, "x.marketplace.webhook.json")).toEqual([]);
    expect(found(`[${order},${order}]`, "orders.webhook.json")).toEqual([]);
  });

  it("mentions an undocumented property", () => {
    const text = order.replace('"total"', '"tax":1,"total"');
    expect(found(text, "order.webhook.json")).toEqual([["unknown-property", information, '"tax"']]);
  });

  it("finds an unknown event an error where the list of events is documented, else information", () => {
    const member = '{"id":"evt_1","type":"user.renamed","created_at":"2026-01-01T00:00:00Z","data":{}}';
    expect(found(member, "a.membership.webhook.json")).toEqual([["unknown-event", error, '"user.renamed"']]);
    const content = '{"event":"content.created","timestamp":"2026-01-01T00:00:00Z","data":{}}';
    expect(found(content, "a.content.webhook.json")).toEqual([
      ["unknown-event", information, '"content.created"'],
    ]);
  });

  it("hints that the API cannot be told", () => {
    expect(found('{"hello":1}', "a.webhook.json")).toEqual([["unknown-event", hint, "{"]]);
  });

  it("allows no comments: a payload is kept exactly as received", () => {
    expect(found(`// note\n${order}`, "order.webhook.json")).toEqual([["syntax", error, "//"]]);
  });

  it("does not take a placeholder for a number", () => {
    const text = order.replace('"total":1', '"total":"{{n}}"');
    expect(found(text, "order.webhook.json")).toEqual([["wrong-type", error, '"{{n}}"']]);
  });
});

const withSettings = (settings: Partial<Settings>) => {
  const workspace = inSandbox();
  workspace.settings = { ...workspace.settings, ...settings };
  return workspace;
};

describe("routes", () => {
  const text = '{"operation":"membership.users.get","path":{"user_id":"usr_1"}}';
  const unbound = [["unbound-route", hint, '"membership.users.get"']];

  it("hints that sending asks for a route, unless it is bound or the sandbox has one", () => {
    expect(found(text, undefined, withSettings({ environment: "test" }))).toEqual(unbound);
    const bound = { "membership.users.get": "GET /users/{user_id}" };
    expect(found(text, undefined, withSettings({ environment: "test", routes: bound }))).toEqual([]);
    const nonsense = { "membership.users.get": "users" };
    expect(found(text, undefined, withSettings({ environment: "test", routes: nonsense }))).toEqual(unbound);
    expect(found(text, undefined, withSettings({ environment: "sandbox" }))).toEqual([]);
  });

  it("warns of a base address that ends with the deprecated version", () => {
    const at = (address: string) =>
      found(text, undefined, withSettings({ baseUrls: { live: { membership: address } } }));
    expect(at("https://api.example.com/v1")).toEqual([["deprecated", warning, '"membership.users.get"']]);
    expect(at("https://api.example.com/v1/")).toHaveLength(1);
    expect(at("https://api.example.com/v2")).toEqual([]);
    expect(
      found(
        '{"operation":"content.posts.list"}',
        undefined,
        withSettings({ baseUrls: { live: { content: "https://api.example.com/v1" } } }),
      ),
    ).toEqual([]);
  });
});

describe("placeholders", () => {
  const list = (value: string) => `{"operation":"membership.users.list","query":{"cursor":"${value}"}}`;
  const workspace = withVariables(
    { name: "size", value: "20", environment: "test" },
    { name: "host", value: "h", environment: "live" },
  );

  it.each([
    ["{{«siez»}}", warning],
    ["{{«host»}}", information],
    ["{{«$uid»}}", warning],
    ["a {{size}} {{«other»}}", warning],
    ["«{{}}»", warning],
    ["{{«secret:»}}", warning],
    ["{{«purge.response.body.id»}}", warning],
  ])("are marked where nothing can become of them: %s", (marked, severity) => {
    const { text, enclosed } = withRanges(list(marked));
    expect(found(text, undefined, workspace)).toEqual([["unknown-variable", severity, enclosed[0]]]);
  });

  it.each(["{{size}}", "{{ size }}", "{{$uuid}}", "{{$timestamp}}", "{{secret:KEY}}", "no {{ at all"])(
    "are fine as %s",
    (value) => {
      expect(found(list(value), undefined, workspace)).toEqual([]);
    },
  );

  it("are information where there is no environment file at all", () => {
    expect(found(list("{{size}}"))).toEqual([["unknown-variable", information, "size"]]);
  });

  it("refer to earlier requests only", () => {
    const get = (id: string, name: string) =>
      `{"operation":"membership.users.get","name":"${name}","path":{"user_id":"{{${id}}}"}}`;
    const text = `[${get("a.response.body.id", "a")},${get("a.response.body.id", "b")},${get("c.response.body.id", "d")},${get("$uuid", "c")}]`;
    const messages = diagnose(fileOf(text)).map(({ message }) => message);
    expect(messages).toEqual([
      "A request can't refer to its own response.",
      'The request "c" comes later: its response is not there yet.',
    ]);
  });

  it("say what was meant", () => {
    const [first] = diagnose(fileOf(list("{{siez}}"), undefined, workspace));
    expect(first?.message).toContain('Did you mean "size"?');
    expect(first?.data).toEqual({ suggestion: "size" });
  });

  it("are text in payloads", () => {
    expect(
      found(
        '{"event":"content.published","timestamp":"2026-01-01T00:00:00Z","data":{"id":"post_{{nothing}}"}}',
        "a.content.webhook.json",
      ).filter(([code]) => code === "unknown-variable"),
    ).toEqual([]);
  });
});

describe("keys in files", () => {
  it.each([
    '{"operation":"social.auth.token","body":{"client_secret":«"sk_live_1"»}}',
    '{"operation":"content.posts.create","body":{"title":«"Bearer abcdef0123456789"»,"content":"b"}}',
  ])("are marked in %s", (marked) => {
    const { text, enclosed } = withRanges(marked);
    expect(found(text)).toEqual([["secret-in-file", warning, enclosed[0]]]);
  });

  it("are marked in an authorization header", () => {
    const text = '{"operation":"content.posts.list","headers":{"Authorization":"abc"}}';
    expect(found(text)).toContainEqual(["secret-in-file", warning, '"abc"']);
  });

  it.each([
    '{"operation":"social.auth.token","body":{"client_secret":"{{secret:SOCIAL}}"}}',
    '{"operation":"content.posts.create","body":{"title":"Bearer of good news","content":"Bearer {{secret:KEY}}"}}',
  ])("are none in %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("are known by what the client says of the strings, which are all that could be a key", () => {
    const text =
      '{"operation":"content.posts.create","body":{"title":"0123456789abcdef","content":"some words","slug":"short"}}';
    const workspace = inSandbox();
    expect(comparedStrings(fileOf(text))).toEqual(["content.posts.create", "0123456789abcdef"]);
    expect(found(text, undefined, workspace)).toEqual([]);
    expect(workspace.compared(["0123456789abcdef"], ["0123456789abcdef"])).toBe(true);
    expect(found(text, undefined, workspace)).toEqual([["secret-in-file", warning, '"0123456789abcdef"']]);
    expect(workspace.compared(["0123456789abcdef"], ["0123456789abcdef"])).toBe(false);
    expect(workspace.compared(["0123456789abcdef"], [])).toBe(true);
    expect(found(text, undefined, workspace)).toEqual([]);
  });

  it("are never repeated in a message", () => {
    for (const each of diagnose(
      fileOf('{"operation":"social.auth.token","body":{"client_secret":"sk_live_1"}}'),
    ))
      expect(JSON.stringify(each)).not.toContain("sk_live_1");
  });
});

describe("live identifiers", () => {
  const text = '{"operation":"membership.users.get","path":{"user_id":"usr_2"}}';
  const knowing = (ids: string[], more = false) => {
    const workspace = inSandbox();
    workspace.setRecords("membership", "users", { records: ids.map((id) => ({ id })), more });
    return workspace;
  };

  it("are hinted at when all records are known and none has them", () => {
    expect(found(text, undefined, knowing(["usr_1"]))).toEqual([["unknown-id", hint, '"usr_2"']]);
    expect(found(text, undefined, knowing(["usr_1", "usr_2"]))).toEqual([]);
    expect(found(text, undefined, knowing(["usr_1"], true))).toEqual([]);
    expect(found(text)).toEqual([]);
    expect(found(text.replace("usr_2", "usr_{{$uuid}}"), undefined, knowing(["usr_1"]))).toEqual([]);
  });

  it("are looked up in arrays too", () => {
    const workspace = inSandbox();
    workspace.setRecords("marketplace", "products", { records: [{ id: "prod_1" }], more: false });
    const order =
      '{"operation":"marketplace.orders.create","body":{"items":[{"product_id":"prod_1","quantity":1},{"product_id":"prod_2","quantity":1}]}}';
    expect(found(order, undefined, workspace).filter(([code]) => code === "unknown-id")).toEqual([
      ["unknown-id", hint, '"prod_2"'],
    ]);
  });

  it("are not read from an API only because a file is looked at", () => {
    const workspace = inSandbox();
    const reads: boolean[] = [];
    workspace.wanted = ({ read }) => reads.push(read);
    diagnose(fileOf(text, undefined, workspace));
    expect(reads).toEqual([false]);
  });
});

describe("body files", () => {
  const workspace = withSettings({ bodies: { "fixtures/*.json": "content.posts.create" } });
  const name = "fixtures/a.json";

  it("are held to the operation's body", () => {
    expect(found('{"title":"a","content":1,"x1":2}', name, workspace)).toEqual([
      ["wrong-type", error, "1"],
      ["unknown-property", warning, '"x1"'],
    ]);
    expect(found('{"title":"a","content":"b"}', name, workspace)).toEqual([]);
  });

  it("keep their syntax errors to the editor's own support", () => {
    expect(found('{"title":"a","content":"b",,', name, workspace)).toEqual([]);
    expect(found('{"title":"a","title":"a","content":"b"}', name, workspace)).toEqual([]);
  });

  it("lead to the operation's section", () => {
    const [first] = diagnose(fileOf('{"title":1,"content":"b"}', name, workspace));
    expect(first?.codeDescription?.href).toMatch(/operations\.md#L\d+$/);
  });
});
