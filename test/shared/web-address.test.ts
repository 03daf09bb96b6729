import { expect, it } from "vitest";
import { isWebAddress } from "../../shared/web-address.ts";

it("takes what a browser opens for a web address, and nothing that hides where it leads", () => {
  for (const text of ["https://example.com", "http://example.com/a?b=1#c", "HTTPS://EXAMPLE.COM/\u00e9"])
    expect(isWebAddress(text), text).toBe(true);
  for (const text of [
    "example.com",
    "ftp://example.com",
    "file:///etc/passwd",
    "command:x",
    "javascript:alert(1)",
    "https://",
    "https://example.com/a b",
    "https://example.com/\u202Egnp.exe",
    "https://{{host}}/a",
    "see https://example.com",
  ])
    expect(isWebAddress(text), text).toBe(false);
});
