/** How a text is laid out: each whole container over lines of its own, all else as it stands. */
import { isLineEnd, space, tab } from "./characters.ts";
import { isComment, token, Tokens } from "./tokens.ts";

/** White space that takes the place of other white space. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Layout {
  /** What one level is indented by. */
  readonly indent: string;
  readonly finalNewline: boolean;
}

/**
 * The gaps that are not as they should be, in order. What is broken stays byte for byte; a whole container within it is
 * indented as the line that it begins on. Undefined when the text would become many times longer: nesting does that.
 *
 * @param within the text that may change
 */
export function layOut(
  text: string,
  layout: Layout,
  within: { start: number; end: number } = { start: 0, end: text.length },
): Gap[] | undefined {
  return new Writer(text, layout, within).run();
}

/** Whoever nests deeper does not read it. */
const depthLimit = 256;
/** A text that is laid out may be so many times as long, */
const longest = 16;
/** but a short one longer. */
const anyway = 1024 * 1024;

class Writer {
  readonly #tokens: Tokens;
  readonly #layout: Layout;
  readonly #within: { start: number; end: number };
  readonly #gaps: Gap[] = [];
  readonly #lineEnd: string;
  #grown = 0;

  constructor(text: string, layout: Layout, within: { start: number; end: number }) {
    this.#tokens = new Tokens(text);
    this.#layout = layout;
    this.#within = within;
    this.#lineEnd = this.#findLineEnd();
  }

  run(): Gap[] | undefined {
    const { text, kinds, starts, whole } = this.#tokens;
    const most = Math.max(anyway, text.length * (longest - 1));
    const around = this.#around();
    if (around >= 0) {
      const indent = indentAt(text, 0, starts[around] as number) ?? "";
      this.#write(around, this.#tokens.closings[around] as number, indent, most);
    } else if (whole) {
      const first = starts[0] as number; // A whole text has a value.
      const begin = text.charCodeAt(0) === 0xfeff ? 1 : 0;
      this.#set(begin, first, "");
      this.#write(0, kinds.length - 1, "", most);
      this.#set(
        this.#tokens.ends.at(-1) as number,
        text.length,
        this.#layout.finalNewline ? this.#lineEnd : "",
      );
    } else {
      let indent = "";
      let raw = 0;
      for (let i = 0; i < kinds.length && this.#grown <= most; i++) {
        const closing = this.#tokens.closings[i] as number;
        if (closing < 0) continue;
        indent = indentAt(text, raw, starts[i] as number) ?? indent;
        this.#write(i, closing, indent, most);
        raw = this.#tokens.ends[closing] as number;
        i = closing;
      }
    }
    return this.#grown > most ? undefined : this.#gaps;
  }

  /** The first of those that stay as they are, in what is broken or in a comment, else the first. */
  #findLineEnd(): string {
    const { text, whole } = this.#tokens;
    const kept = (whole ? undefined : this.#lineEndOfBroken()) ?? this.#lineEndOfComments();
    return kept ?? lineEndIn(text) ?? "\n";
  }

  #lineEndOfBroken(): string | undefined {
    const { text, kinds, starts, ends, closings } = this.#tokens;
    let from = 0;
    for (let i = 0; i < kinds.length; i++) {
      const kept = lineEndIn(text.slice(from, starts[i]));
      if (kept !== undefined) return kept;
      const closing = closings[i] as number;
      if (closing >= 0) i = closing;
      from = ends[i] as number;
    }
    return lineEndIn(text.slice(from));
  }

  #lineEndOfComments(): string | undefined {
    const { text, kinds, starts, ends } = this.#tokens;
    for (let i = 0; i < kinds.length; i++) {
      const found = kinds[i] === token.blockComment ? lineEndIn(text.slice(starts[i], ends[i])) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The innermost whole container that holds what may change, when that is not everything; else -1. */
  #around(): number {
    const { text, starts, ends, closings } = this.#tokens;
    const { start, end } = this.#within;
    let found = -1;
    if (start === 0 && end === text.length) return found;
    for (let i = 0; i < starts.length && (starts[i] as number) <= start; i++) {
      const closing = closings[i] as number;
      if (closing >= 0 && (ends[closing] as number) >= end) found = i;
    }
    return found;
  }

  /** The gaps between tokens, from one to another. */
  #write(first: number, last: number, base: string, most: number): void {
    const { kinds, starts, ends } = this.#tokens;
    const lines = new Lines(this.#lineEnd + base, this.#layout.indent);
    let level = 0;
    for (let i = first; i < last && this.#grown <= most; i++) {
      const before = kinds[i] as number;
      const after = kinds[i + 1] as number;
      if (before === token.open && ++level > depthLimit) {
        this.#grown = Number.POSITIVE_INFINITY;
        return;
      }
      if (after === token.close) level--;
      const start = ends[i] as number;
      const end = starts[i + 1] as number;
      this.#set(start, end, this.#between(before, after, start, end) ?? lines.at(level));
    }
  }

  /** What stands between two tokens; undefined for a new line. */
  #between(before: number, after: number, start: number, end: number): string | undefined {
    if (before === token.lineComment) return undefined;
    if (isComment(after)) return hasLineEnd(this.#tokens.text, start, end) ? undefined : " ";
    if (before === token.open) return after === token.close ? "" : undefined;
    if (after === token.close || before === token.comma) return undefined;
    if (after === token.comma || after === token.colon) return "";
    if (before === token.blockComment && hasLineEnd(this.#tokens.text, start, end)) return undefined;
    return " ";
  }

  #set(start: number, end: number, text: string): void {
    this.#grown += text.length;
    if (start < this.#within.start || end > this.#within.end) return;
    if (this.#tokens.text.slice(start, end) === text) return;
    this.#gaps.push({ start, end, text });
  }
}

/** The begins of lines by their level, each made once. */
class Lines {
  readonly #begins: string[];
  readonly #indent: string;

  constructor(first: string, indent: string) {
    this.#begins = [first];
    this.#indent = indent;
  }

  at(level: number): string {
    for (let i = this.#begins.length; i <= level; i++)
      this.#begins.push(`${this.#begins[i - 1]}${this.#indent}`);
    return this.#begins[level] as string;
  }
}

const lineEndIn = (text: string) => /\r\n|\r|\n/.exec(text)?.[0];

function hasLineEnd(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isLineEnd(text.charCodeAt(i))) return true;
  return false;
}

/** The white space at the begin of the line of an offset; undefined when that line begins before `from`. */
function indentAt(text: string, from: number, offset: number): string | undefined {
  let begin = offset;
  while (begin > from && !isLineEnd(text.charCodeAt(begin - 1))) begin--;
  if (begin === from && from > 0) return undefined;
  let end = begin;
  while (end < offset && (text.charCodeAt(end) === space || text.charCodeAt(end) === tab)) end++;
  return text.slice(begin, end);
}
