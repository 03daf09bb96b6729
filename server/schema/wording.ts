import type { Kind, Node } from "../syntax/node.ts";
import { anyType, typeBit } from "./schema.ts";

const typeWords: [number, string][] = [
  [typeBit.object, "an object"],
  [typeBit.array, "a list"],
  [typeBit.string, "text"],
  [typeBit.number | typeBit.integer, "a number"],
  [typeBit.integer, "a whole number"],
  [typeBit.boolean, "true or false"],
  [typeBit.null, "null"],
];

const kindWords: Record<Kind, string> = {
  object: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  boolean: "true or false",
  null: "null",
  missing: "nothing",
  invalid: "something else",
};

/** Types in words: `text or null`. */
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

/** The name of a field, with escapes for what is not seen. */
export const named = (field: string) => `\`${cut(JSON.stringify(field).slice(1, -1))}\``;

/** What a value must be, by the name of its field where it has one. */
export const must = ({ key }: Node, be: string) =>
  key === undefined ? `Expected ${be}` : `${named(key.name)} must be ${be}`;

/** What a value must have, in the same way: a length, a count. */
export const mustHave = ({ key }: Node, amount: string) =>
  key === undefined ? `Expected ${amount}` : `${named(key.name)} must have ${amount}`;

/** `a`, `a or b`, `a, b or c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "nothing";
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** A value as it is shown in a message. */
export const shown = (value: unknown): string => cut(JSON.stringify(value) ?? "nothing");

const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

/** A count with its noun: `1 item`, `3 items`. */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`;

/** What a number of things should be that is not: `at least 1 item`. */
export const expectedCount = (
  count: number,
  least: number,
  most: number,
  noun: string,
  plural?: string,
): string | undefined =>
  count < least
    ? `at least ${counted(least, noun, plural)}`
    : count > most
      ? `at most ${counted(most, noun, plural)}`
      : undefined;
