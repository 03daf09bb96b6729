/** A language client over stdio: the built server as another editor runs it. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import {
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  type InitializeParams,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

const server = join(import.meta.dirname, "../../../dist/server.js");

export interface TestClient extends AsyncDisposable {
  connection: ProtocolConnection;
  process: ChildProcess;
  initialized: InitializeResult;
  open(uri: string, languageId: string, text: string): Promise<void>;
  /** A range and its new text, or the whole text. */
  change(
    uri: string,
    version: number,
    ...changes: ({ range: Range; text: string } | { text: string })[]
  ): Promise<void>;
  /** The next diagnostics that are pushed for a file. */
  pushed(uri: string): Promise<Diagnostic[]>;
}

/** The server before anything has been said to it. */
export function startServer(): AsyncDisposable & Pick<TestClient, "connection" | "process"> {
  const process = spawn(globalThis.process.execPath, [server, "--stdio"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(process.stdout),
    new StreamMessageWriter(process.stdin),
  );
  connection.listen();
  return {
    connection,
    process,
    async [Symbol.asyncDispose]() {
      connection.dispose();
      process.kill();
    },
  };
}

/** @param more of what an editor says first: settings, folders */
export async function startClient(
  capabilities: object = {},
  more: Partial<InitializeParams> = {},
): Promise<TestClient> {
  const started = startServer();
  const { connection } = started;
  const waiting = new Map<string, (diagnostics: Diagnostic[]) => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) =>
    waiting.get(uri)?.(diagnostics),
  );
  const initialized = await connection.sendRequest(InitializeRequest.type, {
    processId: globalThis.process.pid,
    rootUri: null,
    capabilities,
    ...more,
  });
  await connection.sendNotification(InitializedNotification.type, {});
  return {
    ...started,
    initialized,
    open: (uri, languageId, text) =>
      connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId, version: 1, text },
      }),
    change: (uri, version, ...contentChanges) =>
      connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges,
      }),
    pushed: (uri) => new Promise((resolve) => waiting.set(uri, resolve)),
  };
}
