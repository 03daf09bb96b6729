/** Folding by lines: objects, arrays, comments and `#region`. */
import { type FoldingRange, FoldingRangeKind } from "vscode-languageserver-types";
import type { OpenFile } from "../files/open-file.ts";

interface Fold extends FoldingRange {
  depth: number;
}

/**
 * One pass over the text and no recursion: unfinished and very deep text folds as far as its brackets tell.
 *
 * @param limit at most so many; the outer ones are kept
 */
export function folds(file: OpenFile, limit = 5000): FoldingRange[] {
  // The built-in support of JSON folds the files that are not ours alone.
  if (file.format.kind === "body" || file.format.kind === "record") return [];
  const found = new Folder(file.tree.text.slice(0, file.tree.text.length)).run();
  // The only kind that an editor closes by itself, where the person's settings or a language's defaults say so.
  if (file.format.kind === "reply")
    for (const fold of found) if (fold.kind === FoldingRangeKind.Region) fold.kind = FoldingRangeKind.Imports;
  const kept = found.length > limit ? found.toSorted((a, b) => a.depth - b.depth).slice(0, limit) : found;
  return kept
    .toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine)
    .map(({ startLine, endLine, kind }) => ({ startLine, endLine, ...(kind && { kind }) }));
}

const code = { newline: 10, return: 13, quote: 34, star: 42, slash: 47, backslash: 92 } as const;

type Closing = "}" | "]";

class Folder {
  readonly #text: string;
  #at = 0;
  #line = 0;
  readonly #found: Fold[] = [];
  /** Lines of the brackets that are open, and what closes them. */
  readonly #open: { line: number; close: Closing }[] = [];
  /** How many of them each bracket closes. */
  readonly #waiting = { "}": 0, "]": 0 };
  readonly #regions: number[] = [];
  /** The first and the last of neighbouring line comments. */
  #comments: { start: number; end: number } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Fold[] {
    const text = this.#text;
    for (; this.#at < text.length; this.#at++) {
      const character = text.charAt(this.#at);
      if (character === "\n" || character === "\r") this.#newLine();
      else if (character === '"') this.#skipString();
      else if (character === "/") this.#skipComment();
      else if (character === "{") this.#begin("}");
      else if (character === "[") this.#begin("]");
      else if (character === "}" || character === "]") this.#close(character);
    }
    this.#endComments();
    return this.#found;
  }

  #newLine(): void {
    if (
      this.#text.charCodeAt(this.#at) === code.return &&
      this.#text.charCodeAt(this.#at + 1) === code.newline
    )
      this.#at++;
    this.#line++;
  }

  /** To its closing quote, or to the end of the line for one that has none. */
  #skipString(): void {
    for (let i = this.#at + 1; i < this.#text.length; i++) {
      const c = this.#text.charCodeAt(i);
      if (c === code.newline || c === code.return) {
        this.#at = i - 1;
        return;
      }
      if (c === code.quote) {
        this.#at = i;
        return;
      }
      if (c === code.backslash) i++;
    }
    this.#at = this.#text.length;
  }

  #skipComment(): void {
    const text = this.#text;
    const next = text.charCodeAt(this.#at + 1);
    if (next === code.slash) {
      const from = this.#at;
      while (this.#at + 1 < text.length && !isBreak(text.charCodeAt(this.#at + 1))) this.#at++;
      this.#lineComment(text.slice(from, this.#at + 1));
    } else if (next === code.star) {
      const start = this.#line;
      const end = text.indexOf("*/", this.#at + 2);
      const last = end < 0 ? text.length - 1 : end + 1;
      for (; this.#at < last; this.#at++) if (isBreak(text.charCodeAt(this.#at))) this.#newLine();
      this.#add(start, this.#line, FoldingRangeKind.Comment);
    }
  }

  #lineComment(text: string): void {
    const region = /^\/\/\s*#?(region|endregion)\b/.exec(text)?.[1];
    if (region === "region") this.#regions.push(this.#line);
    else if (region === "endregion") {
      const start = this.#regions.pop();
      if (start !== undefined) this.#add(start, this.#line, FoldingRangeKind.Region);
    } else if (this.#comments?.end === this.#line - 1) {
      this.#comments.end = this.#line;
      return;
    }
    this.#endComments();
    if (!region) this.#comments = { start: this.#line, end: this.#line };
  }

  #endComments(): void {
    if (this.#comments) this.#add(this.#comments.start, this.#comments.end, FoldingRangeKind.Comment);
    this.#comments = undefined;
  }

  #begin(close: Closing): void {
    this.#open.push({ line: this.#line, close });
    this.#waiting[close]++;
  }

  #close(bracket: Closing): void {
    if (this.#waiting[bracket] === 0) return;
    let opened = this.#open.pop();
    // What was opened within and never closed ends here, too.
    for (; opened && opened.close !== bracket; opened = this.#open.pop()) this.#waiting[opened.close]--;
    if (!opened) return;
    this.#waiting[bracket]--;
    // The closing bracket stays in sight.
    this.#add(opened.line, this.#line - 1);
  }

  #add(startLine: number, endLine: number, kind?: FoldingRangeKind): void {
    if (endLine > startLine)
      this.#found.push({ startLine, endLine, ...(kind && { kind }), depth: this.#open.length });
  }
}

const isBreak = (c: number) => c === code.newline || c === code.return;
