/** A compiled regular expression of a schema. */
export interface Pattern {
  readonly source: string;
  /** The text that the pattern asks for at the begin, when it asks for nothing else. */
  readonly prefix: string | undefined;
  test(value: string): boolean;
}

const remembered = new Map<string, Pattern | undefined>();

/** `undefined` for what is no regular expression: such a pattern is not checked. */
export function compilePattern(source: string): Pattern | undefined {
  if (!remembered.has(source)) remembered.set(source, make(source));
  return remembered.get(source);
}

function make(source: string): Pattern | undefined {
  const literal = /^\^([\w :@-]+)$/.exec(source)?.[1];
  if (literal !== undefined) return { source, prefix: literal, test: (value) => value.startsWith(literal) };
  for (const flags of ["u", ""]) {
    try {
      const expression = new RegExp(source, flags);
      return { source, prefix: undefined, test: (value) => expression.test(value) };
    } catch {
      // Older expressions are valid without the flag only.
    }
  }
  return undefined;
}
