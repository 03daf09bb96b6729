/**
 * Puts the server together. Each group of features has a file beside this one:
 *
 *     diagnostics.ts   what is wrong
 *     assistance.ts    completion, hover, quick fixes
 *     structure.ts     outline, folding, selection, links, formatting
 *     navigation.ts    definitions, references, renaming, requests of all files
 *     decorations.ts   colours, hints beside values, actions above requests
 *     requests.ts      what our own client asks in order to send
 */
import { pathToFileURL } from "node:url";
import type { Connection, ConnectionOptions, InitializeParams } from "vscode-languageserver";
import { defaultSettings, readSettings, replyContents, seenBeyond } from "../../shared/protocol.ts";
import { EnvironmentFiles } from "../disk/environment-files.ts";
import { Imports } from "../disk/imports.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import { Assistance } from "./assistance.ts";
import { Decorations } from "./decorations.ts";
import { Diagnostics } from "./diagnostics.ts";
import { Documents } from "./documents.ts";
import type { FeatureGroup } from "./feature-group.ts";
import { Lifecycle } from "./lifecycle.ts";
import { LiveRecords } from "./live-records.ts";
import { TextDocumentSyncKind } from "./lsp.ts";
import { folderUri, Navigation } from "./navigation.ts";
import { keyCheck } from "./pasted-keys.ts";
import { answerRequests } from "./requests.ts";
import { Structure } from "./structure.ts";
import { hear } from "./wire.ts";

/** @param load called when a file is first looked at: not every editor that starts the server opens one */
export function serve(
  connect: (options: ConnectionOptions) => Connection,
  load: () => CompiledCatalogue,
): void {
  const lifecycle = new Lifecycle();
  const connection = connect({ messageStrategy: lifecycle.messageStrategy });
  lifecycle.answer(connection);
  const imports = new Imports();
  const environments = new EnvironmentFiles();
  let plain: CompiledCatalogue | undefined;
  const documents = new Documents({
    catalogue: ({ settings }) => imports.merged((plain ??= load()), settings.imports),
    variables: (uri, folders) => environments.variables(uri, folders),
  });
  const records = new LiveRecords(connection, documents, refresh);
  const diagnostics = new Diagnostics(connection, documents, records);
  const groups: FeatureGroup[] = [
    diagnostics,
    new Assistance(connection, documents, records),
    new Structure(connection, documents),
    new Navigation(connection, documents, environments, refresh),
    new Decorations(connection, documents, records),
  ];
  answerRequests(connection, documents);
  hear(connection, replyContents, ({ uri, replies }) =>
    documents.know({ replies: new Map(documents.workspace.replies).set(uri, replies) }),
  );
  // Nothing is found wrong, or right, because of it: what was said of open files stays.
  hear(connection, seenBeyond, ({ found: seen }) => documents.know({ seen }));
  const checkKeys = keyCheck(connection, documents, refresh);
  let initial = defaultSettings;

  function refresh(): void {
    for (const group of groups) group.refresh?.();
  }

  connection.onInitialize((params) => {
    const { capabilities, initializationOptions } = params;
    initial = readSettings(initializationOptions);
    documents.know({
      settings: initial,
      folders: foldersOf(params),
      renamesFiles: capabilities.workspace?.workspaceEdit?.resourceOperations?.includes("rename") === true,
    });
    return {
      serverInfo: { name: "switchboard-language-server" },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        ...Object.assign({}, ...groups.map((group) => group.capabilities(params))),
      },
    };
  });
  connection.onInitialized(async () => {
    // An editor that refuses one of them works without it.
    for (const done of await Promise.allSettled(groups.map(async (group) => group.register?.())))
      if (done.status === "rejected") connection.console.warn(String(done.reason));
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    if (settings === null || settings === undefined) return;
    documents.know({ settings: readSettings(settings, initial) });
    refresh();
  });
  documents.listen(connection, {
    openedOrSaved(uri) {
      diagnostics.opened(uri);
      checkKeys(uri);
    },
    changed: (uri) => diagnostics.changed(uri),
    closed(uri) {
      const { replies } = documents.workspace;
      if (replies.has(uri))
        documents.know({ replies: new Map([...replies].filter(([each]) => each !== uri)) });
      for (const group of groups) group.closed?.(uri);
    },
  });
  connection.listen();
}

/** Older clients open one folder, by its address or its path. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.map(folderUri);
  const uri = rootUri ?? (rootPath ? pathToFileURL(rootPath).href : undefined);
  return uri === undefined ? [] : [folderUri({ uri })];
}
