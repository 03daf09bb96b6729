/** The wiring of the features: what they find is tested by themselves. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CodeLensRequest,
  DefinitionRequest,
  DidChangeWatchedFilesNotification,
  DocumentFormattingRequest,
  DocumentLinkRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  DocumentSymbolRequest,
  FileChangeType,
  FoldingRangeRequest,
  InlayHintRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RegistrationRequest,
  RenameRequest,
  SelectionRangeRequest,
  SemanticTokensDeltaRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  WorkspaceSymbolRequest,
} from "vscode-languageserver/node";
import { startClient, type TestClient } from "./client.ts";

let folder: string;
const at = (name: string) => pathToFileURL(join(folder, name)).href;
const options = { tabSize: 2, insertSpaces: true };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "switchboard-"));
  await mkdir(join(folder, "inner/node_modules"), { recursive: true });
  await mkdir(join(folder, "ignored"));
  const request = '{"operation":"content.posts.list","name":"posts","query":{"limit":"{{size}}"}}';
  const files: Record<string, string> = {
    "http-client.env.json": '{"sandbox":{"size":20}}',
    ".gitignore": "ignored\n",
    "inner/other.request.json": request,
    "inner/node_modules/no.request.json": request,
    "ignored/no.request.json": request,
    "inner/plain.json": "{}",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

const start = (capabilities: object = {}) =>
  startClient(
    { textDocument: { diagnostic: {} }, ...capabilities },
    {
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "folder" }],
      initializationOptions: { inlayHints: true, commands: ["switchboard.send"] },
    },
  );

const text = '[{"operation":"cloud-v1.cdn.purge","name":"purge","path":{"zone_id":"{{size}}"}}]';
const place = (word: string) => ({ line: 0, character: text.indexOf(word) + 1 });

async function opened(client: TestClient, name = "a.request.json", content = text) {
  const textDocument = { uri: at(name) };
  await client.open(textDocument.uri, "switchboard-request", content);
  return { textDocument };
}

describe("features over stdio", () => {
  it("answer for one file", async () => {
    await using client = await start();
    const { connection } = client;
    const file = await opened(client);
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };

    const symbols = await connection.sendRequest(DocumentSymbolRequest.type, file);
    expect(symbols?.map(({ name }) => name)).toEqual(["purge (cloud-v1.cdn.purge)"]);
    expect(await connection.sendRequest(FoldingRangeRequest.type, file)).toEqual([]);
    const positions = [place("{{size"), place("purge")];
    const selections = await connection.sendRequest(SelectionRangeRequest.type, { ...file, positions });
    expect(selections).toHaveLength(2);
    const [link] = (await connection.sendRequest(DocumentLinkRequest.type, file)) ?? [];
    expect(link?.target).toMatch(/docs\/operations\.md#L\d+$/);
    const lenses = await connection.sendRequest(CodeLensRequest.type, file);
    expect(lenses?.map(({ command }) => command?.title)).toEqual(["Send"]);
    expect(await connection.sendRequest(InlayHintRequest.type, { ...file, range })).toEqual([]);

    const whole = await connection.sendRequest(DocumentFormattingRequest.type, { ...file, options });
    expect(whole?.length).toBeGreaterThan(5);
    const lines = await connection.sendRequest(DocumentRangeFormattingRequest.type, {
      ...file,
      options,
      range,
    });
    expect(lines?.length).toBeGreaterThan(5);
    const position = { line: 0, character: text.length };
    const typed = { ...file, options, position, ch: "]" };
    const edits = await connection.sendRequest(DocumentOnTypeFormattingRequest.type, typed);
    expect(edits?.length).toBeGreaterThan(5);
  });

  it("answer nothing for other files, and go on after nonsense", async () => {
    await using client = await start();
    const other = { textDocument: { uri: at("inner/plain.json") } };
    await client.open(other.textDocument.uri, "json", "{}");
    const { connection } = client;
    expect(await connection.sendRequest(DocumentSymbolRequest.type, other)).toBeNull();
    expect(await connection.sendRequest(DefinitionRequest.type, { ...other, position: place("a") })).toEqual(
      [],
    );
    const nowhere = { line: 1e9, character: -5 };
    const file = await opened(client);
    expect(
      await connection.sendRequest(SelectionRangeRequest.type, { ...file, positions: [nowhere] }),
    ).toHaveLength(1);
    await expect(
      connection.sendRequest(RenameRequest.type, { ...file, position: nowhere, newName: "a" }),
    ).rejects.toThrow("nothing to rename");
  });

  it("rename a request where its name stands, not where a part of its response does", async () => {
    await using client = await start();
    const text =
      '[{"name":"a","operation":"deploy.projects.list"},{"operation":"deploy.deployments.list","path":{"id":"{{a.response.body.id}}"}}]';
    const textDocument = { uri: at("refers.request.json") };
    await client.open(textDocument.uri, "switchboard-request", text);
    const renamedAt = (word: string) =>
      client.connection.sendRequest(RenameRequest.type, {
        textDocument,
        position: { line: 0, character: text.indexOf(word) },
        newName: "b",
      });
    await expect(renamedAt("body")).rejects.toThrow("nothing to rename");
    expect(Object.values((await renamedAt("a.response"))?.changes ?? {}).flat()).toHaveLength(2);
  });

  it("lead to variables and find them in all request files", async () => {
    await using client = await start();
    const { connection } = client;
    const file = await opened(client);
    const position = place("size");

    expect(await connection.sendRequest(DefinitionRequest.type, { ...file, position })).toEqual([
      {
        uri: at("http-client.env.json"),
        range: { start: { line: 0, character: 12 }, end: { line: 0, character: 18 } },
      },
    ]);
    const context = { includeDeclaration: true };
    const references = await connection.sendRequest(ReferencesRequest.type, { ...file, position, context });
    expect(references?.map(({ uri }) => uri)).toEqual([
      at("http-client.env.json"),
      at("a.request.json"),
      at("inner/other.request.json"),
    ]);
    const prepared = await connection.sendRequest(PrepareRenameRequest.type, { ...file, position });
    expect(prepared).toMatchObject({ placeholder: "size" });
    const edit = await connection.sendRequest(RenameRequest.type, { ...file, position, newName: "count" });
    expect(Object.keys(edit?.changes ?? {})).toEqual([
      at("http-client.env.json"),
      at("a.request.json"),
      at("inner/other.request.json"),
    ]);
    await expect(
      connection.sendRequest(RenameRequest.type, { ...file, position, newName: "a b" }),
    ).rejects.toThrow("begins with");
  });

  it("know the requests of the folders, open files as they stand", async () => {
    await using client = await start();
    const { connection } = client;
    const names = async (query = "") =>
      ((await connection.sendRequest(WorkspaceSymbolRequest.type, { query })) ?? [])
        .map(({ name }) => name)
        .toSorted();
    expect(await names()).toEqual(["posts (content.posts.list)"]);
    await opened(client);
    await opened(client, "inner/other.request.json", '{"operation":"content.posts.list","name":"open"}');
    expect(await names()).toEqual(["open (content.posts.list)", "purge (cloud-v1.cdn.purge)"]);
    expect(await names("purge")).toEqual(["purge (cloud-v1.cdn.purge)"]);
  });

  it("give tokens whole, for a range, and as differences", async () => {
    await using client = await start();
    const { connection } = client;
    const file = await opened(client);
    const whole = await connection.sendRequest(SemanticTokensRequest.type, file);
    expect(whole?.data.length).toBe(5 * 5);
    const range = { start: place("name"), end: { line: 0, character: text.length } };
    const part = await connection.sendRequest(SemanticTokensRangeRequest.type, { ...file, range });
    expect(part?.data.length).toBe(2 * 5);
    await client.change(file.textDocument.uri, 2, { text: text.replace("{{size}}", "a") });
    const difference = await connection.sendRequest(SemanticTokensDeltaRequest.type, {
      ...file,
      previousResultId: whole?.resultId ?? "",
    });
    expect(difference).toMatchObject({ edits: [{ deleteCount: 5 }] });
  });

  it("follow the files that the editor tells of", async () => {
    await using client = await start({
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
    });
    const { connection } = client;
    const registered = new Promise((resolve) =>
      connection.onRequest(RegistrationRequest.type, ({ registrations }) => resolve(registrations)),
    );
    expect(JSON.stringify(await registered)).toContain("http-client");
    const file = await opened(client);
    const position = place("size");
    const define = () => connection.sendRequest(DefinitionRequest.type, { ...file, position });
    expect(await define()).toHaveLength(1);
    expect(await connection.sendRequest(WorkspaceSymbolRequest.type, { query: "late" })).toEqual([]);

    await writeFile(join(folder, "http-client.env.json"), '{"sandbox":{}}');
    await writeFile(join(folder, "new.request.json"), '{"operation":"content.posts.list","name":"late"}');
    await connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: [
        { uri: at("http-client.env.json"), type: FileChangeType.Changed },
        { uri: at("new.request.json"), type: FileChangeType.Created },
      ],
    });
    expect(await define()).toEqual([]);
    const found = await connection.sendRequest(WorkspaceSymbolRequest.type, { query: "late" });
    expect(found?.map(({ name }) => name)).toEqual(["late (content.posts.list)"]);
  });

  it("format only files of this kind where the editor can be told", async () => {
    const later = { dynamicRegistration: true };
    await using client = await start({
      textDocument: { formatting: later, rangeFormatting: later, onTypeFormatting: later },
    });
    expect(client.initialized.capabilities.documentFormattingProvider).toBeUndefined();
    const methods: string[] = [];
    const registered = new Promise<void>((resolve) =>
      client.connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
        methods.push(...registrations.map(({ method }) => method));
        if (methods.length === 3) resolve();
      }),
    );
    await registered;
    expect(methods.toSorted()).toEqual([
      "textDocument/formatting",
      "textDocument/onTypeFormatting",
      "textDocument/rangeFormatting",
    ]);
  });
});
