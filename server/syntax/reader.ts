import {
  apostrophe,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isDigit,
  isWord,
  minus,
  openBrace,
  openBracket,
  quote,
} from "./characters.ts";
import { decode } from "./decode.ts";
import { beginReading, isStrange, type KnownKey, knownKey, strangeKey } from "./known-keys.ts";
import { type Fault, Faults, faultsIn, faultsOf, flag, Key, Node, type Run } from "./node.ts";
import { depthLimit, filled, opened, Recovery, separated } from "./recovery.ts";
import { inRuns, markRuns, runLength } from "./runs.ts";
import { end, noFaults } from "./scanner.ts";
import type { ReadChildren, ReadOn, Seam } from "./seam.ts";
import { type ReadSoFar, watchedDepth, type Watcher } from "./watcher.ts";

/** Beside the flags of a node: the list was not read to its end, because what follows is as it was. */
const stopped = 1024;

const noParts: readonly Node[] = [];

/** With these a value begins, or a word that is taken for one. */
const beginsValue = new Uint8Array(65536);
for (const c of '"{[-0123456789tfn') beginsValue[c.charCodeAt(0)] = 1;

/**
 * Reads a text that may be wrong anywhere into a tree.
 *
 * What is inside a container is recovered from its own text and from the kinds of the containers around it, never
 * from what follows it. Hence a container that is read again alone gives what reading everything would give.
 */
export class Reader extends Recovery {
  /** How many containers are being read: of each kind, and together. */
  #objects = 0;
  #arrays = 0;
  #depth = 0;
  readonly #reading = beginReading();
  /** The name whose value is being read: it knows which name came first in that value the last time. */
  #owner = strangeKey(new Key(0, ""));
  /** Where the list of children ended that was read last: the begin of what follows its last child. */
  #extent = 0;
  /** What stood last between two items, when all of it was in order: where it began, and its width. */
  #gapAt = 0;
  #gapWidth = 0;
  #seam: Seam | undefined;
  /** The depth within the container that is read on, else none. */
  #seamDepth = -1;

  /** Who watches the container that is read, and at first who is to watch the top value. */
  #watcher: Watcher | undefined;
  /** What watchers are told of that container: one object for all, as it is only looked at. */
  readonly #read: ReadSoFar = {
    reading: this.#reading,
    text: this.text,
    units: this.units,
    stack: this.stack,
    base: 0,
    top: 0,
    from: 0,
  };

  /** The top value, and the faults after it relative to its end. */
  readDocument({ seam, watcher }: { seam?: Seam; watcher?: Watcher | undefined } = {}): {
    root: Node;
    trailing: readonly Fault[];
  } {
    this.#watcher = watcher;
    if (seam !== undefined) {
      this.#seam = seam;
      this.#seamDepth = 0;
    }
    if (this.units[0] === 0xfeff) this.position = 1;
    let c = this.skip();
    if (c === end) {
      this.fault("Expected a JSON value, found an empty file", this.position, 0);
      return { root: this.missing(0, this.position, undefined), trailing: noFaults };
    }
    let root = this.#readValue(c, 0, this.position, undefined);
    let rootEnd = this.position;
    c = this.skip();
    // A stray word before the container must not take the container's place.
    while ((c === openBrace || c === openBracket) && root.kind !== "object" && root.kind !== "array") {
      const start = rootEnd - root.width;
      this.fault("Unexpected text before the value", start, Math.max(1, root.width));
      root = this.#readValue(c, 0, this.position, undefined);
      rootEnd = this.position;
      c = this.skip();
    }
    return { root, trailing: this.readTrailing(rootEnd) };
  }

  /** The faults after the top value, relative to its end. */
  readTrailing(rootEnd: number): readonly Fault[] {
    if (this.skip() !== end) {
      const start = this.position;
      while (isWord(this.units[this.position] as number)) this.position++;
      const width = Math.max(1, this.position - start);
      this.fault("Unexpected text after the end of the value", start, width);
    }
    return this.take(rootEnd);
  }

  /** Whether all of the text has been looked at: then what follows it might have been read otherwise. */
  get exhausted(): boolean {
    return this.position >= this.text.length;
  }

  /** One value that fills the text, as long as nothing is wrong with it. */
  readToken(): Node | undefined {
    const node = this.#readValue(this.units[0] as number, 0, 0, undefined);
    const sound = this.position === this.text.length && node.faults === undefined;
    return sound && node.kind !== "invalid" ? node : undefined;
  }

  /** Reads on in a container of the text as it was before an edit, after its child `last` or from its begin. */
  readOn(from: ReadOn): ReadChildren {
    const { kind, last, extent } = from;
    this.#objects = from.objects;
    this.#arrays = from.arrays;
    this.#depth = from.objects + from.arrays;
    this.#seam = from.seam;
    this.#seamDepth = this.#depth + 1;
    this.position = extent;
    this.#extent = extent;
    if (last !== undefined) this.push(last);
    if (last !== undefined && from.seam.meets(extent, last)) {
      return { children: [], ended: "seam", end: extent, tail: noFaults, repeated: false };
    }
    const state = last === undefined ? opened : kind === "object" ? this.stateAfter(last) : filled;
    const flags = kind === "object" ? this.#readMembers(0, state) : this.#readItems(0, state);
    return {
      children: this.stack.slice(last === undefined ? 0 : 1, this.top),
      ended: (flags & stopped) !== 0 ? "seam" : (flags & flag.open) !== 0 ? "open" : "closed",
      end: this.position,
      tail: this.take(this.#extent),
      repeated: (flags & flag.repeated) !== 0,
    };
  }

  /** Whether the list that is read has come to where everything is as it was. */
  #atSeam(last: Node): boolean {
    return this.#depth === this.#seamDepth && (this.#seam as Seam).meets(this.position, last);
  }

  /** The value at `position`, whose first character is `c`. Its extent began at `from`, its key at `keyStart`. */
  #readValue(c: number, from: number, keyStart: number, key: Key | undefined): Node {
    switch (c) {
      case quote:
        return this.readString(from, keyStart, key);
      case openBrace:
      case openBracket: {
        const known = this.#depth === this.#seamDepth ? this.#seam?.nodeAt(this.position) : undefined;
        if (known !== undefined) return this.#reuse(known, from, keyStart, key);
        if (this.#depth >= depthLimit) return this.readTooDeep(from, keyStart, key);
        return this.#readContainer(c === openBrace ? "object" : "array", from, keyStart, key);
      }
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

  // ── containers ──

  /** A container that was read before, in other surroundings. */
  #reuse(known: Node, from: number, keyStart: number, key: Key | undefined): Node {
    const start = this.position;
    const head = this.take(from);
    const tail = known.faults?.tail ?? noFaults;
    const total = faultsIn(known) - (known.faults?.head.length ?? 0) + head.length;
    const faults = total > 0 ? new Faults(total, head, tail) : undefined;
    const { kind, width, flags, content } = known;
    this.position = start + width;
    return new Node(kind, keyStart - from, start - from, width, key, flags, content, faults);
  }

  #readContainer(kind: "object" | "array", from: number, keyStart: number, key: Key | undefined): Node {
    const head = this.take(from);
    const { faultCount, top: base, position: start } = this;
    const read = this.#read;
    const { base: baseAround, from: fromAround } = read;
    const watcherAround = this.#watcher;
    const watcher = this.#watcherWithin(key);
    // From here on this container is the one that is told of; the one around it takes its place again at its end.
    this.#watcher = watcher;
    read.base = base;
    read.from = start + 1;
    this.#extent = ++this.position;
    const flags = kind === "object" ? this.#readMembers(base, opened) : this.#readItems(base, opened);
    // Then the parts need not be asked for faults; at a seam they may have some that were found before.
    const sound = this.faultCount === faultCount && head.length === 0 && this.#seam === undefined;
    read.top = this.top;
    const clean = sound && watcher?.isClean(kind, read) === true;
    this.#watcher = watcherAround;
    read.base = baseAround;
    read.from = fromAround;
    const parts = this.#takeParts(base);
    const faults = sound ? undefined : faultsOf(parts, flags, head, this.take(this.#extent));
    const width = this.position - start;
    const node = new Node(kind, keyStart - from, start - from, width, key, flags, parts, faults);
    if (clean) {
      node.mark = watcher.mark;
      if (kind === "array") markRuns(parts, watcher.itemMark);
    }
    return node;
  }

  /** Who watches the container at the position. */
  #watcherWithin(key: Key | undefined): Watcher | undefined {
    const around = this.#watcher;
    if (around === undefined || this.#depth === 0) return around;
    if (this.#depth >= watchedDepth) return undefined;
    this.#read.top = this.top;
    return around.within(this.#read, key);
  }

  /** The children since `base`, from the stack. */
  #takeParts(base: number): readonly (Node | Run)[] {
    if (this.top === base) return noParts;
    const children = this.stack.slice(base, this.top);
    this.top = base;
    return children.length > runLength ? inRuns(children) : children;
  }

  /** Items from the position to the array's end, onto the stack. Gives the array's flags. */
  #readItems(base: number, state: number): number {
    this.#arrays++;
    this.#depth++;
    const units = this.units;
    let extent = this.#extent;
    let commaAt = 0;
    let flags = 0;
    for (;;) {
      let c: number;
      if (state === filled && this.#passes(this.#gapAt, this.#gapWidth)) {
        // The comma was in the gap.
        state = separated;
        c = units[this.position] as number;
      } else c = this.skip();
      if (c === comma) {
        // Several commas in a row lack one value.
        if (state === opened || (state === separated && !this.endsInMissing(base))) {
          const at = this.position;
          this.fault("Expected a value before the comma", at, 1);
          this.push(this.missing(extent, at, undefined));
          extent = at;
        }
        commaAt = this.position++;
        state = separated;
        continue;
      }
      if (c === closeBracket) {
        // What separates may be something else that stood for a comma.
        if (state === separated && units[commaAt] === comma && !this.endsInMissing(base)) {
          this.faultTrailingComma(commaAt);
        }
        this.position++;
        break;
      }
      if (c === end || c === closeBrace) {
        if (this.passesStray(c, "]", this.#objects)) continue;
        this.faultOpen(c, base, extent, "]");
        flags |= flag.open;
        break;
      }
      if (state === filled) {
        if (!this.startsValue(c)) {
          commaAt = this.position;
          const width = this.passUnexpected();
          this.fault("Expected a comma or ]", commaAt, width);
          state = separated;
          continue;
        }
        if (this.lacksComma(base)) this.fault("Expected a comma before this value", this.position, 1);
      }
      const node = this.#readValue(c, extent, this.position, undefined);
      // Behind a value that is missing further commas are no fault.
      if (state === separated && node.faults === undefined && !this.endsInMissing(base)) {
        this.#gapAt = extent;
        this.#gapWidth = node.inset;
      }
      this.push(node);
      extent = this.position;
      state = filled;
      if (this.#atSeam(node)) {
        flags |= stopped;
        break;
      }
    }
    this.#arrays--;
    this.#depth--;
    this.#extent = extent;
    return flags;
  }

  /**
   * Members from the position to the object's end, onto the stack. Gives the object's flags.
   *
   * Objects resemble each other: each name is guessed from the one before it, the first from the name under which the
   * object stands, and with it all that leads to the value. A guess is compared with what is there: a wrong one costs
   * time and nothing else.
   */
  #readMembers(base: number, state: number): number {
    this.#objects++;
    this.#depth++;
    const units = this.units;
    const owner = this.#owner;
    let extent = this.#extent;
    let commaAt = 0;
    let flags = 0;
    let bits = 0;
    /** Whether a name may have occurred twice. */
    let isSuspect = false;
    /** Whether something without meaning has been passed over since the last member. */
    let garbage = false;
    let before: KnownKey | undefined;
    for (;;) {
      const guess = before === undefined ? owner.inner : before.next;
      const isAsGuessed = guess !== undefined && this.#passesGapOf(guess, state);
      const c = isAsGuessed ? quote : this.skip();
      let node: Node | undefined;
      if (c === quote) {
        const at = isAsGuessed ? extent + guess.lead : this.position;
        if (!isAsGuessed && state === filled && this.lacksComma(base)) {
          this.fault("Expected a comma before this property", at, 1);
        }
        const known = isAsGuessed ? guess : this.#readKey(guess);
        // A name with something wrong in it must be read each time.
        if (known !== guess && !isStrange(known)) {
          if (before === undefined) owner.inner = known;
          else before.next = known;
        }
        if ((bits & known.bit) !== 0) isSuspect = true;
        bits |= known.bit;
        this.#owner = known;
        node = isAsGuessed
          ? this.#readValue(units[this.position] as number, extent, at, known.key)
          : this.#readMember(extent, at, known.key);
        if (!isAsGuessed && state !== filled && node.faults === undefined)
          this.#noteGap(known, extent, node, state);
        before = known;
        garbage = false;
      } else if (c === comma) {
        if (state !== filled && !garbage) {
          this.fault("Expected a property before the comma", this.position, 1);
          garbage = true;
        }
        commaAt = this.position++;
        if (state === filled) state = separated;
        continue;
      } else if (c === openBrace && this.#arrays > 0) {
        // In a list of objects one that begins within another means that the other was not ended.
        this.faultOpen(c, base, extent, "}");
        flags |= flag.open;
        break;
      } else if (c === closeBrace) {
        if (state === separated) this.faultTrailingComma(commaAt);
        this.position++;
        break;
      } else if (c === end || c === closeBracket) {
        if (this.passesStray(c, "}", this.#arrays)) continue;
        this.faultOpen(c, base, extent, "}");
        flags |= flag.open;
        break;
      } else if (c === colon && state === filled && !garbage && this.hasMisreadKey(base)) {
        node = this.giveBackKey(extent);
        before = undefined;
      } else {
        node = this.#readKeyless(c, extent, state, garbage);
        garbage = node === undefined;
        if (node === undefined) continue;
        before = undefined;
        // If it has a name, that has no bit.
        isSuspect = true;
      }
      this.push(node);
      extent = this.position;
      state = this.stateAfter(node);
      if (this.#atSeam(node)) {
        flags |= stopped;
        break;
      }
    }
    if (isSuspect && this.repeatsName(base)) {
      flags |= flag.repeated;
      this.faultCount++;
    }
    this.#objects--;
    this.#depth--;
    this.#owner = owner;
    this.#extent = extent;
    return flags;
  }

  /** What led to a member's value was in order: the next of its name is perhaps alike. */
  #noteGap(known: KnownKey, at: number, { inset, lead }: Node, state: number): void {
    known.gapIn = this.#reading;
    known.gapAt = at;
    known.gapWidth = inset;
    known.lead = lead;
    // The gap has the comma in it.
    known.gapAfter = state === separated ? filled : state;
  }

  /** Whether what leads to a member's value is as it was when its name was met last: then it is passed over. */
  #passesGapOf({ gapIn, gapAfter, gapAt, gapWidth }: KnownKey, state: number): boolean {
    return gapIn === this.#reading && gapAfter === state && this.#passes(gapAt, gapWidth);
  }

  /**
   * Whether here the same follows as at another place, and then a value: it is passed over. It leads from the end of a
   * child, or from the opening bracket, to a value: where that was in order there, it is so here.
   */
  #passes(at: number, width: number): boolean {
    const { units, position } = this;
    if (this.pending !== undefined) return false;
    // What stood there holds no zero: the comparison stops before the text ends.
    for (let i = 0; i < width; i++) if (units[at + i] !== units[position + i]) return false;
    if (width === 0 || position > this.text.length) return false;
    if (beginsValue[units[position + width] as number] === 0) return false;
    this.position = position + width;
    return true;
  }

  /** A name was read; reads its colon and value. */
  #readMember(from: number, keyStart: number, key: Key): Node {
    const keyEnd = this.position;
    let c = this.units[keyEnd] as number;
    if (c !== colon) c = this.skip();
    if (c !== colon) return this.#readWithoutColon(c, from, keyStart, key, keyEnd);
    const colonAt = this.position++;
    c = this.skip();
    if (endsMember(c)) {
      this.position = colonAt + 1;
      this.fault("Expected a value", colonAt, 1);
      return this.missing(from, keyStart, key);
    }
    return this.#readValue(c, from, keyStart, key);
  }

  /** A name that ends at `keyEnd` is followed by `c`, which is no colon. */
  #readWithoutColon(c: number, from: number, keyStart: number, key: Key, keyEnd: number): Node {
    // An unfinished name has perhaps swallowed the colon.
    const unfinished = this.pending !== undefined;
    const nextLine = c === quote && this.newlineBetween(keyEnd, this.position);
    if (this.startsValue(c) && !nextLine) {
      if (!unfinished) this.fault("Expected a colon before this value", this.position, 1);
      return this.#readValue(c, from, keyStart, key);
    }
    if (nextLine || endsMember(c)) {
      this.position = keyEnd;
      if (!unfinished) this.fault("Expected a colon and a value", keyStart, Math.max(1, keyEnd - keyStart));
      return this.missing(from, keyStart, key);
    }
    // Something else stands for the colon, as in `"a" = 1`.
    const at = this.position;
    this.fault("Expected a colon", at, this.passUnexpected());
    const after = this.position;
    if (this.startsValue(this.peek())) return this.#readValue(this.skip(), from, keyStart, key);
    this.position = after;
    return this.missing(from, keyStart, key);
  }

  /**
   * A member that does not begin with a double quote, or nothing when only what is in the way was passed: then several
   * things in a row are one problem.
   */
  #readKeyless(c: number, extent: number, state: number, garbage: boolean): Node | undefined {
    const at = this.position;
    if (c === openBrace || c === openBracket) {
      this.fault("Expected a property name in double quotes", at, 1);
      return this.#readValue(c, extent, at, undefined);
    }
    if (c === apostrophe) {
      this.fault("Property names need double quotes", at, 1);
      const flags = this.passQuoted(apostrophe);
      return this.#readMember(extent, at, this.#makeKey(at, flags));
    }
    if (isWord(c)) {
      let after = at;
      while (isWord(this.units[after] as number)) after++;
      this.position = after;
      if (state === filled && !this.colonFollows()) {
        if (!garbage) this.fault("Expected a comma or }", at, after - at);
        return undefined;
      }
      this.position = after;
      this.fault("Property names need double quotes", at, after - at);
      return this.#readMember(extent, at, new Key(after - at, this.text.slice(at, after)));
    }
    if (c === colon && state !== filled) {
      this.fault("Expected a property name before the colon", at, 1);
      this.position++;
      const next = this.skip();
      if (!this.startsValue(next)) {
        this.position = at + 1;
        return this.missing(extent, at, undefined);
      }
      return this.#readValue(next, extent, this.position, undefined);
    }
    const width = this.passUnexpected();
    const expected = state === filled ? "Expected a comma or }" : "Expected a property name in double quotes";
    if (!garbage) this.fault(expected, at, width);
    return undefined;
  }

  #readKey(expected: KnownKey | undefined): KnownKey {
    const { position: start, faultCount } = this;
    if (expected !== undefined && this.#standsKey(expected.key)) return expected;
    const flags = this.passString();
    if (flags === 0 && this.faultCount === faultCount) return knownKey(this.text.slice(start, this.position));
    return strangeKey(this.#makeKey(start, flags));
  }

  /** Whether a name without escapes is the next; then it is passed over. */
  #standsKey({ name, width }: Key): boolean {
    const { units, position } = this;
    for (let i = 0; i < name.length; i++) if (units[position + 1 + i] !== name.charCodeAt(i)) return false;
    if (units[position + width - 1] !== quote) return false;
    this.position = position + width;
    return true;
  }

  #makeKey(start: number, flags: number): Key {
    const raw = this.text.slice(start, this.position);
    return new Key(raw.length, decode(raw, { closed: (flags & flag.open) === 0 }));
  }
}

/** What follows a member, not what stands in it. */
const endsMember = (c: number) => c === comma || c === closeBrace || c === closeBracket || c === end;
