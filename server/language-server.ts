/** The shell around the features: the connection, the open documents, and nothing else. */
import {
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type Position,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { complete } from "./features/completion.ts";
import { diagnose } from "./features/diagnostics.ts";
import { dialectOf, kindOf, openFile, type OpenFile } from "./features/file.ts";
import { hover } from "./features/hover.ts";
import type { Reference } from "./reference.ts";
import { Lines } from "./syntax/lines.ts";
import { parse } from "./syntax/tree.ts";

export function serve(connection: Connection, load: () => Reference): void {
  const documents = new TextDocuments(TextDocument);
  const files = new WeakMap<TextDocument, { version: number; file: OpenFile | undefined }>();
  let reference: Reference | undefined;
  let pulls = false;

  const read = (document: TextDocument): OpenFile | undefined => {
    const known = files.get(document);
    if (known?.version === document.version) return known.file;
    const kind = kindOf(document.languageId, document.uri);
    const text = kind ? document.getText() : "";
    reference ??= load();
    const file =
      kind &&
      openFile(kind, document.uri, parse(text, { dialect: dialectOf(kind) }), new Lines(text), reference);
    files.set(document, { version: document.version, file });
    return file;
  };

  /** The file and the offset that a request means; undefined when it is not ours. */
  const at = (uri: string, position: Position) => {
    const document = documents.get(uri);
    const file = document && read(document);
    return file && { file, offset: file.lines.offsetAt(position) };
  };

  connection.onInitialize(({ capabilities }: InitializeParams): InitializeResult => {
    pulls = capabilities.textDocument?.diagnostic !== undefined;
    return {
      serverInfo: { name: "switchboard-language-server" },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        completionProvider: { triggerCharacters: ['"', ":", "."] },
        hoverProvider: true,
        ...(pulls && { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }),
      },
    };
  });

  connection.languages.diagnostics.on(({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    const file = document && read(document);
    return { kind: "full", items: file ? diagnose(file) : [] };
  });

  connection.onCompletion(({ textDocument, position }) => {
    const place = at(textDocument.uri, position);
    return place ? complete(place.file, place.offset) : [];
  });

  connection.onHover(({ textDocument, position }) => {
    const place = at(textDocument.uri, position);
    return place && hover(place.file, place.offset);
  });

  const publish = (document: TextDocument) => {
    if (pulls) return;
    const file = read(document);
    if (file)
      void connection.sendDiagnostics({
        uri: document.uri,
        version: document.version,
        diagnostics: diagnose(file),
      });
  };
  documents.onDidChangeContent(({ document }) => publish(document));
  documents.onDidClose(({ document }) => {
    if (!pulls) void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });

  documents.listen(connection);
  connection.listen();
}
