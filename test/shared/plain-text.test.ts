import { expect, it } from "vitest";
import {
  escapedLine,
  escapedText,
  markdownCode,
  markdownText,
  plainText,
  uncommanded,
  unlinked,
} from "../../shared/plain-text.ts";

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

it("is one line when it is escaped as one", () => {
  expect(escapedLine("a\n::error::b\r\n")).toBe("a\\u000a::error::b\\u000d\\u000a");
});

it.for<[text: string, shown: string]>([
  ["::error::a", "\\u003a:error::a"],
  ["a\n \t::warning file=b::c\n", "a\n \t\\u003a:warning file=b::c\n"],
  ["a ##[error]b", "a \\u0023#[error]b"],
  ["###[add-matcher]b", "#\\u0023#[add-matcher]b"],
  ["##vso[task.setvariable variable=a]b", "\\u0023#vso[task.setvariable variable=a]b"],
])("is no command to a build server: %j", ([text, shown]) => {
  expect(uncommanded(text)).toBe(shown);
});

it("is the same where it is no command", () => {
  for (const text of ["a::b", "a ::error::b", "## [a](b)", ":a", "a # b [c]"])
    expect(uncommanded(text)).toBe(text);
  const value = { "::a": ["::error::b", "##[error]c"] };
  expect(JSON.parse(uncommanded(JSON.stringify(value, undefined, 2)))).toEqual(value);
});
