/**
 * Globs as VS Code writes them: `*`, `?`, `[a-z]`, `[!a]`, `{a,b}` and `**` for any folders. Whatever a pattern holds,
 * the time to match grows with the length of the pattern times that of the path, for patterns of others come with
 * folders that people open.
 */

/** Longer patterns, and those that write out to more alternatives, match nothing. */
const lengthLimit = 1000;
const alternativeLimit = 100;

type Character = (character: string) => boolean;
/** Any run of what stands there. */
const any = Symbol("any");
type Segment = readonly (Character | typeof any)[];
type Segments = readonly (Segment | typeof any)[];

export interface GlobOptions {
  ignoreCase?: boolean;
  /** Whether `{a,b}` means alternatives. */
  braces?: boolean;
}

/** Tests paths with slashes, as `folder/name`. */
export function glob(
  pattern: string,
  { ignoreCase = false, braces = true }: GlobOptions = {},
): (path: string) => boolean {
  if (pattern.length > lengthLimit) return () => false;
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const alternatives = braces ? expanded(fold(pattern)) : [fold(pattern)];
  const compiled = alternatives.map((each) => segmentsOf(each));
  return (path) => {
    const parts = fold(path).split("/");
    return compiled.some((segments) => fits(segments, parts, (segment, part) => fits(segment, part, isOf)));
  };
}

const isOf = (test: Character, character: string) => test(character);

/**
 * Whether the pattern describes the whole text. At the first difference it goes back to the last run alone: one before
 * it could not reach further.
 */
function fits<Item, Part>(
  pattern: readonly (Item | typeof any)[],
  text: ArrayLike<Part>,
  isAt: (item: Item, part: Part) => boolean,
): boolean {
  let at = 0;
  let place = 0;
  let run = -1;
  let end = 0;
  while (place < text.length) {
    const item = pattern[at];
    const part = text[place] as Part; // Within its length.
    if (item === any) {
      run = at++;
      end = place;
    } else if (item !== undefined && isAt(item, part)) {
      at++;
      place++;
    } else if (run >= 0) {
      at = run + 1;
      place = ++end;
    } else return false;
  }
  while (pattern[at] === any) at++;
  return at === pattern.length;
}

/** At the end `**` is what lies within a folder, and not the folder itself. */
const segmentsOf = (pattern: string): Segments =>
  pattern
    .replace(/(^|\/)\*\*$/, "$&/*")
    .split("/")
    .map((segment) => (segment === "**" ? any : segmentOf(segment)));

function segmentOf(text: string): Segment {
  const segment: (Character | typeof any)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    const set = character === "[" ? /^\[([!^]?)(\]?[^\]]*)\]/.exec(text.slice(at)) : null;
    if (set) {
      segment.push(setOf(set[2] ?? "", set[1] !== ""));
      at += set[0].length - 1;
    } else if (character === "*") segment.push(any);
    else if (character === "?") segment.push(() => true);
    else {
      const literal = character === "\\" && at + 1 < text.length ? text[++at] : character;
      segment.push((each) => each === literal);
    }
  }
  return segment;
}

/** `a-z_`, where a hyphen at an end is itself. */
function setOf(text: string, isNegated: boolean): Character {
  const ranges = [...text.matchAll(/(.)-(.)|(.)/gs)].map(
    ([, from, to, one]) => [from ?? one, to ?? one] as const,
  );
  return (character) =>
    ranges.some(([from = "", to = ""]) => from <= character && character <= to) !== isNegated;
}

/** The pattern with each of its alternatives; a brace that is not closed is itself. */
function expanded(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [whole, before = "", inside = "", after = ""] = /^(.*)\{([^{}]*)\}(.*)$/s.exec(next) ?? [];
    if (whole === undefined) done.push(next);
    else open.push(...inside.split(",").map((each) => before + each + after));
    if (done.length + open.length > alternativeLimit) return [];
  }
  return done;
}
