interface Change {
  range: { start: { line: number; character: number }; end: { line: number } };
  text: string;
}

/** Where a line is after a change of the text; undefined when it is gone. */
export function movedLine(line: number, { range: { start, end }, text }: Change): number | undefined {
  if (start.line > line || (start.line === line && start.character > 0)) return line;
  if (end.line > line) return undefined;
  return line + text.split("\n").length - 1 - (end.line - start.line);
}
