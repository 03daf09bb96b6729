import { describe, expect, it } from "vitest";
import {
  type CompletionList,
  CompletionRequest,
  DocumentDiagnosticRequest,
  HoverRequest,
} from "vscode-languageserver/node";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { startClient } from "./client.ts";

const uri = "file:///folder/post.request.json";
const pulling = { textDocument: { diagnostic: {} } };
const codes = (report: unknown) => (report as { items: { code: string }[] }).items.map(({ code }) => code);

describe("the language server over stdio", () => {
  it("answers a pull with the diagnostics of the text as it stands", async () => {
    await using client = await startClient(pulling);
    await client.open(uri, "switchboard-request", '{"operation":"admin.users.create","body":{"name":1}}');
    const pull = () =>
      client.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } });
    expect(codes(await pull())).toEqual(["missing-property", "wrong-type"]);
    const at = { line: 0, character: '{"operation":"admin.users.create","body":{"name":'.length };
    await client.change(uri, 2, {
      range: { start: at, end: { ...at, character: at.character + 1 } },
      text: '"Ada"',
    });
    expect(codes(await pull())).toEqual(["missing-property"]);
  });

  it("pushes diagnostics to a client that does not pull", async () => {
    await using client = await startClient();
    const first = client.pushed(uri);
    await client.open(uri, "json", '{"operation":"nothing"}');
    expect((await first).map(({ code }) => code)).toEqual(["unknown-operation"]);
    const second = client.pushed(uri);
    await client.change(uri, 2, { text: '{"operation":"content.posts.list"}' });
    expect(await second).toEqual([]);
  });

  it("leaves other JSON files alone", async () => {
    await using client = await startClient(pulling);
    const other = "file:///folder/package.json";
    await client.open(other, "json", "{{{");
    const report = await client.connection.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument: { uri: other },
    });
    expect(codes(report)).toEqual([]);
  });

  it("completes and explains", async () => {
    await using client = await startClient(pulling);
    const text = '{"operation":"';
    await client.open(uri, "switchboard-request", text);
    const items = await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: text.length },
    });
    expect((items as CompletionList).items).toHaveLength(operationsOf(apis).length);
    await client.change(uri, 2, { text: '{"operation":"content.posts.list"}' });
    const hover = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: 20 },
    });
    expect(JSON.stringify(hover?.contents)).toContain("List posts");
  });

  it("survives requests about files that are not open and places that do not exist", async () => {
    await using client = await startClient(pulling);
    const position = { line: 10_000, character: 10_000 };
    expect(
      await client.connection.sendRequest(HoverRequest.type, {
        textDocument: { uri: "file:///none.request.json" },
        position,
      }),
    ).toBeNull();
    await client.open(uri, "switchboard-request", "{}");
    expect(
      await client.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position }),
    ).toBeNull();
    await expect(client.connection.sendRequest("nothing/known", {})).rejects.toThrow();
    expect(
      codes(await client.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } })),
    ).toEqual(["missing-property"]);
  });
});
