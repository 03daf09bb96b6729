/** A place as the language server protocol has it: both from zero, characters in UTF-16 units. */
export interface Position {
  line: number;
  character: number;
}

/** Where the lines of a text begin. Lines end at \r\n, \n or \r. */
export class Lines {
  private readonly starts: number[] = [0];
  private readonly ends: number[] = [];

  constructor(text: string) {
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c !== 10 && c !== 13) continue;
      this.ends.push(i);
      if (c === 13 && text.charCodeAt(i + 1) === 10) i++;
      this.starts.push(i + 1);
    }
    this.ends.push(text.length);
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** An offset outside the text is taken to its nearest end; one within \r\n to the end of its line. */
  positionAt(offset: number): Position {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = this.starts[low] as number;
    const end = this.ends[low] as number;
    return { line: low, character: Math.max(0, Math.min(offset, end) - start) };
  }

  /** A character past its line's end is taken to that end, a line past the last to the text's end. */
  offsetAt({ line, character }: Position): number {
    if (line < 0) return 0;
    const start = this.starts[line];
    const end = this.ends[line];
    if (start === undefined || end === undefined) return this.ends[this.ends.length - 1] as number;
    return Math.min(start + Math.max(0, character), end);
  }
}
