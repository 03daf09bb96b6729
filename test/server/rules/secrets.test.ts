import { describe, expect, it } from "vitest";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { diagnose } from "../../../server/features/diagnostics.ts";
import { withCompared } from "../../../server/knowledge/keys.ts";
import { comparedStrings } from "../../../server/rules/secrets.ts";
import { fileOf, found, inSandbox, withRanges } from "../marked.ts";

const { Warning: warning } = DiagnosticSeverity;

describe("keys in files", () => {
  it.each([
    '{"operation":"social.auth.token","body":{"client_secret":«"sk_live_1"»}}',
    '{"operation":"social.auth.token","expect":{"body":{"access_token":«"sk_live_1"»}}}',
    '{"operation":"content.posts.create","body":{"title":«"Bearer abcdef0123456789"»,"content":"b"}}',
    '{"operation":"content.posts.create","body":{"title":«"bearer abcdEfgh"»,"content":"b"}}',
    '{"operation":"content.posts.create","body":{"title":«"Bearer abcdefghijklmnopqrstuvwxyz"»,"content":"b"}}',
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
    '{"operation":"content.posts.create","body":{"title":"Bearer documents","content":"BEARER SELF-SERVICE."}}',
  ])("are none in %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("in a payload are not to be replaced by a placeholder, which nothing fills in", () => {
    const said = (text: string, name: string) =>
      diagnose(fileOf(text, name))
        .filter(({ code }) => code === "secret-in-file")
        .map(({ message }) => String(message).includes("{{"));
    const text = '{"key":"Bearer abcdef0123456789"}';
    expect(said(text, "a.webhook.json")).toEqual([false]);
    expect(said(text, "a.request.json")).toEqual([true]);
  });

  it("are known by what the client says of the strings, which are all that could be a key", () => {
    const text =
      '{"operation":"content.posts.create","body":{"title":"0123456789abcdef","content":"some words","slug":"short"}}';
    const key = "0123456789abcdef";
    expect(comparedStrings(fileOf(text))).toEqual(["content.posts.create", key]);
    expect(found(text)).toEqual([]);
    const keys = withCompared(new Set(), [key], [key]);
    expect(found(text, undefined, { ...inSandbox(), keys })).toEqual([
      ["secret-in-file", warning, `"${key}"`],
    ]);
    expect(withCompared(keys, [key], [key])).toBe(keys);
    expect(found(text, undefined, { ...inSandbox(), keys: withCompared(keys, [key], []) })).toEqual([]);
  });

  it("are never repeated in a message", () => {
    for (const each of diagnose(
      fileOf('{"operation":"social.auth.token","body":{"client_secret":"sk_live_1"}}'),
    ))
      expect(JSON.stringify(each)).not.toContain("sk_live_1");
  });
});
