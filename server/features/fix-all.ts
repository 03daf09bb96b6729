/** What can be mended without a person: all that can mean only one thing. */
import type { TextEdit } from "vscode-languageserver-types";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { findingsOf } from "../rules/findings.ts";
import { Lines } from "../syntax/lines.ts";
import { parse } from "../syntax/tree.ts";
import { fixesOf } from "./quick-fixes.ts";

/** What is mended may show more that is certain: so many times it is looked at again. */
const rounds = 4;

interface Edit {
  start: number;
  end: number;
  newText: string;
}

/** Of one round the edits themselves, of several one edit that does the same. */
export function fixAll(file: OpenFile): TextEdit[] {
  const first = certainEdits(file);
  let now = file;
  let edits = first;
  for (let round = 0; round < rounds && edits.length > 0; round++) {
    const tree = parse(withEdits(now.tree.text.toString(), edits), file.tree);
    now = { ...file, tree, lines: new Lines(tree.text) };
    edits = certainEdits(now);
    if (round === 0 && edits.length === 0) return first.map((edit) => toTextEdit(file, edit));
  }
  return now === file
    ? []
    : [toTextEdit(file, difference(file.tree.text.toString(), now.tree.text.toString()))];
}

/** Edits of different findings that don't touch each other, in document order. */
function certainEdits(file: OpenFile): Edit[] {
  const edits = findingsOf(file)
    // What is missing can only be guessed.
    .filter(({ code }) => code !== "missing-property")
    .flatMap((finding) =>
      fixesOf(file, finding, rangeOf(file.lines, finding.start, finding.end))
        .filter(({ safe }) => safe)
        .slice(0, 1),
    )
    .flatMap((fix) => fix.edits ?? [])
    .map(({ range, newText }) => ({
      start: file.lines.offsetAt(range.start),
      end: file.lines.offsetAt(range.end),
      newText,
    }))
    .toSorted((a, b) => a.start - b.start);
  let last = -1;
  return edits.filter(({ start, end }) => {
    if (start < last) return false;
    last = end;
    return true;
  });
}

function withEdits(text: string, edits: readonly Edit[]): string {
  let at = 0;
  const parts = edits.flatMap(({ start, end, newText }) => {
    const kept = text.slice(at, start);
    at = end;
    return [kept, newText];
  });
  return parts.join("") + text.slice(at);
}

/** The one edit that makes a text of another, of whole lines: it splits no line end and no character. */
function difference(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length);
  let equal = 0;
  while (equal < most && before[equal] === after[equal]) equal++;
  const start = before.slice(0, equal).lastIndexOf("\n") + 1;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const next = before.indexOf("\n", before.length - same);
  const left = next < 0 ? 0 : before.length - next - 1;
  return { start, end: before.length - left, newText: after.slice(start, after.length - left) };
}

const toTextEdit = ({ lines }: OpenFile, { start, end, newText }: Edit): TextEdit => ({
  range: rangeOf(lines, start, end),
  newText,
});
