import { describe, expect, it } from "vitest";
import { inlayHints, resourcesToShow } from "../../../server/features/inlay-hints.ts";
import { money } from "../../../server/features/money.ts";
import type { Settings } from "../../../shared/protocol.ts";
import { fileOf, workspaceWith } from "../marked.ts";

const now = Date.parse("2026-01-10T12:00:00Z");
const all = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

/** The text with its hints in place. */
function hinted(text: string, name?: string, settings: Partial<Settings> = {}): string {
  const projects = [{ id: "proj_1", name: "Shop", status: "ready" }, { id: "proj_2" }];
  const workspace = workspaceWith({
    settings,
    records: [{ api: "deploy", resource: "projects", records: projects, more: false }],
  });
  const file = fileOf(text, name, workspace);
  return inlayHints(file, all, now).reduceRight((shown, { position, label }) => {
    const offset = file.lines.offsetAt(position);
    return `${shown.slice(0, offset)}‹${String(label)}›${shown.slice(offset)}`;
  }, text);
}

describe("inlay hints", () => {
  it("name the record behind an identifier when it is known", () => {
    const request = (id: string, hint = "") =>
      `{"operation":"deploy.deployments.list","path":{"id":"${id}"${hint}}}`;
    expect(hinted(request("proj_1"))).toBe(request("proj_1", "‹Shop · ready›"));
    expect(hinted(request("proj_2"))).toBe(request("proj_2"));
    expect(hinted(request("proj_3"))).toBe(request("proj_3"));
  });

  it("show amounts in minor units as money, with the currency beside them", () => {
    const product = (rest: string) => `{"operation":"marketplace.products.create","body":{${rest}}}`;
    expect(hinted(product('"price":4900,"currency":"USD"'))).toBe(
      product('"price":4900‹49.00 USD›,"currency":"USD"'),
    );
    expect(hinted(product('"price":4900'))).toBe(product('"price":4900‹49.00›'));
    expect(hinted(product('"price":49.5'))).toBe(product('"price":49.5'));
  });

  it("say how far away a time is", () => {
    expect(hinted('{"type":"user.created","created_at":"2026-01-10T09:00:00Z"}', "a.webhook.json")).toBe(
      '{"type":"user.created","created_at":"2026-01-10T09:00:00Z"‹3 hours ago›}',
    );
    expect(hinted('{"a":"2026-99-99T00:00:00Z"}', "a.webhook.json")).not.toContain("‹");
  });

  it("are off unless they are wanted, and only where the editor looks", () => {
    const text = '{"a":"2026-01-10T09:00:00Z"}';
    expect(hinted(text, undefined, { inlayHints: false })).toBe(text);
    const file = fileOf(`{\n"a":"2026-01-10T09:00:00Z"\n}`);
    const first = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    expect(inlayHints(file, first, now)).toEqual([]);
  });

  it("would name records of what stands where the editor looks", () => {
    const project = '{"operation":"deploy.deployments.list","path":{"id":"proj_1"}}';
    const user = '{"operation":"membership.users.get","path":{"user_id":"usr_1"}}';
    const text = `[${project},\n${user},\n${user}]`;
    const projects = { api: "deploy", resource: "projects" };
    const users = { api: "membership", resource: "users" };
    expect(resourcesToShow(fileOf(text), all)).toEqual([projects, users]);
    const last = { start: { line: 2, character: 0 }, end: { line: 2, character: 9 } };
    expect(resourcesToShow(fileOf(text), last)).toEqual([users]);
    const off = workspaceWith({ settings: { inlayHints: false } });
    expect(resourcesToShow(fileOf(text, undefined, off), all)).toEqual([]);
  });
});

describe("money", () => {
  it.each([
    [4900, "usd", "49.00 USD"],
    [-5, "EUR", "-0.05 EUR"],
    [1234567, undefined, "12,345.67"],
    [500, "JPY", "500 JPY"],
    [1500, "KWD", "1.500 KWD"],
    [100, "{{currency}}", "1.00"],
    [0.5, "USD", undefined],
    [1e300, "USD", undefined],
  ])("%d %s is %s", (minor, currency, shown) => {
    expect(money(minor, currency)).toBe(shown);
  });
});
