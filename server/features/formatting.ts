/** Formatting: white space alone changes, so comments and placeholders stay, and so does all that is broken. */
import type { FormattingOptions as EditorOptions, Range, TextEdit } from "vscode-languageserver-types";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { type Gap, layOut } from "../syntax/layout.ts";
import { locate } from "../syntax/locate.ts";
import { sizeLimit } from "../syntax/tree.ts";

/** More edits than that go as one. */
const editLimit = 10_000;

/** The whole text, or the lines of a range. */
export function format(file: OpenFile, options: EditorOptions, range?: Range): TextEdit[] {
  if (file.format.kind === "body" || "parts" in file.format) return []; // The built-in support of JSON formats it.
  const { lines, tree } = file;
  return edits(
    file,
    options,
    range
      ? { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) }
      : { start: 0, end: tree.text.length },
  );
}

/**
 * What a `}` or `]` just typed has closed, in request files: a payload is kept as received until a person asks otherwise.
 *
 * @param offset after the bracket
 */
export function formatClosed(file: OpenFile, offset: number, options: EditorOptions): TextEdit[] {
  if (file.format.kind !== "request" || !/[}\]]/.test(file.tree.text.slice(Math.max(0, offset - 1), offset)))
    return [];
  // A bracket in a string or a comment closes nothing.
  const closed = locate(file.tree, offset - 1).ancestors.findLast(
    ({ node, start }) => node.kind !== "string" && start + node.width === offset,
  );
  return closed ? edits(file, options, { start: closed.start, end: offset }) : [];
}

/** @param within the text that may change */
function edits(file: OpenFile, options: EditorOptions, within: { start: number; end: number }): TextEdit[] {
  if (file.tree.text.length > sizeLimit) return [];
  const text = file.tree.text.toString();
  const gaps = layOut(
    text,
    {
      indent: options.insertSpaces ? " ".repeat(options.tabSize) : "\t",
      finalNewline: options.insertFinalNewline === true || /[\r\n]\s*$/.test(text.slice(-100)),
    },
    within,
  );
  if (gaps === undefined) return [];
  return (gaps.length > editLimit ? [joined(text, gaps)] : gaps).map((gap) => ({
    range: rangeOf(file.lines, gap.start, gap.end),
    newText: gap.text,
  }));
}

/** One edit that does the same. They are in order and do not overlap. */
function joined(text: string, all: readonly Gap[]): Gap {
  const first = all[0]?.start ?? 0;
  const parts: string[] = [];
  let at = first;
  for (const { start, end, text: content } of all) {
    parts.push(text.slice(at, start), content);
    at = end;
  }
  return { start: first, end: at, text: parts.join("") };
}
