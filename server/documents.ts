/** The open documents, each read into a tree once for each version. */
import { type Connection, TextDocuments } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { dialectOf, kindOf, type OpenFile, openFile } from "./features/file.ts";
import type { Reference } from "./reference.ts";
import { Workspace } from "./workspace.ts";
import { Lines } from "./syntax/lines.ts";
import { parse } from "./syntax/tree.ts";

export class Documents {
  private readonly texts = new TextDocuments(TextDocument);
  private files = new WeakMap<TextDocument, { version: number; file: OpenFile | undefined }>();
  private readonly load: () => Reference;
  private reference: Reference | undefined;
  readonly workspace = new Workspace();

  constructor(load: () => Reference) {
    this.load = load;
  }

  listen(connection: Connection, changed: (uri: string) => void, closed: (uri: string) => void): void {
    this.texts.onDidChangeContent(({ document }) => changed(document.uri));
    this.texts.onDidClose(({ document }) => closed(document.uri));
    this.texts.listen(connection);
  }

  /** Undefined when the document is not open or not one of ours. */
  file(uri: string): OpenFile | undefined {
    const document = this.texts.get(uri);
    if (!document) return undefined;
    const known = this.files.get(document);
    if (known?.version === document.version) return known.file;
    const file = this.read(document);
    this.files.set(document, { version: document.version, file });
    return file;
  }

  /** The settings that say which files are ours have changed. */
  forget(): void {
    this.files = new WeakMap();
  }

  uris(): string[] {
    return this.texts.keys();
  }

  version(uri: string): number | undefined {
    return this.texts.get(uri)?.version;
  }

  private read(document: TextDocument): OpenFile | undefined {
    const kind = kindOf(document.languageId, document.uri, this.workspace);
    if (!kind) return undefined;
    this.reference ??= this.load();
    const text = document.getText();
    return openFile(
      kind,
      document.uri,
      parse(text, { dialect: dialectOf(kind) }),
      new Lines(text),
      this.reference,
      this.workspace,
    );
  }
}
