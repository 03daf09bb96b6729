import { automaton, isTame, readExpression } from "./expression.ts";

/** A compiled regular expression of a schema. */
export interface Pattern {
  readonly source: string;
  /** The text that the pattern asks for at the begin, when it asks for nothing else. */
  readonly prefix: string | undefined;
  test(value: string): boolean;
}

/** So long may a text be for the platform's own matching, whose time may grow with the square of the length. */
const quickLength = 2048;
/** Characters times states: more is not looked at. */
const workLimit = 100_000_000;

const remembered = new Map<string, Pattern | undefined>();

/**
 * `undefined` for what is no regular expression, or one that could take time without end: such a pattern is not
 * checked.
 */
export function compilePattern(source: string): Pattern | undefined {
  if (!remembered.has(source)) remembered.set(source, make(source));
  return remembered.get(source);
}

function make(source: string): Pattern | undefined {
  const literal = /^\^([\w :@-]+)$/.exec(source)?.[1];
  if (literal !== undefined) return { source, prefix: literal, test: (value) => value.startsWith(literal) };
  // Older expressions are valid without the flag only.
  for (const flags of ["u", ""] as const) {
    let expression: RegExp;
    try {
      expression = new RegExp(source, flags);
    } catch {
      continue;
    }
    const test = limited(source, flags, expression);
    return test && { source, prefix: undefined, test };
  }
  return undefined;
}

function limited(
  source: string,
  flags: "u" | "",
  expression: RegExp,
): ((value: string) => boolean) | undefined {
  const read = readExpression(source, flags);
  if (read === undefined) return withLookaround(source, expression);
  const tame = isTame(read);
  const slow = automaton(read, { unicode: flags === "u" });
  if (slow === undefined) return undefined;
  return (value) => {
    if (tame && value.length <= quickLength) return expression.test(value);
    return value.length * slow.size > workLimit || slow.test(value);
  };
}

/**
 * Demands on passwords and the like look ahead. Without repetition in repetition and without backreferences they take
 * a bounded time for a short text; longer texts are accepted.
 */
function withLookaround(source: string, expression: RegExp): ((value: string) => boolean) | undefined {
  const plain = source.replace(/\\./gs, "e").replace(/\[[^\]]*\]/g, "c");
  const nested = /[*+?}]\)(?:[*+?]|\{)|\|[^)]*\)(?:[*+]|\{)/.test(plain) || /\\[1-9k]/.test(source);
  const endless = plain.match(/[*+]|,\}/g)?.length ?? 0;
  if (nested || endless > 8 || /\([^)]*\([^)]*[*+]/.test(plain)) return undefined;
  return (value) => value.length > 200 || expression.test(value);
}
