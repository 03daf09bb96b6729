/** The shell around the features: the connection and its handlers, and nothing else. */
import {
  CodeActionKind,
  type Connection,
  type PublishDiagnosticsParams,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { defaultSettings, readSettings } from "../../shared/protocol.ts";
import { Decorations } from "./decorations.ts";
import { Documents } from "./documents.ts";
import { codeActions, fixAllKind } from "../features/code-actions.ts";
import { complete, withoutSnippets } from "../features/completion.ts";
import { diagnose } from "../features/diagnostics.ts";
import type { OpenFile } from "../files/open-file.ts";
import { hover } from "../features/hover.ts";
import { Imports } from "../disk/imports.ts";
import { followRecords } from "./live-records.ts";
import { Navigation } from "./navigation.ts";
import { keyCheck } from "./pasted-keys.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import { Gathered, Reports } from "./reports.ts";
import { answerRequests } from "./requests.ts";
import { Structure } from "./structure.ts";

export function serve(connection: Connection, load: () => CompiledCatalogue): void {
  const imports = new Imports();
  let plain: CompiledCatalogue | undefined;
  const catalogue = () => {
    plain ??= load();
    return imports.merged(plain, workspace.settings.imports);
  };
  const documents = new Documents(catalogue);
  const { workspace } = documents;
  const structure = new Structure(connection, documents);
  const navigation = new Navigation(connection, documents, catalogue);
  const decorations = new Decorations(connection, documents);
  let initial = defaultSettings;
  let pulls = false;
  let refreshes = false;
  let snippets = false;

  connection.onInitialize(({ capabilities, clientInfo, initializationOptions, workspaceFolders }) => {
    // CodeMirror's client says that it pulls, and only takes what is pushed.
    pulls =
      capabilities.textDocument?.diagnostic !== undefined && clientInfo?.name !== "@codemirror/lsp-client";
    refreshes = capabilities.workspace?.diagnostics?.refreshSupport === true;
    snippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
    workspace.renamesFiles =
      capabilities.workspace?.workspaceEdit?.resourceOperations?.includes("rename") === true;
    initial = readSettings(initializationOptions);
    workspace.settings = initial;
    workspace.folders = (workspaceFolders ?? []).map(({ uri }) => uri.replace(/\/+$/, ""));
    return {
      serverInfo: { name: "switchboard-language-server" },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        completionProvider: { triggerCharacters: ['"', ":", ".", "{", "$"] },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
        hoverProvider: true,
        ...structure.capabilities(capabilities),
        ...navigation.capabilities(capabilities),
        ...decorations.capabilities(capabilities),
        ...(pulls && { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }),
      },
    };
  });

  connection.onInitialized(async () => {
    // An editor that refuses one of them works without it.
    for (const done of await Promise.allSettled([structure.register(), navigation.register()]))
      if (done.status === "rejected") connection.console.warn(String(done.reason));
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    if (!navigation.changed(changes)) return;
    documents.forget();
    recheck();
  });

  const reports = new Reports((uri) => {
    const file = documents.file(uri);
    return file && diagnose(file);
  });
  connection.languages.diagnostics.on(({ textDocument: { uri }, previousResultId }) =>
    reports.pulled(uri, previousResultId),
  );
  connection.onCompletion((params) => {
    const found = atPlace(params, (file, offset) => complete(file, offset));
    return found && (snippets ? found : withoutSnippets(found));
  });
  connection.onCodeAction(({ textDocument: { uri }, range, context }) => {
    const file = documents.file(uri);
    return file && codeActions(file, range, context);
  });
  connection.onHover((params) => atPlace(params, (file, offset) => hover(file, offset)));

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

  connection.onDidChangeConfiguration(({ settings }) => {
    if (settings === null || settings === undefined) return;
    workspace.settings = readSettings(settings, initial);
    documents.forget();
    recheck();
  });
  answerRequests(connection, documents, catalogue);
  followRecords(connection, workspace, recheck);
  const checkKeys = keyCheck(connection, workspace);

  /** What is known beside the texts has changed. */
  function recheck(): void {
    decorations.refresh();
    if (!pulls)
      for (const uri of documents.uris()) {
        // A mapping may have ended.
        if (documents.file(uri)) pushes.add(uri);
        else withdraw(uri);
      }
    else pullAgain();
  }

  function pullAgain(): void {
    if (refreshes) void connection.languages.diagnostics.refresh().catch(() => {}); // The next keystroke asks again.
  }

  const pushes = new Gathered((uri) => {
    const file = documents.file(uri);
    const version = documents.version(uri);
    if (file) send({ uri, diagnostics: diagnose(file), ...(version !== undefined && { version }) });
  });

  function withdraw(uri: string): void {
    pushes.delete(uri);
    if (!pulls) send({ uri, diagnostics: [] });
  }

  function send(params: PublishDiagnosticsParams): void {
    void connection.sendDiagnostics(params).catch(() => {}); // The client has gone.
  }

  documents.onOpenedOrSaved((uri) => {
    if (reports.opened(uri)) pullAgain();
    const file = documents.file(uri);
    if (file) void checkKeys(file).then((news) => news && recheck());
  });
  documents.listen(
    connection,
    (uri) => {
      if (!pulls) pushes.add(uri);
    },
    (uri) => {
      decorations.closed(uri);
      reports.closed(uri);
      withdraw(uri);
    },
  );
  connection.listen();
}
