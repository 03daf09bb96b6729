import { describe, expect, it } from "vitest";
import { pageFrame } from "../../../client/pages/frame.ts";

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
