import { describe, expect, it } from "vitest";
import { type DashboardView, isDashboardView, readPageRequest } from "../../../client/dashboard/messages.ts";
import { pageFrame } from "../../../client/dashboard/page-frame.ts";

describe("what the page asks for", () => {
  it.each([
    { type: "ready" },
    { type: "refresh" },
    { type: "mend" },
    { type: "period", period: { from: "2026-01-02", to: "" } },
  ])("is understood: $type", (message) => {
    expect(readPageRequest(message)).toEqual(message);
  });

  it.each([
    null,
    "refresh",
    [],
    {},
    { type: "command", command: "workbench.action.quit" },
    { type: "period" },
    { type: "period", period: { from: "yesterday", to: "" } },
    { type: "period", period: { from: "2026-02-01", to: "2026-01-01" } },
    { type: "period", period: { from: "2026-01-01\n", to: "2026-01-02" } },
    { type: "period", period: { from: ["2026-01-01"], to: "2026-01-02" } },
  ])("is nothing else: %j", (message) => {
    expect(readPageRequest(message)).toBeUndefined();
  });

  it("brings nothing along", () => {
    expect(readPageRequest({ type: "refresh", url: "https://example.com" })).toEqual({ type: "refresh" });
  });
});

describe("what the page shows", () => {
  const view: DashboardView = {
    operation: "admin.dashboard.metrics",
    title: "Dashboard metrics",
    api: "Administration",
    environment: "sandbox",
    real: false,
    busy: false,
    latest: {
      at: 0,
      figures: [{ kind: "number", title: "Users", note: "", value: 1 }],
      record: "{}",
      notes: [],
    },
    history: { titles: ["Users"], readings: [{ at: 0, values: [1] }] },
  };

  it("is what the extension posts", () => {
    expect(isDashboardView(view)).toBe(true);
    expect(isDashboardView({ ...view, latest: undefined, failure: { message: "No", remedy: "Yes" } })).toBe(
      true,
    );
  });

  it.each([
    null,
    {},
    { ...view, title: 7 },
    { ...view, failure: { message: "No" } },
    { ...view, latest: { ...view.latest, figures: [{ kind: "toString", title: "Users", note: "" }] } },
    { ...view, latest: { ...view.latest, figures: [{ kind: "number", title: "Users", note: "" }] } },
    { ...view, history: { titles: ["Users"], readings: [{ at: 0, values: ["1"] }] } },
  ])("is nothing else: %j", (message) => {
    expect(isDashboardView(message)).toBe(false);
  });
});

describe("the document of the page", () => {
  const parts = {
    nonce: "c2VjcmV0",
    script: "https://x/page.js",
    style: "https://x/page.css",
    title: "<b>&",
  };
  const html = pageFrame(parts);

  it("runs its own script and style sheet alone", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
    expect(policy?.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'nonce-c2VjcmV0'",
      "style-src 'nonce-c2VjcmV0'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(html.match(/<(script|link|style)\b/g)).toHaveLength(2);
    expect(html).not.toMatch(/\sstyle=|\son\w+=/);
  });

  it("has its title as text", () => {
    expect(html).toContain("<title>&#60;b&#62;&#38;</title>");
  });
});
