import { type Chunk, lastAtMost, Text } from "./text.ts";

/** A place as the language server protocol has it: both from zero, characters in UTF-16 units. */
export interface Position {
  line: number;
  character: number;
}

/** Where the lines of a text begin, looked for when it is asked first. Lines end at \r\n, \n or \r. */
export class Lines {
  readonly #text: Text;

  constructor(text: string | Text) {
    this.#text = typeof text === "string" ? Text.of(text) : text;
  }

  get lineCount(): number {
    return this.#text.lineIndex.count;
  }

  /** An offset outside the text is taken to its nearest end; one within \r\n to the end of its line. */
  positionAt(offset: number): Position {
    const { chunks, offsets, length, lineIndex } = this.#text;
    const at = Math.max(0, Math.min(offset, length));
    if (chunks.length === 0) return { line: 0, character: 0 };
    const index = lastAtMost(offsets, at);
    const { text, lineStarts } = chunks[index] as Chunk;
    const begin = offsets[index] as number;
    const inside = lastAtMost(lineStarts, at - begin);
    const found = lineStarts.length > 0 && (lineStarts[inside] as number) <= at - begin;
    const line = (lineIndex.numbers[index] as number) + (found ? inside + 1 : 0);
    const start = found ? begin + (lineStarts[inside] as number) : (lineIndex.starts[index] as number);
    const splits = text.charCodeAt(at - begin) === 10 && text.charCodeAt(at - begin - 1) === 13;
    return { line, character: at - start - (splits ? 1 : 0) };
  }

  /** A character past its line's end is taken to that end, a line past the last to the text's end. */
  offsetAt({ line, character }: Position): number {
    if (line < 0) return 0;
    if (line >= this.lineCount) return this.#text.length;
    const start = this.#startOf(line);
    return Math.min(start + Math.max(0, character), this.#endOf(line));
  }

  #startOf(line: number): number {
    if (line === 0) return 0;
    // The chunk in which the line before ends.
    const { numbers } = this.#text.lineIndex;
    const index = lastAtMost(numbers, line - 1);
    const { lineStarts } = this.#text.chunks[index] as Chunk;
    const inside = lineStarts[line - 1 - (numbers[index] as number)] as number;
    return (this.#text.offsets[index] as number) + inside;
  }

  #endOf(line: number): number {
    if (line === this.lineCount - 1) return this.#text.length;
    const next = this.#startOf(line + 1);
    const before = this.#text.slice(Math.max(0, next - 2), next);
    return before === "\r\n" ? next - 2 : next - 1;
  }
}
