import { type Fault, type Located, Node } from "./node.ts";
import { Reader } from "./reader.ts";
import type { Dialect } from "./scanner.ts";
import { Text } from "./text.ts";
import type { Watcher } from "./watcher.ts";

/** Longer texts are not read. */
export const sizeLimit = 20 * 1024 * 1024;

/** A text and what was read from it. */
export interface Tree {
  readonly text: Text;
  readonly dialect: Dialect;
  readonly root: Node;
  /** Faults after the top value, relative to its end. */
  readonly trailing: readonly Fault[];
}

export interface ParseOptions {
  readonly dialect: Dialect;
  /** Marks what it finds clean. */
  readonly watcher?: Watcher | undefined;
}

export function parse(source: string | Text, { dialect, watcher }: ParseOptions): Tree {
  const text = typeof source === "string" ? Text.of(source) : source;
  if (text.length > sizeLimit) {
    const message = `Files over ${sizeLimit / 1024 / 1024} MB are not checked`;
    const root = new Node("missing", 0, 0, 0, undefined, 0, undefined, undefined);
    return { text, dialect, root, trailing: [{ code: "too-large", message, offset: 0, width: 1 }] };
  }
  return { text, dialect, ...new Reader(source.toString(), dialect).readDocument({ watcher }) };
}

export const rootOf = (tree: Tree): Located => ({ node: tree.root, start: tree.root.inset });
