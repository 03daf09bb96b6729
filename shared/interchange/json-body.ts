/** The JSON of a body as people write it: with comments, with a comma too many, with placeholders that are not in quotes. */
import type { Revive } from "../raw-json.ts";

export interface JsonBody {
  value: unknown;
  /** Whether there were any: they may say something. */
  hasComments: boolean;
}

/**
 * A placeholder becomes a string that is one, for it can stand for a number or a boolean. Throws a SyntaxError where it
 * is no JSON even so.
 */
export function readJsonBody(body: string, revive: Revive): JsonBody {
  const text = body.replace(/^\uFEFF/, "");
  try {
    return { value: JSON.parse(text, revive), hasComments: false };
  } catch {
    const { strict, hasComments } = strictJson(text);
    return { value: JSON.parse(strict, revive), hasComments };
  }
}

/** What has no end goes to the end of its line or of the text, so that each character is read once. */
const tokens =
  /"(?:[^"\\\n]|\\.)*"?|(?:\/\/|#)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\{\{[^{}"\n]+\}\}|\s+|[^\s"/#{}[\],]+|[\s\S]/g;

function strictJson(text: string): { strict: string; hasComments: boolean } {
  const kept: string[] = [];
  let hasComments = false;
  /** Where it is kept; undefined when more than space and comments stands behind it. */
  let lastComma: number | undefined;
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    if (/^(?:\/\/|\/\*|#)/.test(token)) {
      hasComments = true;
      kept.push(" ");
      continue;
    }
    if ((token === "}" || token === "]") && lastComma !== undefined) kept[lastComma] = "";
    if (/\S/.test(token)) {
      lastComma = token === "," && !["", "{", "[", ","].includes(last) ? kept.length : undefined;
      last = token;
    }
    kept.push(token.startsWith("{{") ? JSON.stringify(token) : token);
  }
  return { strict: kept.join(""), hasComments };
}
