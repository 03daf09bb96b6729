import { describe, expect, it } from "vitest";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import type { Settings } from "../../../shared/protocol.ts";
import { found, workspaceWith } from "../marked.ts";

const { Warning: warning, Hint: hint } = DiagnosticSeverity;

const withSettings = (settings: Partial<Settings>) =>
  workspaceWith({ settings: { environment: "sandbox", ...settings } });

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
