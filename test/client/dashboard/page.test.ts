import { describe, expect, it } from "vitest";
import { isPeriod } from "../../../client/dashboard/messages.ts";
import { pageFrame } from "../../../client/dashboard/page-frame.ts";

describe("the days of an earlier page", () => {
  it.each([
    { from: "2026-01-02", to: "" },
    { from: "2026-01-02", to: "2026-01-02" },
  ])("are taken: %j", (period) => {
    expect(isPeriod(period)).toBe(true);
  });

  it.each([
    undefined,
    {},
    { from: "yesterday", to: "" },
    { from: "2026-02-01", to: "2026-01-01" },
    { from: "2026-01-01\n", to: "2026-01-02" },
    { from: ["2026-01-01"], to: "2026-01-02" },
  ])("are no days: %j", (period) => {
    expect(isPeriod(period)).toBe(false);
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
