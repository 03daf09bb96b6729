/** The property names of one text: equal names share one key. */
import { Key } from "./node.ts";

/** A key that has been met in this text, with what followed it then: objects of one text resemble each other. */
export interface KnownKey {
  readonly key: Key;
  /** As written, with its quotes. */
  readonly raw: string;
  /** A bit by which repetition in an object is suspected. */
  readonly bit: number;
  /** The key of the next member when last seen. */
  next: KnownKey | undefined;
  /** The first key of the object that was its value. */
  inner: KnownKey | undefined;
}

const knownKeyLimit = 4096;

/** The bit of a name that is not among the known ones: it is always looked for. */
export const unsure = -1;

export class KnownKeys {
  readonly #byText = new Map<string, KnownKey>();

  /** @param raw a whole name as written, with its quotes, that JSON.parse can read */
  of(raw: string): KnownKey {
    const found = this.#byText.get(raw);
    if (found !== undefined) return found;
    // JSON.parse gives a string of its own; a slice would keep the whole text alive.
    const key = new Key(raw.length, JSON.parse(raw) as string);
    const bit = 1 << (this.#byText.size & 31);
    const known: KnownKey = { key, raw, bit, next: undefined, inner: undefined };
    if (this.#byText.size < knownKeyLimit) this.#byText.set(raw, known);
    return known;
  }
}
