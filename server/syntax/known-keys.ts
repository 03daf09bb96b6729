/** The property names that have been read: equal names share one key, and texts of one kind have the same. */
import { Key } from "./node.ts";

/** A key that has been met, with what stood around it then: objects resemble each other. */
export interface KnownKey {
  readonly key: Key;
  /** One bit of 32: of an object's names, those with different bits are different. */
  readonly bit: number;
  /** The key of the next member when last seen. */
  next: KnownKey | undefined;
  /** The first key of the object that was its value. */
  inner: KnownKey | undefined;
  /**
   * The gap is what led to its value, when all of that was in order:
   *
   *     "id": 1 , "name" : "purge"
   *            |----------| from `gapAt`, `gapWidth` characters; the key stands at `lead` in it
   */
  gapAt: number;
  gapWidth: number;
  lead: number;
  /** What was read before the gap: `opened` or `filled`. */
  gapAfter: number;
  /** The reading in which this was so: `gapAt` is a place in its text. */
  gapIn: number;
}

/** So many are kept from one text to the next. */
const knownKeyLimit = 4096;

let known = new Map<string, KnownKey>();
let readings = 0;

/** The number of a reading that begins. What is known of gaps holds in one reading. */
export function beginReading(): number {
  // Not while a text is read: an object's names must have one bit each.
  if (known.size >= knownKeyLimit) known = new Map();
  return ++readings;
}

/** All bits, for a name that is not among the known ones: it may be equal to any. */
const unsure = -1;

/** A key that is not kept: one with something wrong in it, or with escapes. */
export const strangeKey = (key: Key, bit = unsure): KnownKey => ({
  key,
  bit,
  next: undefined,
  inner: undefined,
  gapAt: 0,
  gapWidth: 0,
  lead: 0,
  gapAfter: 0,
  gapIn: 0,
});

export const isStrange = ({ bit }: KnownKey) => bit === unsure;

/** @param raw a whole name as written, with its quotes and without escapes */
export function knownKey(raw: string): KnownKey {
  const found = known.get(raw);
  if (found !== undefined) return found;
  // JSON.parse gives a string of its own; a slice would keep the whole text alive.
  const key = new Key(raw.length, JSON.parse(raw) as string);
  const made = strangeKey(key, 1 << (known.size & 31));
  if (known.size < knownKeyLimit) known.set(`"${key.name}"`, made);
  return made;
}
