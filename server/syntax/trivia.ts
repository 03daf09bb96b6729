import type { Text } from "./text.ts";

/** What stands between two nodes. */
export interface Trivia {
  /** Offsets of commas and colons that are not in comments. */
  readonly comma: number | undefined;
  readonly colon: number | undefined;
  /** Whether the last offset is within a comment. */
  readonly inComment: boolean;
}

/** Reads white space, comments and punctuation of [from, to); both are offsets between nodes. */
export function triviaBetween(text: Text, from: number, to: number): Trivia {
  const part = text.slice(from, to);
  let comma: number | undefined;
  let colon: number | undefined;
  for (let i = 0; i < part.length; i++) {
    const c = part.charCodeAt(i);
    if (c === 44) comma ??= from + i;
    else if (c === 58) colon ??= from + i;
    else if (c === 47 && part.charCodeAt(i + 1) === 47) {
      while (i < part.length && part.charCodeAt(i) !== 10 && part.charCodeAt(i) !== 13) i++;
      if (i === part.length) return { comma, colon, inComment: true };
    } else if (c === 47 && part.charCodeAt(i + 1) === 42) {
      const end = part.indexOf("*/", i + 2);
      if (end < 0) return { comma, colon, inComment: true };
      i = end + 1;
    }
  }
  return { comma, colon, inComment: false };
}
