/** The shell around the features: the connection and its handlers, and nothing else. */
import { type Connection, TextDocumentSyncKind } from "vscode-languageserver";
import { Documents } from "./documents.ts";
import { complete } from "./features/completion.ts";
import { diagnose } from "./features/diagnostics.ts";
import type { OpenFile } from "./features/file.ts";
import { hover } from "./features/hover.ts";
import type { Reference } from "./reference.ts";

export function serve(connection: Connection, load: () => Reference): void {
  const documents = new Documents(load);
  let pulls = false;

  connection.onInitialize(({ capabilities }) => {
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

  connection.languages.diagnostics.on(({ textDocument: { uri } }) => {
    const file = documents.file(uri);
    return { kind: "full", items: file ? diagnose(file) : [] };
  });
  connection.onCompletion((params) => atPlace(params, complete) ?? []);
  connection.onHover((params) => atPlace(params, hover));

  /** Asks a feature about a place of an open file. */
  function atPlace<T>(
    {
      textDocument,
      position,
    }: { textDocument: { uri: string }; position: { line: number; character: number } },
    feature: (file: OpenFile, offset: number) => T,
  ): T | undefined {
    const file = documents.file(textDocument.uri);
    return file && feature(file, file.lines.offsetAt(position));
  }

  documents.listen(
    connection,
    (uri) => {
      const file = pulls ? undefined : documents.file(uri);
      const version = documents.version(uri);
      if (file)
        void connection.sendDiagnostics({
          uri,
          diagnostics: diagnose(file),
          ...(version !== undefined && { version }),
        });
    },
    (uri) => {
      if (!pulls) void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
  );
  connection.listen();
}
