import {
  type Fault,
  Faults,
  flag,
  Key,
  type Kind,
  Node,
  type ProblemCode,
  Run,
  extentOf,
  faultsIn,
} from "./node.ts";
import { decode } from "./decode.ts";
import { isDigit, isHexDigit, isWord } from "./text.ts";

export type Dialect = "jsonc" | "json";

/** Containers may nest this deep. The reader and everyone who walks the tree may therefore recurse. */
export const depthLimit = 256;

/** Longer containers keep their children in runs. */
const runLength = 32;

/** One string reports at most this many problems: a binary file is told once that it is not JSON. */
const faultsPerString = 8;

const end = -1;
const tab = 9;
const newline = 10;
const carriageReturn = 13;
const space = 32;
const quote = 34;
const apostrophe = 39;
const asterisk = 42;
const comma = 44;
const minus = 45;
const slash = 47;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** What has been read in a container: nothing, a comma, a value. */
const opened = 0;
const separated = 1;
const filled = 2;

/** A key that has been met in this text, with what followed it then: objects of one text resemble each other. */
interface KnownKey {
  readonly key: Key;
  /** As written, with its quotes. */
  readonly raw: string;
  /** A bit by which repetition in an object is suspected. */
  readonly bit: number;
  /** The key of the next member when last seen. */
  next: KnownKey | undefined;
  /** The first key of the object that was its value. */
  inner: KnownKey | undefined;
}

const knownKeyLimit = 4096;

/** The bit of a name that is not among the known ones: it is always looked for. */
const unsure = -1;
const noFaults: readonly Fault[] = [];
const noParts: readonly Node[] = [];
const powersOfTen = Array.from({ length: 23 }, (_, power) => 10 ** power);

/**
 * Reads a text that may be wrong anywhere into a tree.
 *
 * What is inside a container is recovered from its own text and from the kinds of the containers around it, never
 * from what follows it. Hence a container that is read again alone gives what reading everything would give.
 */
export class Reader {
  private readonly text: string;
  private readonly strict: boolean;
  private position = 0;
  private depth = 0;
  private objects = 0;
  private arrays = 0;
  /** Faults since the begin of the extent that is being read, with absolute offsets. */
  private pending: Fault[] | undefined;
  private readonly stack: Node[] = [];
  private readonly known = new Map<string, KnownKey>();
  private expected: KnownKey | undefined;

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.strict = dialect === "json";
  }

  /** The top value, and the faults after it relative to its end. */
  readDocument(): { root: Node; trailing: readonly Fault[] } {
    if (this.text.charCodeAt(0) === 0xfeff) this.position = 1;
    let c = this.skip();
    if (c === end) {
      this.fault("Expected a JSON value, found an empty file", this.position, 0);
      return { root: this.leaf("missing", 0, this.position, undefined, 0, 0, undefined), trailing: noFaults };
    }
    let root = this.readValue(c, 0, this.position, undefined);
    let rootEnd = this.position;
    c = this.skip();
    // A stray word before the container must not take the container's place.
    while ((c === openBrace || c === openBracket) && root.kind !== "object" && root.kind !== "array") {
      const start = rootEnd - root.width;
      this.fault("Unexpected text before the value", start, Math.max(1, root.width));
      root = this.readValue(c, 0, this.position, undefined);
      rootEnd = this.position;
      c = this.skip();
    }
    if (c !== end) {
      let after = this.position;
      while (after < this.text.length && isWord(this.text.charCodeAt(after))) after++;
      const width = Math.max(1, after - this.position);
      this.fault("Unexpected text after the end of the value", this.position, width);
    }
    return { root, trailing: this.take(rootEnd) };
  }

  /**
   * One container alone, as it would be read at that depth within that many objects and arrays. `undefined` when it
   * does not end exactly with the text.
   */
  readContainer(within: { objects: number; arrays: number }): Node | undefined {
    this.objects = within.objects;
    this.arrays = within.arrays;
    this.depth = within.objects + within.arrays;
    const node = this.readValue(this.text.charCodeAt(0), 0, 0, undefined);
    return this.position === this.text.length && (node.flags & flag.open) === 0 ? node : undefined;
  }

  // ── white space, comments, faults ──

  /** Passes over white space and comments; gives the character that it stops at, or `end`. */
  private skip(): number {
    const text = this.text;
    const length = text.length;
    let i = this.position;
    while (i < length) {
      const c = text.charCodeAt(i);
      if (c !== space && c !== newline && c !== carriageReturn && c !== tab) {
        this.position = i;
        return c === slash ? this.skipComment() : c;
      }
      i++;
    }
    this.position = i;
    return end;
  }

  private skipComment(): number {
    const { text, position } = this;
    const second = text.charCodeAt(position + 1);
    if (second === slash) {
      if (this.strict) this.fault("Comments are not allowed in this file", position, 2);
      let i = position + 2;
      while (i < text.length && !isLineEnd(text.charCodeAt(i))) i++;
      this.position = i;
      return this.skip();
    }
    if (second === asterisk) {
      const close = text.indexOf("*/", position + 2);
      if (close < 0) this.fault("This comment has no end: expected */", position, 2);
      else if (this.strict) this.fault("Comments are not allowed in this file", position, 2);
      this.position = close < 0 ? text.length : close + 2;
      return this.skip();
    }
    return slash;
  }

  private fault(message: string, offset: number, width: number, code: ProblemCode = "syntax"): void {
    (this.pending ??= []).push({ code, message, offset, width });
  }

  /** The pending faults, relative to a place. */
  private take(origin: number): readonly Fault[] {
    const faults = this.pending;
    if (faults === undefined) return noFaults;
    this.pending = undefined;
    return faults.map((fault) => ({ ...fault, offset: fault.offset - origin }));
  }

  // ── values ──

  /** The value at `position`, whose first character is `c`. Its extent began at `from`, its key at `keyStart`. */
  private readValue(c: number, from: number, keyStart: number, key: Key | undefined): Node {
    switch (c) {
      case quote:
        return this.readString(from, keyStart, key);
      case openBrace:
        return this.depth < depthLimit
          ? this.readObject(from, keyStart, key)
          : this.readTooDeep(from, keyStart, key);
      case openBracket:
        return this.depth < depthLimit
          ? this.readArray(from, keyStart, key)
          : this.readTooDeep(from, keyStart, key);
      case 116: // t
        return this.readLiteral("true", "boolean", true, from, keyStart, key);
      case 102: // f
        return this.readLiteral("false", "boolean", false, from, keyStart, key);
      case 110: // n
        return this.readLiteral("null", "null", null, from, keyStart, key);
    }
    if (isDigit(c) || c === minus) return this.readNumber(from, keyStart, key);
    if (c === apostrophe) {
      const start = this.position;
      this.fault("Strings need double quotes", start, 1);
      const flags = this.passQuoted(apostrophe);
      return this.leaf("string", from, keyStart, key, this.position - start, flags, undefined);
    }
    return this.readWord(from, keyStart, key);
  }

  /** A node that ends at the position. */
  private leaf(
    kind: Kind,
    from: number,
    keyStart: number,
    key: Key | undefined,
    width: number,
    flags: number,
    content: number | boolean | null | undefined,
  ): Node {
    let faults: Faults | undefined;
    if (this.pending !== undefined) {
      const head = this.take(from);
      faults = new Faults(head.length, head, noFaults);
    }
    return new Node(kind, keyStart - from, this.position - width - from, width, key, flags, content, faults);
  }

  private readLiteral(
    word: string,
    kind: Kind,
    value: boolean | null,
    from: number,
    keyStart: number,
    key: Key | undefined,
  ): Node {
    const { text, position } = this;
    const after = position + word.length;
    if (!text.startsWith(word, position) || (after < text.length && isWord(text.charCodeAt(after)))) {
      return this.readWord(from, keyStart, key);
    }
    this.position = after;
    return this.leaf(kind, from, keyStart, key, word.length, 0, value);
  }

  /** What is no value at all: a word, or characters without meaning. */
  private readWord(from: number, keyStart: number, key: Key | undefined): Node {
    const start = this.position;
    const width = this.passUnexpected();
    const word = this.text.slice(start, start + Math.min(width, 30));
    const first = word.length > 1 && (word.startsWith("+") || /^\.\d/.test(word));
    this.fault(wrongWord(word), start, first ? 1 : width);
    return this.leaf("invalid", from, keyStart, key, width, 0, undefined);
  }

  private passUnexpected(): number {
    const { text, position } = this;
    let i = position;
    while (i < text.length && isWord(text.charCodeAt(i))) i++;
    if (i === position) {
      i++;
      while (i < text.length && isMeaningless(text.charCodeAt(i))) i++;
    }
    this.position = i;
    return i - position;
  }

  private readNumber(from: number, keyStart: number, key: Key | undefined): Node {
    const { text, position: start } = this;
    const length = text.length;
    let i = start;
    let c = text.charCodeAt(i);
    const negative = c === minus;
    if (negative) c = ++i < length ? text.charCodeAt(i) : end;
    const firstDigit = i;
    let mantissa = 0;
    while (isDigit(c)) {
      mantissa = mantissa * 10 + (c - 48);
      c = ++i < length ? text.charCodeAt(i) : end;
    }
    let digits = i - firstDigit;
    let sound = digits > 0 && (digits === 1 || text.charCodeAt(firstDigit) !== 48);
    let decimals = 0;
    if (c === 46) {
      c = ++i < length ? text.charCodeAt(i) : end;
      const first = i;
      while (isDigit(c)) {
        mantissa = mantissa * 10 + (c - 48);
        c = ++i < length ? text.charCodeAt(i) : end;
      }
      decimals = i - first;
      digits += decimals;
      if (decimals === 0) sound = false;
    }
    let exponent = false;
    if (c === 101 || c === 69) {
      exponent = true;
      c = ++i < length ? text.charCodeAt(i) : end;
      if (c === 43 || c === minus) c = ++i < length ? text.charCodeAt(i) : end;
      if (!isDigit(c)) sound = false;
      while (isDigit(c)) c = ++i < length ? text.charCodeAt(i) : end;
    }
    if (!sound || (c !== end && isWord(c))) return this.readWrongNumber(from, keyStart, key);
    this.position = i;
    let value: number;
    // Up to 15 digits and 10^22 are exact, so one division rounds correctly.
    if (digits <= 15 && !exponent) {
      value = decimals === 0 ? mantissa : mantissa / (powersOfTen[decimals] as number);
      if (negative) value = -value;
    } else {
      value = Number(text.slice(start, i));
      if (!Number.isFinite(value)) this.fault("This number is too large", start, i - start, "out-of-range");
    }
    return this.leaf("number", from, keyStart, key, i - start, 0, value);
  }

  private readWrongNumber(from: number, keyStart: number, key: Key | undefined): Node {
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

  private readString(from: number, keyStart: number, key: Key | undefined): Node {
    const text = this.text;
    const length = text.length;
    const start = this.position;
    let i = start + 1;
    while (i < length) {
      const c = text.charCodeAt(i);
      if (c === quote) {
        this.position = ++i;
        return this.leaf("string", from, keyStart, key, i - start, 0, undefined);
      }
      if (c === backslash || c < space) break;
      i++;
    }
    const flags = this.passQuoted(quote);
    return this.leaf("string", from, keyStart, key, this.position - start, flags, undefined);
  }

  /** A string of any kind, with its faults. */
  private passQuoted(closing: number): number {
    const { text, position: start } = this;
    const length = text.length;
    let flags = 0;
    let left = faultsPerString;
    let i = start + 1;
    for (; i < length; i++) {
      const c = text.charCodeAt(i);
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

  // ── containers ──

  private readArray(from: number, keyStart: number, key: Key | undefined): Node {
    const text = this.text;
    const head = this.take(from);
    const start = this.position++;
    const base = this.stack.length;
    this.depth++;
    this.arrays++;
    let state: number = opened;
    let extent = this.position;
    let commaAt = 0;
    let flags = 0;
    let total = 0;
    for (;;) {
      const c = this.skip();
      if (c === comma) {
        if (state !== filled) {
          const at = this.position;
          this.fault("Expected a value before the comma", at, 1);
          const missing = this.leaf("missing", extent, at, undefined, 0, 0, undefined);
          this.stack.push(missing);
          total++;
          extent = at;
        }
        commaAt = this.position++;
        state = separated;
        continue;
      }
      if (c === closeBracket) {
        const last = this.stack[this.stack.length - 1];
        if (
          state === separated &&
          this.strict &&
          text.charCodeAt(commaAt) === comma &&
          last?.kind !== "missing"
        ) {
          this.fault("Trailing commas are not allowed in this file", commaAt, 1);
        }
        this.position++;
        break;
      }
      if (c === end || c === closeBrace) {
        if (this.passesStray(c, "]", this.objects)) continue;
        this.faultOpen(c, base, "]");
        flags |= flag.open;
        break;
      }
      if (state === filled) {
        if (!this.startsValue(c)) {
          const at = this.position;
          const width = this.passUnexpected();
          this.fault("Expected a comma or ]", at, width);
          state = separated;
          commaAt = at;
          continue;
        }
        if (this.lacksComma(base)) this.fault("Expected a comma before this value", this.position, 1);
      }
      const node = this.readValue(c, extent, this.position, undefined);
      if (node.faults !== undefined) total += node.faults.total;
      this.stack.push(node);
      extent = this.position;
      state = filled;
    }
    this.depth--;
    this.arrays--;
    return this.close("array", from, keyStart, key, start, extent, base, flags, head, total);
  }

  private readObject(from: number, keyStart: number, key: Key | undefined): Node {
    const text = this.text;
    const head = this.take(from);
    const start = this.position++;
    const base = this.stack.length;
    this.depth++;
    this.objects++;
    let state: number = opened;
    let extent = this.position;
    let commaAt = 0;
    let flags = 0;
    let total = 0;
    let bits = 0;
    let names: Set<string> | undefined;
    const parent = this.expected;
    let before: KnownKey | undefined;
    let expected = parent?.inner;
    for (;;) {
      const c = this.skip();
      if (c === quote) {
        if (state === filled && this.lacksComma(base)) {
          this.fault("Expected a comma before this property", this.position, 1);
        }
        const at = this.position;
        let known = expected;
        if (known !== undefined && text.startsWith(known.raw, at)) this.position = at + known.raw.length;
        else {
          known = this.readKey();
          // A name with something wrong in it must be read each time.
          if (known.bit !== unsure) {
            if (before !== undefined) before.next = known;
            else if (parent !== undefined) parent.inner = known;
          }
        }
        if (names !== undefined) {
          if (names.has(known.key.name)) flags |= flag.repeated;
          names.add(known.key.name);
        } else if ((bits & known.bit) !== 0) {
          const count = this.stack.length - base;
          if (count >= 32) {
            names = new Set();
            for (let i = base; i < this.stack.length; i++) names.add(this.stack[i]?.key?.name ?? "");
            if (names.has(known.key.name)) flags |= flag.repeated;
            names.add(known.key.name);
          } else if (this.hasKey(base, known.key.name)) flags |= flag.repeated;
        }
        bits |= known.bit;
        before = known;
        this.expected = known;
        const node = this.readMember(extent, at, known.key);
        expected = known.next;
        if (node.faults !== undefined) total += node.faults.total;
        this.stack.push(node);
        extent = this.position;
        state = node.kind === "missing" ? this.stateAfterMissing() : filled;
      } else if (c === comma) {
        if (state !== filled) this.fault("Expected a property before the comma", this.position, 1);
        commaAt = this.position++;
        if (state === filled) state = separated;
      } else if (c === closeBrace) {
        if (state === separated && this.strict && text.charCodeAt(commaAt) === comma) {
          this.fault("Trailing commas are not allowed in this file", commaAt, 1);
        }
        this.position++;
        break;
      } else if (c === end || c === closeBracket) {
        if (this.passesStray(c, "}", this.arrays)) continue;
        this.faultOpen(c, base, "}");
        flags |= flag.open;
        break;
      } else if (c === colon && state === filled && this.misreadKey(base)) {
        // `"a": "b": 1`: what was taken for a's value is the next key.
        const misread = this.stack.pop() as Node;
        if (misread.faults !== undefined) total -= misread.faults.total;
        const nameAt = extent - misread.width;
        const origin = nameAt - misread.inset;
        const keyAt = origin + misread.lead;
        extent = this.endWithoutValue(misread, origin, keyAt);
        const missing = this.leaf("missing", origin, keyAt, misread.key, 0, 0, undefined);
        total += missing.faults?.total ?? 0;
        this.stack.push(missing);
        this.position = nameAt;
        state = separated;
        commaAt = keyAt;
        before = undefined;
        expected = undefined;
      } else {
        const node = this.readKeyless(c, extent, state);
        if (node === undefined) continue;
        if (node.key !== undefined && this.hasKey(base, node.key.name)) flags |= flag.repeated;
        total += node.faults === undefined ? 0 : node.faults.total;
        if (node.key !== undefined) names?.add(node.key.name);
        this.stack.push(node);
        extent = this.position;
        state = filled;
        before = undefined;
        expected = undefined;
        bits = unsure;
      }
    }
    this.expected = parent;
    this.depth--;
    this.objects--;
    if ((flags & flag.repeated) !== 0) total++;
    return this.close("object", from, keyStart, key, start, extent, base, flags, head, total);
  }

  private close(
    kind: Kind,
    from: number,
    keyStart: number,
    key: Key | undefined,
    start: number,
    extent: number,
    base: number,
    flags: number,
    head: readonly Fault[],
    total: number,
  ): Node {
    const stack = this.stack;
    let parts: readonly (Node | Run)[] = noParts;
    if (stack.length > base) {
      parts = stack.slice(base);
      stack.length = base;
      if (parts.length > runLength) parts = inRuns(parts);
    }
    const tail = this.take(extent);
    total += head.length + tail.length;
    const faults = total > 0 ? new Faults(total, head, tail) : undefined;
    const width = this.position - start;
    return new Node(kind, keyStart - from, start - from, width, key, flags, parts, faults);
  }

  /** A name was read; reads its colon and value. */
  private readMember(from: number, keyStart: number, key: Key): Node {
    const text = this.text;
    const keyEnd = this.position;
    let c = keyEnd < text.length ? text.charCodeAt(keyEnd) : end;
    if (c !== colon) c = this.skip();
    if (c === colon) {
      const colonAt = this.position++;
      c = this.skip();
      if (c === comma || c === closeBrace || c === closeBracket || c === end) {
        this.position = colonAt + 1;
        this.fault("Expected a value", colonAt, 1);
        return this.leaf("missing", from, keyStart, key, 0, 0, undefined);
      }
      return this.readValue(c, from, keyStart, key);
    }
    const unfinished = this.pending !== undefined;
    const nextLine = c === quote && this.newlineBetween(keyEnd, this.position);
    if (nextLine || !this.startsValue(c)) {
      if (c !== end && !nextLine && c !== comma && c !== closeBrace && c !== closeBracket) {
        // Something else stands for the colon, as in `"a" = 1`.
        const at = this.position;
        this.fault("Expected a colon", at, this.passUnexpected());
        const after = this.position;
        c = this.peek();
        if (this.startsValue(c)) return this.readValue(this.skip(), from, keyStart, key);
        this.position = after;
        return this.leaf("missing", from, keyStart, key, 0, 0, undefined);
      }
      this.position = keyEnd;
      if (!unfinished) this.fault("Expected a colon and a value", keyStart, Math.max(1, keyEnd - keyStart));
      return this.leaf("missing", from, keyStart, key, 0, 0, undefined);
    }
    if (!unfinished) this.fault("Expected a colon before this value", this.position, 1);
    return this.readValue(c, from, keyStart, key);
  }

  /** A member that does not begin with a double quote, or nothing when only what is in the way was passed. */
  private readKeyless(c: number, extent: number, state: number): Node | undefined {
    const at = this.position;
    if (c === openBrace || c === openBracket) {
      this.fault("Expected a property name in double quotes", at, 1);
      this.expected = undefined;
      return this.readValue(c, extent, at, undefined);
    }
    if (c === apostrophe) {
      this.fault("Property names need double quotes", at, 1);
      const flags = this.passQuoted(apostrophe);
      return this.readMember(extent, at, this.makeKey(at, flags));
    }
    if (isWord(c)) {
      let after = at;
      while (after < this.text.length && isWord(this.text.charCodeAt(after))) after++;
      this.position = after;
      if (state === filled && !this.colonFollows()) {
        this.fault("Expected a comma or }", at, after - at);
        return undefined;
      }
      this.position = after;
      this.fault("Property names need double quotes", at, after - at);
      return this.readMember(extent, at, new Key(after - at, this.text.slice(at, after)));
    }
    if (c === colon && state !== filled) {
      this.fault("Expected a property name before the colon", at, 1);
      this.position++;
      const next = this.skip();
      if (!this.startsValue(next)) {
        this.position = at + 1;
        return this.leaf("missing", extent, at, undefined, 0, 0, undefined);
      }
      this.expected = undefined;
      return this.readValue(next, extent, this.position, undefined);
    }
    const width = this.passUnexpected();
    this.fault(
      state === filled ? "Expected a comma or }" : "Expected a property name in double quotes",
      at,
      width,
    );
    return undefined;
  }

  private readKey(): KnownKey {
    const text = this.text;
    const length = text.length;
    const start = this.position;
    let i = start + 1;
    let c: number = end;
    while (i < length) {
      c = text.charCodeAt(i);
      if (c === quote || c === backslash || c < space) break;
      i++;
    }
    if (i < length && c === quote) {
      this.position = i + 1;
      const raw = text.slice(start, i + 1);
      const found = this.known.get(raw);
      if (found !== undefined) return found;
      // JSON.parse gives a string of its own; a slice would keep the whole text alive.
      const key = new Key(raw.length, JSON.parse(raw) as string);
      const bit = 1 << (this.known.size & 31);
      const known: KnownKey = { key, raw, bit, next: undefined, inner: undefined };
      if (this.known.size < knownKeyLimit) this.known.set(raw, known);
      return known;
    }
    const flags = this.passQuoted(quote);
    const raw = text.slice(start, this.position);
    return { key: this.makeKey(start, flags), raw, bit: unsure, next: undefined, inner: undefined };
  }

  private makeKey(start: number, flags: number): Key {
    const raw = this.text.slice(start, this.position);
    return new Key(raw.length, decode(raw, (flags & flag.open) === 0));
  }

  // ── recovery ──

  /**
   * The other kind's closing bracket stands in a container. When one of those around it can use the bracket, it is
   * left to that one and ends this one too. Otherwise it is stray and passed over.
   */
  private passesStray(c: number, expected: "]" | "}", around: number): boolean {
    if (c === end || around > 0) return false;
    this.fault(`Expected ${expected}, found ${String.fromCharCode(c)}`, this.position, 1);
    this.position++;
    return true;
  }

  /** The container has no closing bracket. Of several that end at one place without it, the innermost says so. */
  private faultOpen(c: number, base: number, expected: "]" | "}"): void {
    const last = this.stack.length > base ? this.stack[this.stack.length - 1] : undefined;
    if (last !== undefined && (last.flags & flag.open) !== 0 && last.kind !== "string") return;
    if (c === end) this.fault(`Expected ${expected} before the end of the file`, this.lastVisible(), 1);
    else this.fault(`Expected ${expected} before this`, this.position, 1);
  }

  private lastVisible(): number {
    let i = this.position - 1;
    while (i > 0 && this.text.charCodeAt(i) <= space) i--;
    return i;
  }

  /** Whether a missing comma is worth a problem: an unfinished string has swallowed it perhaps. */
  private lacksComma(base: number): boolean {
    const last = this.stack.length > base ? this.stack[this.stack.length - 1] : undefined;
    return last === undefined || (last.flags & flag.open) === 0;
  }

  private hasKey(base: number, name: string): boolean {
    for (let i = this.stack.length - 1; i >= base; i--) if (this.stack[i]?.key?.name === name) return true;
    return false;
  }

  /** Whether the last member's value is a string that turns out to be followed by a colon. */
  private misreadKey(base: number): boolean {
    const last = this.stack.length > base ? this.stack[this.stack.length - 1] : undefined;
    return last?.kind === "string" && last.key !== undefined && (last.flags & flag.open) === 0;
  }

  /** Moves to where a member ends whose supposed value is none, keeping the faults before that place. */
  private endWithoutValue(misread: Node, origin: number, keyAt: number): number {
    const keyEnd = keyAt + (misread.key?.width ?? 0);
    this.pending = undefined;
    this.position = keyEnd;
    if (this.peek() === colon) this.position++;
    else this.position = keyEnd;
    const end = this.position;
    for (const fault of misread.faults?.head ?? noFaults) {
      if (origin + fault.offset < end)
        this.fault(fault.message, origin + fault.offset, fault.width, fault.code);
    }
    this.fault("Expected a value", Math.max(keyAt, end - 1), 1);
    return end;
  }

  /** After a name without a value the next property needs no comma to be missed: one problem is enough. */
  private stateAfterMissing(): number {
    const position = this.position;
    const c = this.peek();
    this.position = position;
    return c === quote ? opened : filled;
  }

  /** As `skip`, but the faults on the way are left for the next to skip. */
  private peek(): number {
    const pending = this.pending;
    this.pending = undefined;
    const c = this.skip();
    this.pending = pending;
    return c;
  }

  private colonFollows(): boolean {
    const position = this.position;
    const c = this.peek();
    this.position = position;
    return c === colon;
  }

  private newlineBetween(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (isLineEnd(this.text.charCodeAt(i))) return true;
    return false;
  }

  private startsValue(c: number): boolean {
    switch (c) {
      case quote:
      case apostrophe:
      case openBrace:
      case openBracket:
      case minus:
        return true;
      case 116:
        return this.text.startsWith("true", this.position);
      case 102:
        return this.text.startsWith("false", this.position);
      case 110:
        return this.text.startsWith("null", this.position);
    }
    return isDigit(c);
  }

  /** A container below the depth limit is passed by counting brackets, without structure. */
  private readTooDeep(from: number, keyStart: number, key: Key | undefined): Node {
    const { text, position: start } = this;
    this.fault(`Nested deeper than ${depthLimit} levels: not checked from here`, start, 1, "too-deep");
    let level = 0;
    let i = start;
    let flags: number = flag.open;
    while (i < text.length && flags !== 0) {
      const c = text.charCodeAt(i++);
      if (c === openBrace || c === openBracket) level++;
      else if (c === closeBrace || c === closeBracket) {
        if (--level === 0) flags = 0;
      } else if (c === quote) {
        while (i < text.length) {
          const s = text.charCodeAt(i++);
          if (s === quote || isLineEnd(s)) break;
          if (s === backslash && !isLineEnd(text.charCodeAt(i))) i++;
        }
      }
    }
    this.position = Math.min(i, text.length);
    return this.leaf("invalid", from, keyStart, key, this.position - start, flags, undefined);
  }
}

const isLineEnd = (c: number) => c === newline || c === carriageReturn;

/** Neither white space, nor punctuation of JSON, nor part of a word. */
const isMeaningless = (c: number) =>
  c > space &&
  c !== quote &&
  c !== apostrophe &&
  c !== comma &&
  c !== colon &&
  c !== slash &&
  c !== openBrace &&
  c !== closeBrace &&
  c !== openBracket &&
  c !== closeBracket &&
  !isWord(c);

/** Groups children so that none of the lists is long. */
export function inRuns(parts: readonly (Node | Run)[]): readonly (Node | Run)[] {
  while (parts.length > runLength) {
    const runs: Run[] = [];
    for (let i = 0; i < parts.length; i += runLength) runs.push(new Run(parts.slice(i, i + runLength)));
    parts = runs;
  }
  return parts;
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
  const missing = /^\./.test(digits);
  if (missing) return ["Expected a digit before the decimal point", sign, 1];
  const exponent = /^\d+(?:\.\d+)?e[+-]?$/i.exec(digits);
  if (exponent) return ["Expected a digit after the exponent", word.length - 1, 1];
  return [wrongWord(word), 0, word.length];
}

function wrongWord(word: string): string {
  if (/^\+/.test(word) && word.length > 1) return "Numbers must not start with a plus sign";
  if (/^\.\d/.test(word)) return "Expected a digit before the decimal point";
  if (/^-?(?:NaN|Infinity)$/.test(word)) return `JSON has no ${word}`;
  const lower = word.toLowerCase();
  if (lower === "true" || lower === "false" || lower === "null") return `Expected ${lower} in lower case`;
  if (lower === "none" || lower === "undefined" || lower === "nil") return `Expected null, found ${word}`;
  return "Expected a value";
}
