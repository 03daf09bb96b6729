/** A text that a pattern matches, where one is found without trying for long. */
import { type Expression, readExpression } from "./expression.ts";
import { compilePattern } from "./pattern.ts";

/** Characters that people expect first. */
const characters = Array.from(
  "aA0_- /.:@#+,$()[]{}*?!&=%<>'\"|\\^~`;\téß中",
  (each) => each.codePointAt(0) as number,
);
const longest = 1000;

/** @param least how long it must be at least, in characters */
export function exampleOf(pattern: string, least = 0): string | undefined {
  const compiled = compilePattern(pattern);
  const expression = readExpression(pattern, "u") ?? readExpression(pattern, "");
  if (!compiled || !expression) return undefined;
  // Repetitions that may go on are made longer until it is long enough.
  for (const more of [0, 1, 2, 4, 8, 16, 32, 64, least]) {
    const text = textOf(expression, more);
    if (text === undefined || text.length > longest) return undefined;
    if (text.length >= least && compiled.test(text)) return text;
  }
  return undefined;
}

function textOf(expression: Expression, more: number): string | undefined {
  switch (expression.kind) {
    case "assertion":
      return "";
    case "set": {
      const found = characters.find((code) => expression.test(code)) ?? firstOf(expression.test);
      return found === undefined ? undefined : String.fromCodePoint(found);
    }
    case "choice":
      return expression.parts.map((part) => textOf(part, more)).find((text) => text !== undefined);
    case "sequence": {
      const parts = expression.parts.map((part) => textOf(part, more));
      return parts.every((part) => part !== undefined) ? parts.join("") : undefined;
    }
    case "repeat": {
      const { part, least, most } = expression;
      const count = Math.min(most, Math.max(least, more));
      if (count === 0) return "";
      const text = textOf(part, more);
      return text === undefined || text.length * count > longest ? undefined : text.repeat(count);
    }
  }
}

function firstOf(test: (code: number) => boolean): number | undefined {
  for (let code = 0x20; code < 0x3000; code++) if (test(code)) return code;
  return undefined;
}
