/**
 * An immutable text, kept in chunks: a replacement copies the chunks that it touches and shares the others, and each
 * chunk finds its line ends once.
 */

/** Small, because a keystroke copies one chunk and looks for its line ends again; a text has a list of them to copy. */
const chunkLength = 8 * 1024;

const newline = 10;
const carriageReturn = 13;

/** A chunk never ends between \r and \n. */
export class Chunk {
  readonly text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string, starts?: readonly number[]) {
    this.text = text;
    this.#starts = starts;
  }

  /** The chunk with [start, end) replaced, as `text` is now: only the lines there are looked for. */
  replaced(start: number, end: number, text: string): Chunk {
    if (this.#starts === undefined) return new Chunk(text);
    const grown = text.length - this.text.length;
    let from = Math.max(0, start - 1);
    let to = Math.min(text.length, end + grown + 1);
    if (splitsLineEnd(text, from)) from--;
    if (splitsLineEnd(text, to)) to++;
    const starts = this.#starts.slice(0, countAtMost(this.#starts, from));
    for (const inside of lineStartsOf(text.slice(from, to))) starts.push(from + inside);
    for (let i = countAtMost(this.#starts, to - grown); i < this.#starts.length; i++) {
      starts.push((this.#starts[i] as number) + grown);
    }
    return new Chunk(text, starts);
  }

  /** Where the lines begin whose predecessor ends in this chunk; the last may begin with the next chunk. */
  get lineStarts(): readonly number[] {
    this.#starts ??= lineStartsOf(this.text);
    return this.#starts;
  }
}

function lineStartsOf(text: string): number[] {
  const starts: number[] = [];
  if (!text.includes("\r")) {
    // The platform finds a character sooner than a loop here does.
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c !== newline && c !== carriageReturn) continue;
    if (c === carriageReturn && text.charCodeAt(i + 1) === newline) i++;
    starts.push(i + 1);
  }
  return starts;
}

/** Where lines begin, chunk by chunk. */
export interface LineIndex {
  /** How many lines there are. */
  readonly count: number;
  /** Of each chunk, the line that it begins in, and where that line begins. */
  readonly numbers: readonly number[];
  readonly starts: readonly number[];
}

export class Text {
  readonly length: number;
  /** The text in one piece, while it is as it was made. */
  readonly whole: string | undefined;
  #list: readonly Chunk[] | undefined;
  #begins: readonly number[] | undefined;
  #index: LineIndex | undefined;

  private constructor(length: number, whole: string | undefined, list: readonly Chunk[] | undefined) {
    this.length = length;
    this.whole = whole;
    this.#list = list;
  }

  static of(text: string): Text {
    return new Text(text.length, text, undefined);
  }

  get chunks(): readonly Chunk[] {
    this.#list ??= chunksOf(this.whole ?? "");
    return this.#list;
  }

  /** Where each chunk begins. */
  get offsets(): readonly number[] {
    if (this.#begins === undefined) {
      const begins = new Array<number>(this.chunks.length);
      let at = 0;
      for (let i = 0; i < begins.length; i++) {
        begins[i] = at;
        at += (this.chunks[i] as Chunk).text.length;
      }
      this.#begins = begins;
    }
    return this.#begins;
  }

  get lineIndex(): LineIndex {
    if (this.#index === undefined) {
      const { chunks, offsets } = this;
      const numbers = new Array<number>(chunks.length);
      const starts = new Array<number>(chunks.length);
      let number = 0;
      let start = 0;
      for (let i = 0; i < chunks.length; i++) {
        numbers[i] = number;
        starts[i] = start;
        const { lineStarts } = chunks[i] as Chunk;
        number += lineStarts.length;
        start = lastStart(lineStarts, offsets[i] as number) ?? start;
      }
      this.#index = { count: number + 1, numbers, starts };
    }
    return this.#index;
  }

  slice(start: number, end: number): string {
    if (this.whole !== undefined) return this.whole.slice(start, end);
    const { chunks, offsets } = this;
    if (end <= start) return "";
    let index = lastAtMost(offsets, start);
    let begin = offsets[index] as number;
    let chunk = (chunks[index] as Chunk).text;
    if (end <= begin + chunk.length) return chunk.slice(start - begin, end - begin);
    const parts = [chunk.slice(start - begin)];
    while (++index < chunks.length) {
      begin = offsets[index] as number;
      if (begin >= end) break;
      chunk = (chunks[index] as Chunk).text;
      parts.push(end < begin + chunk.length ? chunk.slice(0, end - begin) : chunk);
    }
    return parts.join("");
  }

  /** The text with `inserted` in the place of [start, end), which lies within it. */
  replace(start: number, end: number, inserted: string): Text {
    const { chunks, offsets } = this;
    const length = this.length + inserted.length - (end - start);
    if (length <= chunkLength) {
      return Text.of(this.slice(0, start) + inserted + this.slice(end, this.length));
    }
    let first = lastAtMost(offsets, start);
    let last = lastAtMost(offsets, end);
    const head = chunks[first]?.text.slice(0, start - (offsets[first] as number)) ?? "";
    const tail = chunks[last]?.text.slice(end - (offsets[last] as number)) ?? "";
    let middle = head + inserted + tail;
    if (first === last && middle.length >= chunkLength / 4 && middle.length <= chunkLength * 2) {
      const whole = this.#withChunk(first, start, end, middle);
      if (whole !== undefined) return whole;
    }
    const textAt = (index: number) => chunks[index]?.text ?? "";
    // A small rest joins its neighbour, and so does what would stand between \r and \n.
    while (first > 0 && (middle.length < chunkLength / 4 || joins(textAt(first - 1), middle))) {
      middle = textAt(--first) + middle;
    }
    while (last < chunks.length - 1 && joins(middle, textAt(last + 1))) middle += textAt(++last);
    const next = [...chunks.slice(0, first), ...chunksOf(middle), ...chunks.slice(last + 1)];
    return new Text(length, undefined, next);
  }

  /** One chunk replaced by another, unless that must be joined with its neighbours. */
  #withChunk(index: number, start: number, end: number, text: string): Text | undefined {
    const { chunks, offsets } = this;
    if (joins(chunks[index - 1]?.text ?? "", text) || joins(text, chunks[index + 1]?.text ?? ""))
      return undefined;
    const begin = offsets[index] as number;
    const old = chunks[index] as Chunk;
    const chunk = old.replaced(start - begin, end - begin, text);
    const grown = text.length - old.text.length;
    const made = new Text(this.length + grown, undefined, chunks.with(index, chunk));
    // Numbers that stand together are quicker to go through than chunks, which lie all over the memory.
    made.#begins = offsets.map((offset, i) => (i > index ? offset + grown : offset));
    if (this.#index !== undefined) {
      const { count, numbers, starts } = this.#index;
      const more = chunk.lineStarts.length - old.lineStarts.length;
      const oldEnd = begin + old.text.length;
      const last = lastStart(chunk.lineStarts, begin) ?? starts[index] ?? 0;
      made.#index = {
        count: count + more,
        numbers: numbers.map((number, i) => (i > index ? number + more : number)),
        starts: starts.map((at, i) => (i <= index ? at : at > oldEnd ? at + grown : last)),
      };
    }
    return made;
  }

  toString(): string {
    return this.slice(0, this.length);
  }
}

const splitsLineEnd = (text: string, at: number) =>
  text.charCodeAt(at) === newline && text.charCodeAt(at - 1) === carriageReturn;

/** Whether two texts must stay in one chunk. */
const joins = (left: string, right: string) =>
  right.charCodeAt(0) === newline && left.charCodeAt(left.length - 1) === carriageReturn;

function chunksOf(text: string): Chunk[] {
  if (text.length <= chunkLength * 2) return text === "" ? [] : [new Chunk(text)];
  const chunks: Chunk[] = [];
  for (let start = 0; start < text.length; ) {
    let end = text.length - start <= chunkLength * 1.5 ? text.length : start + chunkLength;
    if (splitsLineEnd(text, end)) end++;
    chunks.push(new Chunk(text.slice(start, end)));
    start = end;
  }
  return chunks;
}

/** The index of the last number that is at most `value`; 0 when there is none. `sorted` ascends. */
export function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

const lastStart = (lineStarts: readonly number[], begin: number) => {
  const last = lineStarts[lineStarts.length - 1];
  return last === undefined ? undefined : begin + last;
};

const countAtMost = (sorted: readonly number[], value: number) => {
  const index = lastAtMost(sorted, value);
  return (sorted[index] ?? Number.POSITIVE_INFINITY) <= value ? index + 1 : index;
};
