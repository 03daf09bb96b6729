/** The text of one open document, and the tree that was read from it. A change costs what it changes. */
import type { Position, TextDocumentContentChangeEvent } from "vscode-languageserver";
import { dialectOf, type FileKind } from "../files/kind.ts";
import { edit } from "../syntax/edit.ts";
import { Lines } from "../syntax/lines.ts";
import { Text } from "../syntax/text.ts";
import { parse, type Tree } from "../syntax/tree.ts";
import type { Watcher } from "../syntax/watcher.ts";

/** More changes at once are read as one: their first to their last place anew. */
const changesOneByOne = 64;

/** So many edits can be taken back without reading again what they broke. */
const historyLimit = 32;

/** What a single edit has replaced. */
interface Edited {
  before: Tree;
  after: Tree;
  start: number;
  end: number;
  inserted: string;
}

export class Document {
  readonly uri: string;
  readonly languageId: string;
  version: number;
  #text: Text;
  /** Absent until somebody asks for it: most documents of an editor are none of ours. */
  #tree: Tree | undefined;
  /** The latest last. */
  #history: Edited[] = [];

  constructor(uri: string, languageId: string, version: number, text: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.version = version;
    this.#text = Text.of(text);
  }

  /** @param watcher of the text, if it is to be read now */
  tree(kind: FileKind, watcher?: Watcher): Tree {
    this.#tree ??= parse(this.#text, { dialect: dialectOf(kind), watcher });
    return this.#tree;
  }

  /** What the document is has changed: it is read again. */
  forgetTree(): void {
    this.#tree = undefined;
    this.#history = [];
  }

  /** All of the changes or, when one of them makes no sense, none. */
  change(version: number, changes: readonly TextDocumentContentChangeEvent[]): void {
    for (const { text } of changes) if (typeof text !== "string") throw new TypeError("No text.");
    const { text, tree } =
      changes.length > changesOneByOne ? this.#changedAtOnce(changes) : this.#changedOneByOne(changes);
    this.#text = text;
    this.#tree = tree;
    this.version = version;
  }

  #changedOneByOne(changes: readonly TextDocumentContentChangeEvent[]) {
    let text = this.#text;
    let tree = this.#tree;
    for (const change of changes) {
      if (!("range" in change)) {
        text = Text.of(change.text);
        tree = undefined;
        this.#history = [];
        continue;
      }
      const [start, end] = placesOf(change.range, new Lines(text));
      if (tree === undefined) text = text.replace(start, end, change.text);
      else {
        tree = this.#edited(tree, start, end, change.text);
        text = tree.text;
      }
    }
    return { text, tree };
  }

  #changedAtOnce(changes: readonly TextDocumentContentChangeEvent[]) {
    let text = this.#text;
    /** What has changed so far: [start, end) now, as much longer than it was as the text is. */
    let start = text.length;
    let end = 0;
    for (const change of changes) {
      if (!("range" in change)) {
        [start, end, text] = [0, change.text.length, Text.of(change.text)];
        continue;
      }
      const [from, to] = placesOf(change.range, new Lines(text));
      start = Math.min(start, from);
      end = Math.max(end, to) + change.text.length - (to - from);
      text = text.replace(from, to, change.text);
    }
    const before = end - (text.length - this.#text.length);
    const tree = this.#tree && edit(this.#tree, start, before, text.slice(start, end));
    return { text, tree };
  }

  /** An edit that takes back the last one gives the tree that was before it. */
  #edited(tree: Tree, start: number, end: number, inserted: string): Tree {
    const last = this.#history.at(-1);
    if (
      last?.after === tree &&
      start === last.start &&
      end === start + last.inserted.length &&
      inserted === last.before.text.slice(last.start, last.end)
    ) {
      this.#history.pop();
      return last.before;
    }
    const after = edit(tree, start, end, inserted);
    if (this.#history.length === historyLimit) this.#history.shift();
    this.#history.push({ before: tree, after, start, end, inserted });
    return after;
  }
}

function placesOf(range: { start: Position; end: Position }, lines: Lines): [start: number, end: number] {
  for (const { line, character } of [range.start, range.end]) {
    if (!Number.isInteger(line) || !Number.isInteger(character)) throw new RangeError("No place in a text.");
  }
  const start = lines.offsetAt(range.start);
  const end = lines.offsetAt(range.end);
  return start <= end ? [start, end] : [end, start];
}
