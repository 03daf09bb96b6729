/** The tokens of a text, and which of its containers are whole: what is broken is left to people. */
import {
  apostrophe,
  asterisk,
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isLineEnd,
  isWord,
  openBrace,
  openBracket,
  quote,
  slash,
  space,
  tab,
} from "./characters.ts";

export const token = {
  open: 1,
  close: 2,
  comma: 3,
  colon: 4,
  string: 5,
  word: 6,
  lineComment: 7,
  blockComment: 8,
  /** A string or a comment without its end, or what has no meaning. */
  broken: 9,
} as const;

export const isComment = (kind: number) => kind === token.lineComment || kind === token.blockComment;

export class Tokens {
  readonly text: string;
  readonly kinds: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Of an opening bracket the index of its closing one, when all between them is whole; else -1. */
  readonly closings: number[] = [];
  /** Whether all of the text is one whole value. */
  readonly whole: boolean;

  constructor(text: string) {
    this.text = text;
    for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; ) {
      const c = text.charCodeAt(at);
      if (c === space || c === tab || isLineEnd(c)) at++;
      else at = this.#read(at);
    }
    this.whole = new Wholeness(this).judge();
  }

  #add(kind: number, start: number, end: number): number {
    this.kinds.push(kind);
    this.starts.push(start);
    this.ends.push(end);
    this.closings.push(-1);
    return end;
  }

  #read(at: number): number {
    const { text } = this;
    const c = text.charCodeAt(at);
    switch (c) {
      case openBrace:
      case openBracket:
        return this.#add(token.open, at, at + 1);
      case closeBrace:
      case closeBracket:
        return this.#add(token.close, at, at + 1);
      case comma:
        return this.#add(token.comma, at, at + 1);
      case colon:
        return this.#add(token.colon, at, at + 1);
      case quote:
        return this.#readString(at);
      case apostrophe:
        // How far it goes depends on what is around.
        return this.#add(token.broken, at, lineEndAfter(text, at));
      case slash: {
        const second = text.charCodeAt(at + 1);
        if (second === slash) return this.#add(token.lineComment, at, lineEndAfter(text, at));
        if (second !== asterisk) break;
        const close = text.indexOf("*/", at + 2);
        if (close < 0) return this.#add(token.broken, at, text.length);
        return this.#add(token.blockComment, at, close + 2);
      }
    }
    let end = at;
    // A byte order mark must not come to be the first character.
    while (end < text.length && isWord(text.charCodeAt(end)) && text.charCodeAt(end) !== 0xfeff) end++;
    return end > at ? this.#add(token.word, at, end) : this.#add(token.broken, at, at + 1);
  }

  #readString(start: number): number {
    const { text } = this;
    for (let i = start + 1; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === quote) return this.#add(token.string, start, i + 1);
      if (isLineEnd(c)) return this.#add(token.broken, start, i);
      if (c === backslash && !isLineEnd(text.charCodeAt(i + 1))) i++;
    }
    return this.#add(token.broken, start, text.length);
  }
}

function lineEndAfter(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  return end;
}

/** What may come next in a container. */
const next = { value: 0, key: 1, colon: 2, end: 3 } as const;

interface Open {
  /** Its token's index. */
  readonly index: number;
  readonly isObject: boolean;
  expects: number;
  whole: boolean;
}

class Wholeness {
  readonly #tokens: Tokens;
  readonly #open: Open[] = [];
  /** The top, which holds one value. */
  readonly #top: Open = { index: -1, isObject: false, expects: next.value, whole: true };

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  judge(): boolean {
    const { kinds, starts, text } = this.#tokens;
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[i] as number;
      if (isComment(kind)) continue;
      const around = this.#open.at(-1) ?? this.#top;
      switch (kind) {
        case token.open: {
          this.#value(around);
          const isObject = text.charCodeAt(starts[i] as number) === openBrace;
          this.#open.push({ index: i, isObject, expects: isObject ? next.key : next.value, whole: true });
          break;
        }
        case token.close:
          this.#close(i, around);
          break;
        case token.comma:
          if (around.expects !== next.end || around === this.#top) around.whole = false;
          around.expects = around.isObject ? next.key : next.value;
          break;
        case token.colon:
          if (around.expects !== next.colon) around.whole = false;
          around.expects = next.value;
          break;
        case token.string:
          if (around.expects === next.key) around.expects = next.colon;
          else this.#value(around);
          break;
        case token.word:
          this.#value(around);
          break;
        default:
          around.whole = false;
      }
    }
    return this.#open.length === 0 && this.#top.whole && this.#top.expects === next.end;
  }

  #value(around: Open): void {
    if (around.expects !== next.value) around.whole = false;
    around.expects = next.end;
  }

  #close(index: number, around: Open): void {
    const { starts, text, kinds, closings } = this.#tokens;
    const isObject = text.charCodeAt(starts[index] as number) === closeBrace;
    if (around === this.#top || around.isObject !== isObject) {
      // Who was meant is anybody's guess.
      for (const open of this.#open) open.whole = false;
      this.#top.whole = false;
      if (around === this.#top) return;
    }
    this.#open.pop();
    // After a comma, or with nothing in it.
    const atBegin = around.expects === (isObject ? next.key : next.value);
    const empty = atBegin && lastBefore(kinds, index) === around.index;
    const afterComma = atBegin && kinds[lastBefore(kinds, index)] === token.comma;
    if (around.expects !== next.end && !empty && !afterComma) around.whole = false;
    if (around.whole) closings[around.index] = index;
    else (this.#open.at(-1) ?? this.#top).whole = false;
  }
}

/** The index of the last token before one that is no comment. */
function lastBefore(kinds: readonly number[], index: number): number {
  let at = index - 1;
  while (at >= 0 && isComment(kinds[at] as number)) at--;
  return at;
}
