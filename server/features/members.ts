/** Adding members to objects and removing them, with the commas that are right. */
import type { TextEdit } from "vscode-languageserver-types";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { type Child, childByIndex, childCount, childrenOf, type Located } from "../syntax/node.ts";
import { triviaBetween } from "../syntax/trivia.ts";
import { indentOf } from "./indentation.ts";

/** Puts members after the last one and its comment, on lines of their own where the others have such. */
export function insertMembers(
  file: OpenFile,
  object: Located,
  members: readonly { name: string; value: unknown }[],
): TextEdit[] {
  const { text } = file.tree;
  const last = childrenOf(object).findLast(({ node }) => node.kind !== "missing" || node.width > 0);
  const close = closeOf(file, object);
  const at = last ? last.start + last.node.width : object.start + 1;
  const comma = last && triviaBetween(text, at, close).comma;
  const lineBreak = breakBefore(file, object, last);
  const written = members.map(
    ({ name, value }) => `${JSON.stringify(name)}: ${jsonOf(file, value, lineBreak)}`,
  );
  const joined = written.join(`,${lineBreak ?? " "}`);
  const place = comma === undefined ? at : comma + 1;
  const comments = commentsOfLine.exec(text.slice(place, close))?.[0] ?? "";
  const gap = lineBreak ?? (comments.includes("//") ? lineEndOf(file) : last || comments ? " " : "");
  const needed = last && comma === undefined ? "," : "";
  const insertion = (offset: number, newText: string) => ({
    range: rangeOf(file.lines, offset, offset),
    newText,
  });
  if (comments === "") return [insertion(place, needed + gap + joined)];
  const added = insertion(place + comments.length, gap + joined);
  return needed === "" ? [added] : [insertion(place, needed), added];
}

/** Comments that begin on the line of what is before them, which they belong to. */
const commentsOfLine = /^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^]*?\*\/))*/;

/** Removes a member or an item with one comma, and the line if it was alone on it. Comments stay. */
export function removeChild(file: OpenFile, container: Located, child: Child): TextEdit[] {
  const { text } = file.tree;
  const next = childByIndex(container, child.index + 1);
  let start = child.keyStart;
  let end = child.start + child.node.width;
  const after = triviaBetween(text, end, next ? next.keyStart : closeOf(file, container)).comma;
  if (after !== undefined) end = after + 1;
  const previous = child.index > 0 ? childByIndex(container, child.index - 1) : undefined;
  if (after === undefined && previous) {
    // The last one takes the comma before it along, and the blanks between.
    const comma = triviaBetween(text, previous.start + previous.node.width, start).comma ?? start;
    const between = text.slice(comma + 1, start);
    if (!between.includes("/")) return [removal(file, comma, end)];
    return [
      removal(file, comma, comma + 1),
      removal(file, start - (between.length - between.trimEnd().length), end),
    ];
  }
  const before = text.slice(Math.max(0, start - 1000), start);
  const indent = /(^|\n)[ \t]*$/.exec(before);
  const behind = text.slice(end, end + 1000);
  const lineEnd = /^[ \t]*\r?\n/.exec(behind)?.[0];
  if (indent && lineEnd !== undefined) {
    start -= indent[0].length - (indent[1] ?? "").length;
    end += lineEnd.length;
  } else end += (/^[ \t]*/.exec(behind)?.[0] ?? "").length;
  return [removal(file, start, end)];
}

const removal = (file: OpenFile, start: number, end: number): TextEdit => ({
  range: rangeOf(file.lines, start, end),
  newText: "",
});

/** Where the closing bracket stands, or should. */
function closeOf({ tree }: OpenFile, { node, start }: Located): number {
  const end = start + node.width;
  const closing = tree.text.slice(end - 1, end);
  return node.width > 1 && (closing === "}" || closing === "]") ? end - 1 : end;
}

/** The line break and indentation before a new member; undefined when the object is on one line. */
function breakBefore(file: OpenFile, object: Located, last: Child | undefined): string | undefined {
  const { text } = file.tree;
  const indentAt = (offset: number) => {
    const { line, character } = file.lines.positionAt(offset);
    const before = text.slice(offset - character, offset);
    return { indent: /^[ \t]*/.exec(before)?.[0] ?? "", first: before.trim() === "" && line > 0, before };
  };
  const eol = lineEndOf(file);
  if (last) {
    const { indent, first } = indentAt(last.keyStart);
    return first ? eol + indent : undefined;
  }
  const end = object.start + object.node.width;
  if (childCount(object.node) > 0 || !text.slice(object.start, end).includes("\n")) return undefined;
  return `${eol}${indentAt(object.start).indent}${indentOf(file)}`;
}

export const lineEndOf = ({ tree }: OpenFile) => /\r?\n/.exec(tree.text.slice(0, 4096))?.[0] ?? "\n";

function jsonOf(file: OpenFile, value: unknown, lineBreak: string | undefined): string {
  if (lineBreak !== undefined) return JSON.stringify(value, null, indentOf(file)).replaceAll("\n", lineBreak);
  return JSON.stringify(value);
}
