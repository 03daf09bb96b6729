/** Who is asked of what is read while it is at hand: what it is for is none of the reader's business. */
import type { Key, Node } from "./node.ts";

/** The children of a container that have been read so far, and the text that they were read from. */
export interface ReadSoFar {
  /** Each text that is read has a number of its own. */
  readonly reading: number;
  readonly text: string;
  readonly units: Uint16Array;
  /** The children are those from `base` to `top`. */
  readonly stack: readonly Node[];
  base: number;
  top: number;
  /** Where the first child's extent begins. */
  from: number;
}

/** Containers within so many others are watched: deeper ones may be more than a watcher's successor can go through. */
export const watchedDepth = 64;

/** Watches one container. */
export interface Watcher {
  /** Who watches a container that begins behind those children, under a key or as an item. */
  within(read: ReadSoFar, key: Key | undefined): Watcher | undefined;
  /** Whether nobody has anything to say of the container, which is whole now and without faults. */
  isClean(kind: "object" | "array", read: ReadSoFar): boolean;
  /** What such a container is marked with, */
  readonly mark: object;
  /** and the runs of its items. */
  readonly itemMark: object | undefined;
}
