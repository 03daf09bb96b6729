/** How the reader goes on where the text is wrong. */
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  isLineEnd,
  openBrace,
  openBracket,
  quote,
  space,
} from "./characters.ts";
import { flag, type Key, type Node } from "./node.ts";
import { end, noFaults, Scanner } from "./scanner.ts";

/** Containers may nest this deep. The reader and everyone who walks the tree may therefore recurse. */
export const depthLimit = 256;

/** The names of more members are gathered when one may occur twice. */
const fewNames = 16;

/** What has been read in a container: nothing, a comma, a value. */
export const opened = 0;
export const separated = 1;
export const filled = 2;

/**
 * What the containers around a place are, and the children that have been read in them, is all that decides how
 * reading goes on.
 */
export class Recovery extends Scanner {
  /** The children that have been read in the containers that are open; those from `top` on are past. */
  protected readonly stack: Node[] = [];
  protected top = 0;

  protected push(child: Node): void {
    this.stack[this.top++] = child;
  }

  /** The last child since `base`. */
  #last(base: number): Node | undefined {
    return this.top > base ? this.stack[this.top - 1] : undefined;
  }

  /** Whether the last child since `base` is a value that is missing. */
  protected endsInMissing(base: number): boolean {
    return this.top > base && this.stack[this.top - 1]?.kind === "missing";
  }

  /** A comma is followed by the closing bracket. */
  protected faultTrailingComma(at: number): void {
    if (this.strict) this.fault("Trailing commas are not allowed in this file", at, 1);
  }

  /**
   * The other kind's closing bracket stands in a container. When one of those around it can use the bracket, it is
   * left to that one and ends this one too. Otherwise it is stray and passed over.
   */
  protected passesStray(c: number, expected: "]" | "}", around: number): boolean {
    if (c === end || around > 0) return false;
    this.fault(`Expected ${expected}, found ${String.fromCharCode(c)}`, this.position, 1);
    this.position++;
    return true;
  }

  /** The container has no closing bracket. Of several that end at one place without it, the innermost says so. */
  protected faultOpen(c: number, base: number, extent: number, expected: "]" | "}"): void {
    const last = this.#last(base);
    if (last !== undefined && (last.flags & flag.open) !== 0 && last.kind !== "string") return;
    if (c === end)
      this.fault(`Expected ${expected} before the end of the file`, this.#lastVisible(extent), 1);
    else this.fault(`Expected ${expected} before this`, this.position, 1);
  }

  /** The last visible character after the last child, or that child's last character. */
  #lastVisible(extent: number): number {
    let i = this.position - 1;
    while (i >= extent && (this.units[i] as number) <= space) i--;
    return i;
  }

  /** Whether a missing comma is worth a problem: an unfinished string has swallowed it perhaps. */
  protected lacksComma(base: number): boolean {
    const last = this.#last(base);
    return last === undefined || (last.flags & flag.open) === 0;
  }

  /** Whether a name occurs twice among the members since `base`. */
  protected repeatsName(base: number): boolean {
    // Few names are compared quicker than gathered.
    const gathered = this.top - base > fewNames ? new Set<string>() : undefined;
    for (let i = base; i < this.top; i++) {
      const name = this.stack[i]?.key?.name;
      if (name === undefined) continue;
      if (gathered?.has(name) ?? this.#isNameAmong(base, i, name)) return true;
      gathered?.add(name);
    }
    return false;
  }

  #isNameAmong(from: number, to: number, name: string): boolean {
    for (let i = from; i < to; i++) if (this.stack[i]?.key?.name === name) return true;
    return false;
  }

  /** Whether the last member's value is a string that turns out to be followed by a colon. */
  protected hasMisreadKey(base: number): boolean {
    const last = this.#last(base);
    return last?.kind === "string" && last.key !== undefined && (last.flags & flag.open) === 0;
  }

  /**
   * `"a": "b": 1`: what was taken for a's value is the next key. Takes the last member, which ends at `extent`, and gives
   * the one without a value that belongs in its place; the position is behind that one.
   */
  protected giveBackKey(extent: number): Node {
    const misread = this.stack[--this.top] as Node;
    const from = extent - misread.width - misread.inset;
    const keyAt = from + misread.lead;
    const keyEnd = keyAt + (misread.key?.width ?? 0);
    this.pending = undefined;
    this.position = keyEnd;
    if (this.peek() === colon) this.position++;
    else this.position = keyEnd;
    const end = this.position;
    for (const { message, offset, width, code } of misread.faults?.head ?? noFaults) {
      if (from + offset < end) this.fault(message, from + offset, width, code);
    }
    this.fault("Expected a value", Math.max(keyAt, end - 1), 1);
    return this.missing(from, keyAt, misread.key);
  }

  /** After a name without a value the next property needs no comma to be missed: one problem is enough. */
  protected stateAfter(member: Node): number {
    if (member.kind !== "missing" || member.key === undefined) return filled;
    const position = this.position;
    const c = this.peek();
    this.position = position;
    return c === quote ? opened : filled;
  }

  protected colonFollows(): boolean {
    const position = this.position;
    const c = this.peek();
    this.position = position;
    return c === colon;
  }

  /** A container below the depth limit is passed by counting brackets, without structure. */
  protected readTooDeep(from: number, keyStart: number, key: Key | undefined): Node {
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
