/** The property names of one text: equal names share one key. */
import { Key } from "./node.ts";

/** A key that has been met in this text, with what stood around it then: objects of one text resemble each other. */
export interface KnownKey {
  readonly key: Key;
  /** A bit by which repetition in an object is suspected. */
  readonly bit: number;
  /** The key of the next member when last seen. */
  next: KnownKey | undefined;
  /** The first key of the object that was its value. */
  inner: KnownKey | undefined;
  /**
   * What led to its value from the end of what was before, when all of that was in order: where it began, its width
   * (none when it is not known), how far into it the key stood, and whether no member was before.
   */
  gapAt: number;
  gapWidth: number;
  lead: number;
  isFirst: boolean;
}

const knownKeyLimit = 4096;

/** The bit of a name that is not among the known ones: it is always looked for. */
export const unsure = -1;

const knownKey = (key: Key, bit: number): KnownKey => ({
  key,
  bit,
  next: undefined,
  inner: undefined,
  gapAt: 0,
  gapWidth: 0,
  lead: 0,
  isFirst: false,
});

/** A key with something wrong in it, or with escapes. */
export const strangeKey = (key: Key) => knownKey(key, unsure);

export class KnownKeys {
  readonly #byText = new Map<string, KnownKey>();

  /** @param raw a whole name as written, with its quotes, that JSON.parse can read */
  of(raw: string): KnownKey {
    const found = this.#byText.get(raw);
    if (found !== undefined) return found;
    // JSON.parse gives a string of its own; a slice would keep the whole text alive.
    const key = new Key(raw.length, JSON.parse(raw) as string);
    const known = knownKey(key, 1 << (this.#byText.size & 31));
    if (this.#byText.size < knownKeyLimit) this.#byText.set(raw, known);
    return known;
  }
}
