// The floor of the protocol: it takes every change and finds nothing.
import { createConnection, ProposedFeatures, TextDocumentSyncKind } from "vscode-languageserver/node";

const connection = createConnection(ProposedFeatures.all);
connection.onInitialize(() => ({
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
    completionProvider: {},
  },
}));
connection.onDidOpenTextDocument(() => {});
connection.onDidChangeTextDocument(() => {});
connection.languages.diagnostics.on(() => ({ kind: "full", items: [] }));
connection.onCompletion(() => []);
connection.listen();
