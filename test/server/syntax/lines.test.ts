import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Lines } from "../../../server/syntax/lines.ts";

describe("lines", () => {
  it.each(["", "a", "a\n", "a\r\nb", "a\rb", "a\n\r\n\rb", "\u2028a\né😀\r"])(
    "agree with the protocol in %j",
    (text) => {
      const lines = new Lines(text);
      const document = TextDocument.create("a:b", "json", 0, text);
      expect(lines.lineCount).toBe(document.lineCount);
      for (let offset = 0; offset <= text.length; offset++) {
        expect(lines.positionAt(offset)).toEqual(document.positionAt(offset));
        expect(lines.offsetAt(lines.positionAt(offset))).toBe(document.offsetAt(document.positionAt(offset)));
      }
    },
  );

  it("take places outside the text to its ends", () => {
    const lines = new Lines("ab\ncd");
    expect(lines.offsetAt({ line: 0, character: 99 })).toBe(2);
    expect(lines.offsetAt({ line: 9, character: 0 })).toBe(5);
    expect(lines.offsetAt({ line: -1, character: 5 })).toBe(0);
    expect(lines.positionAt(99)).toEqual({ line: 1, character: 2 });
    expect(lines.positionAt(-1)).toEqual({ line: 0, character: 0 });
  });
});
