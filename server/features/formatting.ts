/** Formatting by jsonc-parser: white space alone changes, so comments, placeholders and unfinished text stay. */
import { type Edit, format as formatJson } from "jsonc-parser";
import type { FormattingOptions as EditorOptions, Range, TextEdit } from "vscode-languageserver-types";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { locate } from "../syntax/locate.ts";
import { problems } from "../syntax/problems.ts";

/** More edits than that go as one. */
const editLimit = 10_000;

/** The whole text, or the lines of a range. */
export function format(file: OpenFile, options: EditorOptions, range?: Range): TextEdit[] {
  if (file.format.kind === "body" || "parts" in file.format) return []; // The built-in support of JSON formats it.
  const start = range && file.lines.offsetAt(range.start);
  const end = range && file.lines.offsetAt(range.end);
  return edits(file, options, start, end);
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
  return closed ? edits(file, options, closed.start, offset) : [];
}

function edits(file: OpenFile, options: EditorOptions, start?: number, end?: number): TextEdit[] {
  // Indenting without a limit of depth makes gigabytes of a few kilobytes.
  if (problems(file.tree).some(({ code }) => code === "too-deep" || code === "too-large")) return [];
  const text = file.tree.text.slice(0, file.tree.text.length);
  const range = start === undefined || end === undefined ? undefined : { offset: start, length: end - start };
  const found = formatJson(text, range, {
    tabSize: options.tabSize,
    insertSpaces: options.insertSpaces,
    // The formatter takes away the line's end that it is not told to put there.
    insertFinalNewline:
      !range && (options.insertFinalNewline === true || /[\r\n]\s*$/.test(text.slice(-100))),
    eol: /\r\n|\r|\n/.exec(text)?.[0] ?? "\n",
  });
  return (found.length > editLimit ? [joined(text, found)] : found).map(({ offset, length, content }) => ({
    range: rangeOf(file.lines, offset, offset + length),
    newText: content,
  }));
}

/** One edit that does the same. They are in order and do not overlap. */
function joined(text: string, all: readonly Edit[]): Edit {
  const start = all[0]?.offset ?? 0;
  const parts: string[] = [];
  let at = start;
  for (const { offset, length, content } of all) {
    parts.push(text.slice(at, offset), content);
    at = offset + length;
  }
  return { offset: start, length: at - start, content: parts.join("") };
}
