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
  if (read === undefined) return withDemands(source, flags);
  const tame = isTame(read);
  const slow = automaton(read, { unicode: flags === "u" });
  if (slow === undefined) return undefined;
  return (value) => {
    if (tame && value.length <= quickLength) return expression.test(value);
    return value.length * slow.size > workLimit || slow.test(value);
  };
}

/**
 * Demands on passwords look ahead from the begin of the text: each is a pattern of its own that holds there, or must
 * not. What looks around elsewhere takes time without end on some texts, and is not matched.
 */
function withDemands(source: string, flags: "u" | ""): ((value: string) => boolean) | undefined {
  const parts = demandsOf(source);
  const tests = parts?.map(({ pattern, isRefused }) => {
    const test = limited(`^(?:${pattern})`, flags, new RegExp(`^(?:${pattern})`, flags));
    return test && ((value: string) => test(value) !== isRefused);
  });
  if (!tests?.every((test) => test !== undefined)) return undefined;
  return (value) => tests.every((test) => test(value));
}

interface Demand {
  pattern: string;
  isRefused: boolean;
}

/** `^(?=.*\d)(?!admin).{8,}$` in its parts. Undefined where it does not begin so, or is one of several alternatives. */
function demandsOf(source: string): Demand[] | undefined {
  if (!/^\^\(\?[=!]/.test(source)) return undefined;
  const parts: Demand[] = [];
  let at = 1;
  while (/^\(\?[=!]/.test(source.slice(at, at + 3))) {
    const end = endOfGroup(source, at);
    if (end === undefined) return undefined;
    parts.push({ pattern: source.slice(at + 3, end), isRefused: source[at + 2] === "!" });
    at = end + 1;
  }
  const rest = source.slice(at);
  return endOfGroup(`(${rest})`, 0, "|") === rest.length + 1
    ? [...parts, { pattern: rest, isRefused: false }]
    : undefined;
}

/** The index of what closes the group that begins at an index, or of the `stop` in it that comes first. */
function endOfGroup(source: string, start: number, stop?: string): number | undefined {
  let depth = 0;
  let inSet = false;
  for (let at = start; at < source.length; at++) {
    const character = source[at];
    if (character === "\\") at++;
    else if (inSet) inSet = character !== "]";
    else if (character === "[") inSet = true;
    else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return at;
    else if (character === stop && depth === 1) return at;
  }
  return undefined;
}
