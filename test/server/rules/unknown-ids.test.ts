import { describe, expect, it } from "vitest";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { resourcesToCompare } from "../../../server/rules/unknown-ids.ts";
import { fileOf, found, workspaceWith } from "../marked.ts";

const { Hint: hint } = DiagnosticSeverity;

describe("live identifiers", () => {
  const text = '{"operation":"membership.users.get","path":{"user_id":"usr_2"}}';
  const users = { api: "membership", resource: "users" };
  const knowing = (ids: string[], { more = false, api = users.api, resource = users.resource } = {}) =>
    workspaceWith({
      settings: { environment: "sandbox" },
      records: [{ api, resource, records: ids.map((id) => ({ id })), more }],
    });

  it("are hinted at when all records are known and none has them", () => {
    expect(found(text, undefined, knowing(["usr_1"]))).toEqual([["unknown-id", hint, '"usr_2"']]);
    expect(found(text, undefined, knowing(["usr_1", "usr_2"]))).toEqual([]);
    expect(found(text, undefined, knowing(["usr_1"], { more: true }))).toEqual([]);
    expect(found(text)).toEqual([]);
    expect(found(text.replace("usr_2", "usr_{{$uuid}}"), undefined, knowing(["usr_1"]))).toEqual([]);
  });

  it("are looked up in arrays too", () => {
    const workspace = knowing(["prod_1"], { api: "marketplace", resource: "products" });
    const order =
      '{"operation":"marketplace.orders.create","body":{"items":[{"product_id":"prod_1","quantity":1},{"product_id":"prod_2","quantity":1}]}}';
    expect(found(order, undefined, workspace).filter(([code]) => code === "unknown-id")).toEqual([
      ["unknown-id", hint, '"prod_2"'],
    ]);
  });

  it("are looked up in the records of the resources that the file names", () => {
    expect(resourcesToCompare(fileOf(`[${text},${text}]`))).toEqual([users]);
    expect(resourcesToCompare(fileOf('{"type":"user.created"}', "a.membership.webhook.json"))).toEqual([]);
  });
});
