import type { Kind } from "../syntax/node.ts";
import { anyType, typeBit } from "./schema.ts";

const typeWords: [number, string][] = [
  [typeBit.object, "an object"],
  [typeBit.array, "a list (array)"],
  [typeBit.string, "text (string)"],
  [typeBit.number | typeBit.integer, "a number"],
  [typeBit.integer, "a whole number"],
  [typeBit.boolean, "true or false"],
  [typeBit.null, "null"],
];

const kindWords: Record<Kind, string> = {
  object: "an object",
  array: "a list (array)",
  string: "text (string)",
  number: "a number",
  boolean: "true or false",
  null: "null",
  missing: "nothing",
  invalid: "something else",
};

/** Types in words: `text (string) or null`. */
export function wordsOfTypes(types: number): string {
  if (types === anyType) return "any value";
  const words: string[] = [];
  let rest = types;
  for (const [bits, word] of typeWords) {
    if ((rest & bits) !== bits) continue;
    words.push(word);
    rest &= ~bits;
  }
  return listed(words);
}

/** What stands there, in words. `value` is the text or number itself where that helps. */
export const wordsOfKind = (kind: Kind) => kindWords[kind];

/** `a`, `a or b`, `a, b or c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "nothing";
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** A value as it is shown in a message. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** A count with its noun: `1 item`, `3 items`. */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`;
