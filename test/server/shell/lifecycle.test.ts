/** What the protocol allows when, and what clients get that take less than others. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import {
  ApplyWorkspaceEditRequest,
  CodeActionRequest,
  type Command,
  CompletionRequest,
  DocumentSymbolRequest,
  ErrorCodes,
  ExecuteCommandRequest,
  HoverRequest,
  type InitializeParams,
  InitializeRequest,
  ShutdownRequest,
  WorkspaceSymbolRequest,
} from "vscode-languageserver/node";
import { startClient, startServer, type TestClient } from "./client.ts";

const uri = "file:///folder/some.request.json";
const textDocument = { uri };
const position = { line: 0, character: 0 };
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "answered",
    (error: { code?: number }) => error.code,
  );
const first: InitializeParams = { processId: null, rootUri: null, capabilities: {} };

describe("a request is refused", () => {
  it("before initialize, and answered after it", async () => {
    await using server = startServer();
    const { connection } = server;
    expect(await codeOf(connection.sendRequest(HoverRequest.type, { textDocument, position }))).toBe(
      ErrorCodes.ServerNotInitialized,
    );
    expect(await codeOf(connection.sendRequest("nothing/known", [1]))).toBe(ErrorCodes.ServerNotInitialized);
    expect(await codeOf(connection.sendRequest(InitializeRequest.type, first))).toBe("answered");
    expect(await codeOf(connection.sendRequest(HoverRequest.type, { textDocument, position }))).toBe(
      "answered",
    );
  });

  it("when it initializes a second time", async () => {
    await using client = await startClient();
    expect(await codeOf(client.connection.sendRequest(InitializeRequest.type, first))).toBe(
      ErrorCodes.InvalidRequest,
    );
  });

  it("after shutdown, and exit ends the server in order", async () => {
    await using client = await startClient();
    const { connection, process } = client;
    await connection.sendRequest(ShutdownRequest.type);
    expect(await codeOf(connection.sendRequest(HoverRequest.type, { textDocument, position }))).toBe(
      ErrorCodes.InvalidRequest,
    );
    const ended = new Promise((resolve) => process.once("exit", resolve));
    await connection.sendNotification("exit");
    expect(await ended).toBe(0);
  });
});

it("parameters of any depth end nothing", async () => {
  await using client = await startClient();
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const body = `{"jsonrpc":"2.0","id":"deep","method":"textDocument/hover","params":${deep}}`;
  client.process.stdin?.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
  const settings = `{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"routes":${deep}}}}`;
  client.process.stdin?.write(`Content-Length: ${settings.length}\r\n\r\n${settings}`);
  await client.open(uri, "switchboard-request", '{"operation": "nothing"}');
  const shown = await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
  expect(shown).toHaveLength(1);
});

describe("the folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-root-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "a.request.json"), '{"operation": "content.posts.list", "name": "there"}');

  it.each<[string, Partial<InitializeParams>]>([
    ["rootUri", { rootUri: `${pathToFileURL(folder).href}/` }],
    ["rootPath", { rootPath: folder }],
  ])("may be told by %s alone", async (_, more) => {
    await using client = await startClient({}, { workspaceFolders: null, ...more });
    const found = await client.connection.sendRequest(WorkspaceSymbolRequest.type, { query: "there" });
    expect(found).toHaveLength(1);
  });
});

describe("a client that takes less", () => {
  const modest = {
    textDocument: {
      hover: { contentFormat: ["plaintext"] },
      completion: { completionItem: { documentationFormat: ["plaintext"] } },
      documentSymbol: {},
      codeAction: {},
    },
    workspace: { applyEdit: true },
  };
  const opened = async (text: string): Promise<TestClient> => {
    const client = await startClient(modest);
    await client.open(uri, "switchboard-request", text);
    return client;
  };

  it("gets hovers and completions without Markdown", async () => {
    await using client = await opened('{"operation": "content.posts.list", "query": {"page": 1}}');
    const at = (character: number) => ({ textDocument, position: { line: 0, character } });
    const hover = await client.connection.sendRequest(HoverRequest.type, at(49));
    expect(hover?.contents).toMatchObject({ kind: "plaintext" });
    expect(JSON.stringify(hover?.contents)).not.toMatch(/\*\*|\]\(|_integer_/);
    expect(JSON.stringify(hover?.contents)).toContain("integer, ");
    const completed = await client.connection.sendRequest(CompletionRequest.type, at(16));
    const items = Array.isArray(completed) ? completed : (completed?.items ?? []);
    const kinds = items.map(({ documentation }) =>
      typeof documentation === "object" ? documentation.kind : "plaintext",
    );
    expect(new Set(kinds)).toEqual(new Set(["plaintext"]));
  });

  it("gets a flat outline", async () => {
    await using client = await opened('{"operation": "content.posts.list", "query": {"page": 1}}');
    const found = await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
    expect(found).toMatchObject([
      { name: "content.posts.list", location: { uri } },
      { name: "operation", containerName: "content.posts.list" },
      { name: "query", containerName: "content.posts.list" },
      { name: "page", containerName: "query" },
    ]);
  });

  it("gets commands for actions, which the server carries out", async () => {
    await using client = await opened('{"operation": "content.posts.lisst"}');
    const range = { start: { line: 0, character: 16 }, end: { line: 0, character: 16 } };
    const found = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range,
      context: { diagnostics: [] },
    });
    const [fix] = (found ?? []) as Command[]; // No action is one here.
    expect(fix).toMatchObject({ title: 'Change to "content.posts.list"', command: expect.any(String) });
    const applied = new Promise((resolve) =>
      client.connection.onRequest(ApplyWorkspaceEditRequest.type, ({ edit }) => {
        resolve(edit.changes?.[uri]?.[0]?.newText);
        return { applied: true };
      }),
    );
    await client.connection.sendRequest(ExecuteCommandRequest.type, {
      command: fix?.command ?? "",
      arguments: fix?.arguments ?? [],
    });
    expect(await applied).toBe('"content.posts.list"');
  });
});
