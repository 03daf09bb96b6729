/** Looking for something in all strings of a text: a keystroke looks again only where the text has changed. */
import { extentOf, isContainer, type Node, partsOf, type Run } from "./node.ts";
import type { Text } from "./text.ts";
import type { Tree } from "./tree.ts";

export interface Match<T> {
  /** Of the string. Within this file relative to the part that holds it, in results absolute. */
  readonly start: number;
  readonly found: T;
}

/** A shorter text is quicker looked through again than remembered. */
export const worthRemembering = 4096;

export const worthAPart = 1024;

interface Search<T> {
  /** Gets a string value as written, quotes included. */
  look: (source: string) => T | undefined;
  /** What occurs in each text that has such a string: the others need not be gone through. */
  hint?: RegExp;
}

/** A search that remembers its result for each subtree. */
export function stringSearch<T>({ look, hint }: Search<T>): (tree: Tree) => readonly Match<T>[] {
  const known = new WeakMap<Node | Run, readonly Match<T>[]>();
  const none: readonly Match<T>[] = [];

  const within = (text: Text, part: Node | Run, from: number, inRun = false): readonly Match<T>[] => {
    if (part.kind === "string") {
      const start = from + part.inset;
      const found = look(text.slice(start, start + part.width));
      return found === undefined ? none : [{ start: part.inset, found }];
    }
    if (part.kind !== "run" && !isContainer(part)) return none;
    // A short container in a short one is remembered with what is around it alone.
    const worthIt = inRun || part.kind === "run" || part.width > worthAPart;
    const remembers = text.length > worthRemembering && worthIt;
    const remembered = remembers ? known.get(part) : undefined;
    if (remembered) return remembered;
    const matches: Match<T>[] = [];
    let at = part.kind === "run" ? from : from + part.inset + 1;
    for (const inner of contentOf(part)) {
      for (const { start, found } of within(text, inner, at, part.kind === "run"))
        matches.push({ start: start + at - from, found });
      at += extentOf(inner);
    }
    const result = matches.length === 0 ? none : matches;
    if (remembers) known.set(part, result);
    return result;
  };

  /** Of the large parts alone: after an edit the small ones around it are quickly looked through. */
  const rememberNone = (part: Node | Run): void => {
    if (part.width <= worthRemembering) return;
    known.set(part, none);
    for (const inner of contentOf(part)) rememberNone(inner);
  };

  return ({ text, root }) => {
    const { whole } = text;
    if (hint === undefined || whole === undefined || known.has(root) || hint.test(whole))
      return within(text, root, 0);
    rememberNone(root);
    return none;
  };
}

const contentOf = (part: Node | Run) => (part.kind === "run" ? part.content : partsOf(part));
