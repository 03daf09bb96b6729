/** What no client should send, and what must hold all the same. */
import { describe, expect, it } from "vitest";
import {
  CancellationTokenSource,
  CompletionRequest,
  DiagnosticRefreshRequest,
  DocumentDiagnosticRequest,
  HoverRequest,
} from "vscode-languageserver/node";
import { startClient, type TestClient } from "./client.ts";

const uri = "file:///folder/some.request.json";
const pulling = { textDocument: { diagnostic: {} } };
const place = (line: number, character: number) => ({ line, character });
const range = (from: [number, number], to: [number, number]) => ({
  start: place(...from),
  end: place(...to),
});

interface Report {
  kind: string;
  resultId?: string;
  items?: { code: string; range: unknown }[];
}

const pull = async (client: TestClient, previousResultId?: string) =>
  (await client.connection.sendRequest(DocumentDiagnosticRequest.type, {
    textDocument: { uri },
    ...(previousResultId !== undefined && { previousResultId }),
  })) as Report; // Either kind.

const codes = ({ items }: Report) => items?.map(({ code }) => code);

describe("diagnostics on demand", () => {
  it("are not sent again as long as they are the same", async () => {
    await using client = await startClient(pulling);
    await client.open(uri, "switchboard-request", '{"operation": "nothing"}');
    const first = await pull(client);
    expect(codes(first)).toEqual(["unknown-operation"]);
    expect(await pull(client, first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
    await client.change(uri, 2, { range: range([0, 24], [0, 24]), text: "\n" });
    expect((await pull(client, first.resultId)).kind).toBe("unchanged");
    await client.change(uri, 3, { range: range([0, 0], [0, 0]), text: "\n" });
    const moved = await pull(client, first.resultId);
    expect(moved.items?.[0]?.range).toEqual(range([1, 14], [1, 23]));
  });

  it("are asked for again when they were asked for before the document was opened", async () => {
    await using client = await startClient({
      ...pulling,
      workspace: { diagnostics: { refreshSupport: true } },
    });
    const refreshed = new Promise<void>((resolve) =>
      client.connection.onRequest(DiagnosticRefreshRequest.type, () => resolve()),
    );
    expect(await pull(client)).toEqual({ kind: "full", items: [] });
    await client.open(uri, "switchboard-request", '{"operation": "nothing"}');
    await refreshed;
    expect(codes(await pull(client))).toEqual(["unknown-operation"]);
  });

  it("are of the text after all changes, however many come at once", async () => {
    await using client = await startClient(pulling);
    await client.open(uri, "switchboard-request", "[]");
    const one = '{"operation": "content.posts.list"}';
    const changes = Array.from({ length: 200 }, (_, i) => ({
      range: range([0, 1], [0, 1]),
      text: i === 0 ? one : `${one},`,
    }));
    await pull(client);
    await client.change(uri, 2, ...changes);
    expect(codes(await pull(client))).toEqual([]);
    await client.change(uri, 3, { range: range([0, 2], [0, 13]), text: '"operatio"' }, { text: "{" });
    expect(codes(await pull(client))).toEqual(["syntax", "missing-property"]);
  });

  it("that were broken and mended are as before", async () => {
    await using client = await startClient(pulling);
    const list = Array.from({ length: 300 }, () => '{"operation": "nothing"}').join(",\n");
    await client.open(uri, "switchboard-request", `[\n${list}\n]`);
    const before = await pull(client);
    expect(before.items).toHaveLength(300);
    await client.change(uri, 2, { range: range([5, 0], [5, 0]), text: "]" });
    expect((await pull(client)).items?.length).toBeLessThan(300);
    await client.change(uri, 3, { range: range([5, 0], [5, 1]), text: "" });
    expect((await pull(client)).items).toEqual(before.items);
  });
});

describe("nonsense from the client does not end the server", () => {
  it.each<[string, (client: TestClient) => Promise<unknown>]>([
    ["a change before open", (client) => client.change("file:///none.request.json", 1, { text: "{}" })],
    [
      "a change outside of the text",
      (client) => client.change(uri, 2, { range: range([99, 99], [-5, -1]), text: "" }),
    ],
    [
      "an end before its start",
      (client) => client.change(uri, 2, { range: range([0, 5], [0, 1]), text: "" }),
    ],
    [
      "a place within a surrogate pair",
      (client) => client.change(uri, 2, { range: range([0, 12], [0, 12]), text: "x" }),
    ],
    [
      "no numbers for a place",
      (client) =>
        client.connection.sendNotification("textDocument/didChange", {
          textDocument: { uri, version: 2 },
          contentChanges: [{ range: { start: {}, end: null }, text: "x" }],
        }),
    ],
    [
      "no changes at all",
      (client) => client.connection.sendNotification("textDocument/didChange", { textDocument: { uri } }),
    ],
    ["an unknown notification", (client) => client.connection.sendNotification("nothing/known", [1])],
    [
      "closing what is not open",
      (client) =>
        client.connection.sendNotification("textDocument/didClose", { textDocument: { uri: "a:b" } }),
    ],
    [
      "settings that are none",
      (client) => client.connection.sendNotification("workspace/didChangeConfiguration", { settings: 5 }),
    ],
  ])("%s", async (_, send) => {
    await using client = await startClient(pulling);
    await client.open(uri, "switchboard-request", '{"name": "a😀b"}');
    await send(client);
    await client.change(uri, 3, { text: '{"operation": "nothing"}' });
    expect(codes(await pull(client))).toEqual(["unknown-operation"]);
  });

  it.each([
    { text: 5 },
    { text: null },
    { range: range([0, 0], [0, 1]) },
    { range: range([0, 0], [0, 1]), text: 5 },
  ])("a change to what is no text leaves the text as it was: %j", async (change) => {
    await using client = await startClient(pulling);
    await client.open(uri, "switchboard-request", '{"operation": "nothing"}');
    await client.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: "{}" }, change],
    });
    expect(codes(await pull(client))).toEqual(["unknown-operation"]);
  });

  it("a fault in one handler costs one error reply", async () => {
    await using client = await startClient(pulling);
    await client.open(uri, "switchboard-request", '{"operation": "nothing"}');
    await expect(client.connection.sendRequest("textDocument/hover", {})).rejects.toThrow();
    expect(codes(await pull(client))).toEqual(["unknown-operation"]);
  });

  it("a cancelled request settles", async () => {
    await using client = await startClient(pulling);
    await client.open(uri, "switchboard-request", "{}");
    const source = new CancellationTokenSource();
    const asked = client.connection.sendRequest(
      CompletionRequest.type,
      { textDocument: { uri }, position: place(0, 1) },
      source.token,
    );
    source.cancel();
    await Promise.allSettled([asked]);
    const hover = { textDocument: { uri }, position: place(0, 0) };
    await expect(client.connection.sendRequest(HoverRequest.type, hover)).resolves.toBeDefined();
  });

  it("texts that are too deep or too long have one diagnostic", async () => {
    await using client = await startClient(pulling);
    await client.open(uri, "switchboard-request", "[".repeat(100_000));
    expect(codes(await pull(client))).toContain("too-deep");
    await client.change(uri, 2, { text: `[${" ".repeat(20 * 1024 * 1024)}]` });
    expect(codes(await pull(client))).toEqual(["too-large"]);
    await client.change(uri, 3, { range: range([0, 1], [0, 100_000]), text: "" }, { text: "[]" });
    expect(codes(await pull(client))).toEqual([]);
  });
});
