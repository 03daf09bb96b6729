/** The open documents. A change is applied to the tree that was read, so that a keystroke costs what it changes. */
import {
  type Connection,
  type DidChangeTextDocumentParams,
  type Position,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver";
import { dialectOf, kindOf, type OpenFile, openFile } from "../files/open-file.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import { edit } from "../syntax/edit.ts";
import { Lines } from "../syntax/lines.ts";
import { Text } from "../syntax/text.ts";
import { parse, type Tree } from "../syntax/tree.ts";
import { Workspace } from "../knowledge/workspace.ts";

/** More changes at once are read as one: their first to their last place anew. */
const changesOneByOne = 64;

/** So many edits can be taken back without reading again what they broke. */
const historyLimit = 32;

class Document {
  readonly uri: string;
  readonly languageId: string;
  version: number;
  text: Text;
  /** Of our documents, once somebody has asked for it. */
  tree: Tree | undefined;
  file: OpenFile | undefined;
  /** What single edits have replaced, the latest last. */
  private history: { before: Tree; after: Tree; start: number; end: number; inserted: string }[] = [];

  constructor(uri: string, languageId: string, version: number, text: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.version = version;
    this.text = Text.of(text);
  }

  /** All of the changes or, when one of them makes no sense, none. */
  change(version: number, changes: readonly TextDocumentContentChangeEvent[]): void {
    const { text, tree } = changes.length > changesOneByOne ? this.atOnce(changes) : this.oneByOne(changes);
    this.text = text;
    this.tree = tree;
    this.file = undefined;
    this.version = version;
  }

  private oneByOne(changes: readonly TextDocumentContentChangeEvent[]): {
    text: Text;
    tree: Tree | undefined;
  } {
    let { text, tree } = this;
    for (const change of changes) {
      if (!("range" in change)) {
        text = Text.of(change.text);
        tree = undefined;
        this.history = [];
        continue;
      }
      const [start, end] = placesOf(change.range, new Lines(text));
      if (tree === undefined) text = text.replace(start, end, change.text);
      else {
        tree = this.edited(tree, start, end, change.text);
        text = tree.text;
      }
    }
    return { text, tree };
  }

  private atOnce(changes: readonly TextDocumentContentChangeEvent[]): { text: Text; tree: Tree | undefined } {
    let { text } = this;
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
    const before = end - (text.length - this.text.length);
    const tree = this.tree && edit(this.tree, start, before, text.slice(start, end));
    return { text, tree };
  }

  /** An edit that takes back the last one gives the tree that was before it. */
  private edited(tree: Tree, start: number, end: number, inserted: string): Tree {
    const last = this.history.at(-1);
    if (
      last?.after === tree &&
      start === last.start &&
      end === start + last.inserted.length &&
      inserted === last.before.text.slice(last.start, last.end)
    ) {
      this.history.pop();
      return last.before;
    }
    const after = edit(tree, start, end, inserted);
    if (this.history.length === historyLimit) this.history.shift();
    this.history.push({ before: tree, after, start, end, inserted });
    return after;
  }

  forget(): void {
    this.file = undefined;
    this.tree = undefined;
    this.history = [];
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

export class Documents {
  private readonly open = new Map<string, Document>();
  private readonly load: () => CompiledCatalogue;
  private catalogue: CompiledCatalogue | undefined;
  private happened: (uri: string) => void = () => {};
  readonly workspace = new Workspace();

  constructor(load: () => CompiledCatalogue) {
    this.load = load;
  }

  listen(connection: Connection, changed: (uri: string) => void, closed: (uri: string) => void): void {
    connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
      this.open.set(uri, new Document(uri, languageId, version, text));
      this.happened(uri);
      changed(uri);
    });
    connection.onDidChangeTextDocument((params) => {
      if (this.change(params)) changed(params.textDocument.uri);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      if (this.open.delete(uri)) closed(uri);
    });
    connection.onDidSaveTextDocument(({ textDocument: { uri } }) => this.happened(uri));
  }

  onOpenedOrSaved(happened: (uri: string) => void): void {
    this.happened = happened;
  }

  private change({ textDocument: { uri, version }, contentChanges }: DidChangeTextDocumentParams): boolean {
    const document = this.open.get(uri);
    document?.change(version, contentChanges);
    return document !== undefined;
  }

  /** Undefined when the document is not open or not one of ours. */
  file(uri: string): OpenFile | undefined {
    const document = this.open.get(uri);
    if (document === undefined) return undefined;
    document.file ??= this.read(document);
    return document.file;
  }

  /** The settings that say which files are ours have changed. */
  forget(): void {
    this.catalogue = undefined;
    for (const document of this.open.values()) document.forget();
  }

  uris(): string[] {
    return [...this.open.keys()];
  }

  version(uri: string): number | undefined {
    return this.open.get(uri)?.version;
  }

  private read(document: Document): OpenFile | undefined {
    const { uri, text } = document;
    const kind = kindOf(document.languageId, uri, this.workspace);
    if (kind === undefined) return undefined;
    this.catalogue ??= this.load();
    document.tree ??= parse(text, { dialect: dialectOf(kind) });
    return openFile(kind, uri, document.tree, new Lines(text), this.catalogue, this.workspace);
  }
}
