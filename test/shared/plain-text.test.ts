import { expect, it } from "vitest";
import { escapedText, markdownCode, markdownText, plainText, unlinked } from "../../shared/plain-text.ts";

it("is one line without control and direction characters", () => {
  expect(plainText("a\u202eb\u0007c\n\td\u2028e\u200b", 20)).toBe("a b c d e");
  expect(plainText("\u001b[31mred\u001b[0m", 20)).toBe("[31mred [0m");
});

it("is cut between characters", () => {
  expect(plainText("😀😀😀😀", 3)).toBe("😀😀…");
  expect(plainText("x".repeat(1e6), 10)).toBe(`${"x".repeat(9)}…`);
  expect(plainText("abc", 3)).toBe("abc");
});

it("means nothing in Markdown", () => {
  expect(markdownText("*a* `b` ![c](d)")).toBe("\\*a\\* \\`b\\` \\!\\[c\\]\\(d\\)");
  expect(markdownText("https://example.com")).toBe("https\\:\\/\\/example\\.com");
});

it("is code in Markdown, whatever it holds", () => {
  expect(markdownCode("a")).toBe("`a`");
  expect(markdownCode("a `` b`")).toBe("``` a `` b` ```");
});

it("shows every character when it is escaped", () => {
  expect(escapedText("a\u001b\nb\u202e\u2028\ud800")).toBe("a\\u001b\nb\\u202e\\u2028\\ud800");
  const value = "\u{e0001}\u009b";
  expect(JSON.parse(escapedText(JSON.stringify(value)))).toBe(value);
});

it("has no link in a notification", () => {
  expect(unlinked("[x](command:evil)")).toBe("[x] (command:evil)");
});
