import { describe, expect, it } from "vitest";
import type { FormattingOptions, TextEdit } from "vscode-languageserver-types";
import { format, formatClosed } from "../../../server/features/formatting.ts";
import { Lines } from "../../../server/syntax/lines.ts";
import { atCursor, fileOf } from "../marked.ts";

const options = { tabSize: 2, insertSpaces: true };

/** The edits are in order: applied from the last one. */
function formatted(text: string, edits: readonly TextEdit[]): string {
  const lines = new Lines(text);
  return edits.reduceRight(
    (now, { range, newText }) =>
      now.slice(0, lines.offsetAt(range.start)) + newText + now.slice(lines.offsetAt(range.end)),
    text,
  );
}

const whole = (text: string, how: FormattingOptions = options) => formatted(text, format(fileOf(text), how));

describe("formatting", () => {
  it("sets white space alone: comments and placeholders stay", () => {
    expect(whole('{"operation":"content.posts.list",// all\n"query":{"page":"{{ page }}"}}')).toBe(
      '{\n  "operation": "content.posts.list", // all\n  "query": {\n    "page": "{{ page }}"\n  }\n}',
    );
  });

  it("changes nothing in what is formatted, and the least elsewhere", () => {
    const text = '{\n  "a": 1,\n  "b":2\n}\n';
    expect(format(fileOf('{\n  "a": 1\n}\n'), options)).toEqual([]);
    expect(format(fileOf(text), options)).toEqual([
      { range: { start: { line: 2, character: 6 }, end: { line: 2, character: 6 } }, newText: " " },
    ]);
  });

  it("follows the editor's indentation and the file's line ends", () => {
    expect(whole('{\r\n"a":1}', { tabSize: 4, insertSpaces: false })).toBe('{\r\n\t"a": 1\r\n}');
    expect(whole('{"a":1}', { ...options, insertFinalNewline: true })).toBe('{\n  "a": 1\n}\n');
  });

  it("formats the lines of a range", () => {
    const text = '{\n"a":1,\n"b":2\n}';
    const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 5 } };
    expect(formatted(text, format(fileOf(text), options, range))).toBe('{\n"a":1,\n"b": 2\n}');
  });

  it.each(["{", '{"a":', '{"a" 1]', '"', "nonsense", "[1,,2", "/*"])(
    "loses nothing but white space of %j",
    (text) => {
      expect(whole(text).replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
    },
  );

  it("says very many edits as one", () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index));
    const found = format(fileOf(text), options);
    expect(found).toHaveLength(1);
    expect(formatted(text, found)).toBe(JSON.stringify(JSON.parse(text), null, 2));
  });

  it("leaves text alone that is too deep to be indented", () => {
    expect(format(fileOf("[".repeat(10_000)), options)).toEqual([]);
  });
});

describe("formatting while typing", () => {
  function typed(marked: string, name?: string): string {
    const { file, offset, text } = atCursor(marked, name);
    return formatted(text, formatClosed(file, offset, options));
  }

  it("formats what a bracket has closed", () => {
    expect(typed('{\n  "body": {"a":1}|\n}')).toBe('{\n  "body": {\n    "a": 1\n  }\n}');
  });

  it("does nothing for a bracket of a placeholder, of text or of a comment", () => {
    for (const marked of ['{"a":"{{b}}|"}', '{"a":"]|"}', '{"a":1 /* }| */}', '{"a":1}, |'])
      expect(typed(marked)).toBe(marked.replace("|", ""));
  });

  it("leaves payloads as they were received", () => {
    expect(typed('{"a":1}|', "a.webhook.json")).toBe('{"a":1}');
  });
});
