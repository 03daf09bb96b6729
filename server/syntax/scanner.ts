import {
  apostrophe,
  asterisk,
  backslash,
  carriageReturn,
  isDigit,
  isHexDigit,
  isLineEnd,
  isMeaningless,
  isWord,
  minus,
  newline,
  openBrace,
  openBracket,
  quote,
  slash,
  space,
  tab,
} from "./characters.ts";
import { type Fault, Faults, flag, type Key, type Kind, Node, type ProblemCode } from "./node.ts";
import { unitsOf } from "./units.ts";

export type Dialect = "jsonc" | "json";

/** What stands after the last character. */
export const end = -1;

/** One string reports at most this many problems: a binary file is told once that it is not JSON. */
const faultsPerString = 8;
export const noFaults: readonly Fault[] = [];
const powersOfTen = Array.from({ length: 23 }, (_, power) => 10 ** power);

/** Reads what lies within a line, and what is between values: a position that moves on through a text. */
export class Scanner {
  protected readonly text: string;
  /** Those of the text, and a zero: what stops at what it does not know stops at the end too. */
  protected readonly units: Uint16Array;
  protected readonly strict: boolean;
  protected position = 0;
  /** How many faults have been found, those included that were left for the next to find. */
  protected faultCount = 0;
  /** Faults since the begin of the extent that is being read, with absolute offsets. */
  protected pending: { -readonly [Field in keyof Fault]: Fault[Field] }[] | undefined;
  /** The last leaf without a key. */
  #lastItem: Node | undefined;

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.units = unitsOf(text);
    this.strict = dialect === "json";
  }

  // ── white space, comments, faults ──

  /** Passes over white space and comments; gives the character that it stops at, or `end`. */
  protected skip(): number {
    const units = this.units;
    let i = this.position;
    // A container that is as it was may reach further than the text at hand: there is something else behind its end.
    if (i > this.text.length) return end;
    for (;;) {
      const c = units[i] as number;
      if (c === space || c === newline || c === carriageReturn || c === tab) {
        i++;
        continue;
      }
      this.position = i;
      if (c !== slash || !this.#passComment()) return c === 0 && i === this.text.length ? end : c;
      i = this.position;
    }
  }

  /** Whether there was a comment at the position, which is now behind it. */
  #passComment(): boolean {
    const { text, units, position } = this;
    const second = units[position + 1];
    if (second === slash) {
      if (this.strict) this.fault("Comments are not allowed in this file", position, 2);
      let i = position + 2;
      while (i < text.length && !isLineEnd(units[i] as number)) i++;
      this.position = i;
      return true;
    }
    if (second === asterisk) {
      const close = text.indexOf("*/", position + 2);
      if (close < 0) this.fault("This comment has no end: expected */", position, 2);
      else if (this.strict) this.fault("Comments are not allowed in this file", position, 2);
      this.position = close < 0 ? text.length : close + 2;
      return true;
    }
    return false;
  }

  protected fault(message: string, offset: number, width: number, code: ProblemCode = "syntax"): void {
    this.faultCount++;
    (this.pending ??= []).push({ code, message, offset, width });
  }

  /** The pending faults, relative to a place. */
  protected take(origin: number): readonly Fault[] {
    const faults = this.pending;
    if (faults === undefined) return noFaults;
    this.pending = undefined;
    // They were made for here alone.
    for (const fault of faults) fault.offset -= origin;
    return faults;
  }

  /** As `skip`, but the faults on the way are left for the next to skip. */
  protected peek(): number {
    const pending = this.pending;
    this.pending = undefined;
    const c = this.skip();
    this.pending = pending;
    return c;
  }

  protected newlineBetween(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (isLineEnd(this.units[i] as number)) return true;
    return false;
  }

  protected startsValue(c: number): boolean {
    switch (c) {
      case quote:
      case apostrophe:
      case openBrace:
      case openBracket:
      case minus:
        return true;
      case 116:
        return this.#stands("true");
      case 102:
        return this.#stands("false");
      case 110:
        return this.#stands("null");
    }
    return isDigit(c);
  }

  /** Whether a word stands at the position. */
  #stands(word: string): boolean {
    const { units, position } = this;
    let i = 0;
    while (i < word.length && units[position + i] === word.charCodeAt(i)) i++;
    return i === word.length;
  }

  // ── values ──

  /** A node that ends at the position. */
  protected leaf(
    kind: Kind,
    from: number,
    keyStart: number,
    key: Key | undefined,
    width: number,
    flags: number,
    content: number | boolean | null | undefined,
  ): Node {
    const lead = keyStart - from;
    const inset = this.position - width - from;
    if (this.pending !== undefined) {
      const head = this.take(from);
      const faults = new Faults(head.length, head, noFaults);
      return new Node(kind, lead, inset, width, key, flags, content, faults);
    }
    // A leaf knows neither its place nor its text: what resembles the one before is that one, and takes no room.
    const last = key === undefined ? this.#lastItem : key.lastLeaf;
    if (
      last !== undefined &&
      last.width === width &&
      last.inset === inset &&
      last.lead === lead &&
      last.kind === kind &&
      last.flags === flags &&
      Object.is(last.content, content)
    ) {
      return last;
    }
    const made = new Node(kind, lead, inset, width, key, flags, content, undefined);
    if (key === undefined) this.#lastItem = made;
    else key.lastLeaf = made;
    return made;
  }

  /** What should stand at the position and does not. */
  protected missing(from: number, keyStart: number, key: Key | undefined): Node {
    return this.leaf("missing", from, keyStart, key, 0, 0, undefined);
  }

  protected readLiteral(
    word: string,
    kind: Kind,
    value: boolean | null,
    from: number,
    keyStart: number,
    key: Key | undefined,
  ): Node {
    const after = this.position + word.length;
    if (!this.#stands(word) || isWord(this.units[after] as number)) return this.readWord(from, keyStart, key);
    this.position = after;
    return this.leaf(kind, from, keyStart, key, word.length, 0, value);
  }

  /** What is no value at all: a word, or characters without meaning. */
  protected readWord(from: number, keyStart: number, key: Key | undefined): Node {
    const start = this.position;
    const width = this.passUnexpected();
    const word = this.text.slice(start, start + Math.min(width, 30));
    const first = word.length > 1 && (word.startsWith("+") || /^\.\d/.test(word));
    this.fault(wrongWord(word), start, first ? 1 : width);
    return this.leaf("invalid", from, keyStart, key, width, 0, undefined);
  }

  protected passUnexpected(): number {
    const { units, position } = this;
    let i = position;
    while (isWord(units[i] as number)) i++;
    if (i === position) {
      i++;
      while (isMeaningless(units[i] as number)) i++;
    }
    this.position = i;
    return i - position;
  }

  protected readNumber(from: number, keyStart: number, key: Key | undefined): Node {
    const { units, position: start } = this;
    let i = start;
    let c = units[i] as number;
    const negative = c === minus;
    if (negative) c = units[++i] as number;
    const firstDigit = i;
    let mantissa = 0;
    while (isDigit(c)) {
      mantissa = mantissa * 10 + (c - 48);
      c = units[++i] as number;
    }
    let digits = i - firstDigit;
    let sound = digits > 0 && (digits === 1 || units[firstDigit] !== 48);
    let decimals = 0;
    if (c === 46) {
      c = units[++i] as number;
      const first = i;
      while (isDigit(c)) {
        mantissa = mantissa * 10 + (c - 48);
        c = units[++i] as number;
      }
      decimals = i - first;
      digits += decimals;
      if (decimals === 0) sound = false;
    }
    let exponent = false;
    if (c === 101 || c === 69) {
      exponent = true;
      c = units[++i] as number;
      if (c === 43 || c === minus) c = units[++i] as number;
      if (!isDigit(c)) sound = false;
      while (isDigit(c)) c = units[++i] as number;
    }
    if (!sound || isWord(c)) return this.#readWrongNumber(from, keyStart, key);
    this.position = i;
    let value: number;
    // Up to 15 digits and 10^22 are exact, so one division rounds correctly.
    if (digits <= 15 && !exponent) {
      value = decimals === 0 ? mantissa : mantissa / (powersOfTen[decimals] as number);
      if (negative) value = -value;
    } else {
      value = Number(this.text.slice(start, i));
      if (!Number.isFinite(value)) this.fault("This number is too large", start, i - start, "out-of-range");
    }
    return this.leaf("number", from, keyStart, key, i - start, 0, value);
  }

  #readWrongNumber(from: number, keyStart: number, key: Key | undefined): Node {
    const start = this.position;
    const width = this.passUnexpected();
    const word = this.text.slice(start, start + width);
    const [message, offset, length] = wrongNumber(word);
    this.fault(message, start + offset, length);
    const value = Number(word);
    return Number.isFinite(value)
      ? this.leaf("number", from, keyStart, key, width, 0, value)
      : this.leaf("invalid", from, keyStart, key, width, 0, undefined);
  }

  // ── strings ──

  protected readString(from: number, keyStart: number, key: Key | undefined): Node {
    const start = this.position;
    const flags = this.passString();
    return this.leaf("string", from, keyStart, key, this.position - start, flags, undefined);
  }

  /** A string in double quotes. Gives its flags. */
  protected passString(): number {
    const units = this.units;
    let i = this.position;
    let c: number;
    do c = units[++i] as number;
    while (c !== quote && c !== backslash && c >= space);
    if (c !== quote) return this.passQuoted(quote);
    this.position = i + 1;
    return 0;
  }

  /** A string of any kind, with its faults. */
  protected passQuoted(closing: number): number {
    const { text, units, position: start } = this;
    const length = text.length;
    let flags = 0;
    let left = faultsPerString;
    let i = start + 1;
    for (; i < length; i++) {
      const c = units[i] as number;
      if (c === closing) {
        this.position = i + 1;
        return flags;
      }
      if (c === newline || c === carriageReturn) break;
      if (c === backslash) {
        flags |= flag.escaped;
        const width = escapeWidth(text, i);
        if (width > 0) {
          i += width - 1;
          continue;
        }
        if (i + 1 < length && !isLineEnd(text.charCodeAt(i + 1))) {
          if (left-- > 0) this.fault(wrongEscape(text, i), i, -width);
          i += -width - 1;
        }
      } else if (c < space && left-- > 0) {
        const name = c === tab ? "A tab" : "A control character";
        this.fault(`${name} in a string must be written as ${controlEscape(c)}`, i, 1);
      }
    }
    this.position = i;
    this.fault("This string has no end: expected a closing quote", start, 1);
    return flags | flag.open;
  }
}

/** The width of the escape at a backslash, negative when it is wrong. */
function escapeWidth(text: string, at: number): number {
  switch (text.charCodeAt(at + 1)) {
    case quote:
    case backslash:
    case slash:
    case 98: // b
    case 102: // f
    case 110: // n
    case 114: // r
    case 116: // t
      return 2;
    case 117: {
      // u
      let i = at + 2;
      while (i < at + 6 && i < text.length && isHexDigit(text.charCodeAt(i))) i++;
      return i === at + 6 ? 6 : at - i;
    }
  }
  return -2;
}

const wrongEscape = (text: string, at: number) =>
  text.charCodeAt(at + 1) === 117
    ? "Expected four hexadecimal digits after \\u"
    : 'Unknown escape: expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u';

const controlEscape = (c: number) =>
  c === tab ? "\\t" : c === 8 ? "\\b" : c === 12 ? "\\f" : `\\u${c.toString(16).padStart(4, "0")}`;

/** The message for a malformed number, with the place in it. */
function wrongNumber(word: string): [message: string, offset: number, length: number] {
  const sign = word.startsWith("-") ? 1 : 0;
  const digits = word.slice(sign);
  const zeros = /^0+(?=\d)/.exec(digits);
  if (zeros) return ["Numbers must not start with a zero", sign, zeros[0].length];
  if (digits === "") return ["Expected a digit after the minus sign", 0, 1];
  if (/^0[xob]/i.test(digits)) return ["Numbers must be decimal", 0, word.length];
  const point = /^\d+\.(?!\d)/.exec(digits);
  if (point) return ["Expected a digit after the decimal point", sign + point[0].length - 1, 1];
  const missing = digits.startsWith(".");
  if (missing) return ["Expected a digit before the decimal point", sign, 1];
  const exponent = /^\d+(?:\.\d+)?e[+-]?$/i.exec(digits);
  if (exponent) return ["Expected a digit after the exponent", word.length - 1, 1];
  return [wrongWord(word), 0, word.length];
}

function wrongWord(word: string): string {
  if (word.startsWith("+") && word.length > 1) return "Numbers must not start with a plus sign";
  if (/^\.\d/.test(word)) return "Expected a digit before the decimal point";
  if (/^-?(?:NaN|Infinity)$/.test(word)) return `JSON has no ${word}`;
  const lower = word.toLowerCase();
  if (lower === "true" || lower === "false" || lower === "null") return `Expected ${lower} in lower case`;
  if (lower === "none" || lower === "undefined" || lower === "nil") return `Expected null, found ${word}`;
  return "Expected a value";
}
