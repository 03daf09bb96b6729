import { describe, expect, it } from "vitest";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { diagnose } from "../../../server/features/diagnostics.ts";
import type { Settings } from "../../../shared/protocol.ts";
import { fileOf, found, withRanges, workspaceWith } from "../marked.ts";

const { Error: error, Warning: warning, Information: information, Hint: hint } = DiagnosticSeverity;

const withSettings = (settings: Partial<Settings>) =>
  workspaceWith({ settings: { environment: "sandbox", ...settings } });

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

  it.for(["limit", "page", "per_page"])("says once that a number is too large: %s", (name) => {
    const [number] = found(`{"operation":"admin.users.list","query":{"${name}":1E400}}`).filter(
      ([code]) => code !== "unknown-property",
    );
    expect(number).toEqual(["out-of-range", error, "1E400"]);
    const all = found(`{"operation":"admin.users.list","query":{"${name}":-1E400}}`);
    expect(all.filter(([, , text]) => text === "-1E400")).toHaveLength(1);
  });

  it("says of a value with a likely format which field has it", () => {
    const text = '{"operation":"marketplace.orders.create","body":{"customer":{"email":"nope"}}}';
    const messages = diagnose(fileOf(text)).map(({ message }) => message);
    expect(messages).toContain('`email` must be an e-mail address like ada@example.com, found "nope"');
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

  it("takes a mistyped operation for the one that was meant, and checks the rest by it", () => {
    const { text, enclosed } = withRanges(
      '{«"opertion"»: "content.posts.create", "body": {"title": «1», «"contnet"»: "a"}}',
    );
    const all = found(text);
    expect(all.filter(([code]) => code !== "missing-property")).toEqual([
      ["unknown-property", 1, enclosed[0]],
      ["wrong-type", 1, enclosed[1]],
      ["unknown-property", 2, enclosed[2]],
    ]);
    expect(found('{"opertion": "content.posts.list"}')).toEqual([["unknown-property", 1, '"opertion"']]);
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
      '{"operation":"marketplace.products.create","body":{"name":"a","category":"b","price":«"19.99"»}}',
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

  it("say of a number that it is too large", () => {
    expect(
      found(
        '{"name":"a","price":1E400,"category":"c"}',
        name,
        withSettings({ bodies: { "fixtures/*.json": "marketplace.products.create" } }),
      ),
    ).toEqual([["out-of-range", error, "1E400"]]);
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
