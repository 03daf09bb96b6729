// What the server takes from its client beside the text: settings, records, which strings are keys.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  CodeActionRequest,
  type CompletionList,
  CompletionRequest,
  type Diagnostic,
  DiagnosticRefreshRequest,
  DidChangeConfigurationNotification,
  DidSaveTextDocumentNotification,
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  DocumentDiagnosticRequest,
  DocumentLinkRequest,
  PublishDiagnosticsNotification,
} from "vscode-languageserver/node";
import {
  compareSecrets,
  replyContents,
  resourceIds,
  resourceIdsChanged,
  seenBeyond,
} from "../../../shared/protocol.ts";
import { startClient, type TestClient } from "./client.ts";

const uri = "file:///folder/a.request.json";
const get = '{"operation":"membership.users.get","path":{"user_id":"usr_2"}}';
const codes = (diagnostics: Diagnostic[]) => diagnostics.map(({ code }) => code);

/** The codes that were pushed last, for what is pushed more than once. */
function lastPushed(client: TestClient): () => unknown {
  let last: unknown;
  client.connection.onNotification(PublishDiagnosticsNotification.type, ({ diagnostics }) => {
    last = codes(diagnostics);
  });
  return () => last;
}

const configure = (client: TestClient, settings: object) =>
  client.connection.sendNotification(DidChangeConfigurationNotification.type, {
    settings: { switchboard: settings },
  });

const completions = (client: TestClient, character: number) =>
  client.connection.sendRequest(CompletionRequest.type, {
    textDocument: { uri },
    position: { line: 0, character },
  }) as Promise<CompletionList>;

describe("imported descriptions", () => {
  const request = '{"operation":"membership.badges.list","path":{"user_id":"usr_2"}}';
  const facts = (...operations: object[]) =>
    JSON.stringify({
      format: 1,
      api: "membership",
      title: "T",
      version: "1",
      file: "/there/t.yaml",
      routes: {},
      operations,
      bodies: {},
      definitions: {},
    });
  const badges = {
    id: "membership.badges.list",
    title: "List badges",
    method: "GET",
    path: "/users/{user_id}/badges",
    request: { path: { type: "object", properties: { user_id: { type: "string" } } } },
    bodyRequired: false,
    sample: {},
  };

  it("are read from the files that the settings name, and again when they have changed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "imports-"));
    const file = join(folder, "membership.json");
    const imports = [file, join(folder, "gone.json")];
    await writeFile(file, facts(badges));
    await using client = await startClient({}, { initializationOptions: { imports } });
    const first = client.pushed(uri);
    await client.open(uri, "switchboard-request", request);
    expect(codes(await first)).toEqual([]);
    await writeFile(file, facts());
    const second = client.pushed(uri);
    await configure(client, { imports });
    expect(codes(await second)).toEqual(["unknown-operation"]);
    await writeFile(file, facts(badges));
    const third = client.pushed(uri);
    await configure(client, { imports });
    expect(codes(await third)).toEqual([]);
    const fourth = client.pushed(uri);
    await configure(client, { imports: [] });
    expect(codes(await fourth)).toEqual(["unknown-operation"]);
    await rm(folder, { recursive: true });
  });
});

describe("settings", () => {
  it("count from the start, and what changes checks open files again", async () => {
    await using client = await startClient({}, { initializationOptions: { environment: "test" } });
    const first = client.pushed(uri);
    await client.open(uri, "switchboard-request", get);
    expect(codes(await first)).toEqual(["unbound-route"]);
    const second = client.pushed(uri);
    await configure(client, { environment: "sandbox" });
    expect(codes(await second)).toEqual([]);
  });

  it("make a client that pulls ask again", async () => {
    await using client = await startClient({
      textDocument: { diagnostic: {} },
      workspace: { diagnostics: { refreshSupport: true } },
    });
    const asked = new Promise<void>((resolve) => {
      client.connection.onRequest(DiagnosticRefreshRequest.type, () => resolve());
    });
    await client.open(uri, "switchboard-request", get);
    await configure(client, { environment: "live" });
    await asked;
    const report = await client.connection.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument: { uri },
    });
    expect(codes((report as { items: Diagnostic[] }).items)).toEqual(["unbound-route"]);
  });

  it("make plain JSON files ours, and leave them again", async () => {
    const body = "file:///folder/fixtures/a.json";
    await using client = await startClient({}, { workspaceFolders: [{ uri: "file:///folder", name: "f" }] });
    await client.open(body, "json", '{"title":1,,');
    const found = client.pushed(body);
    await configure(client, { bodies: { "fixtures/*.json": "content.posts.create" } });
    expect(codes(await found)).toEqual(["missing-property", "wrong-type"]);
    const left = client.pushed(body);
    await configure(client, { bodies: {} });
    expect(codes(await left)).toEqual([]);
  });

  it("of nonsense change nothing", async () => {
    await using client = await startClient();
    for (const settings of [null, 1, [], { switchboard: 1 }, { switchboard: { bodies: { "[": "x" } } }])
      await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings });
    const first = client.pushed(uri);
    await client.open(uri, "json", "{}");
    expect(codes(await first)).toEqual(["missing-property"]);
  });
});

describe("workspace folders", () => {
  const body = "file:///folder/fixtures/a.json";
  const folder = { uri: "file:///folder", name: "f" };
  // Below the folder the path is another.
  const bodies = { "folder/fixtures/*.json": "content.posts.create" };
  const folders = (client: TestClient, event: { added?: object[]; removed?: object[] }) =>
    client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.method, {
      event: { added: [], removed: [], ...event },
    });

  it("that come and go check open files again", async () => {
    await using client = await startClient(
      { workspace: { workspaceFolders: true } },
      { initializationOptions: { bodies } },
    );
    const first = client.pushed(body);
    await client.open(body, "json", '{"title":1}');
    expect(codes(await first)).toEqual(["missing-property", "wrong-type"]);
    const second = client.pushed(body);
    await folders(client, { added: [folder] });
    expect(codes(await second)).toEqual([]);
    const third = client.pushed(body);
    await folders(client, { removed: [folder] });
    expect(codes(await third)).toEqual(["missing-property", "wrong-type"]);
  });

  it("make a client that pulls ask again", async () => {
    await using client = await startClient({
      textDocument: { diagnostic: {} },
      workspace: { workspaceFolders: true, diagnostics: { refreshSupport: true } },
    });
    const asked = new Promise<void>((resolve) => {
      client.connection.onRequest(DiagnosticRefreshRequest.type, () => resolve());
    });
    await folders(client, { added: [folder] });
    await asked;
  });
});

describe("records", () => {
  const place = get.indexOf("usr_2");

  it("are offered when the client has them, and the rest before", async () => {
    await using client = await startClient({}, { initializationOptions: { environment: "sandbox" } });
    let records: { id: string; name: string }[] | null = null;
    const reads: boolean[] = [];
    client.connection.onRequest(resourceIds.method, ({ read }: { read: boolean }) => {
      reads.push(read);
      return { records, more: false };
    });
    await client.open(uri, "switchboard-request", get);
    expect((await completions(client, place)).isIncomplete).toBe(true);
    records = [{ id: "usr_1", name: "Ada" }];
    const last = lastPushed(client);
    await client.connection.sendNotification(resourceIdsChanged.method, {});
    // Looked at again, the file asks for them; known, they make the unknown one stand out.
    await expect.poll(last).toEqual(["unknown-id"]);
    const { items, isIncomplete } = await completions(client, place);
    expect(isIncomplete).toBe(false);
    expect(items[0]).toMatchObject({ label: "usr_1", labelDetails: { description: "Ada" } });
    expect(reads).toContain(true);
  });

  it("are asked for again when the client has failed once", async () => {
    await using client = await startClient({}, { initializationOptions: { environment: "sandbox" } });
    let asked = 0;
    client.connection.onRequest(resourceIds.method, () => {
      if (asked++ === 0) throw new Error("Busy");
      return { records: [{ id: "usr_1" }], more: false };
    });
    await client.open(uri, "switchboard-request", get);
    await expect.poll(() => asked).toBe(1);
    const labels = async () => (await completions(client, place)).items.map(({ label }) => label);
    await expect.poll(labels).toContain("usr_1");
  });

  it("are no matter to a client that knows none", async () => {
    await using client = await startClient({}, { initializationOptions: { environment: "sandbox" } });
    await client.open(uri, "switchboard-request", get);
    for (let time = 0; time < 3; time++)
      expect((await completions(client, place)).items.length).toBeGreaterThan(0);
  });
});

describe("keys", () => {
  const text = '{"operation":"content.posts.create","body":{"title":"0123456789abcdef","content":"b"}}';

  it("are told by the client, which gets the strings and gives their numbers", async () => {
    await using client = await startClient({}, { initializationOptions: { environment: "sandbox" } });
    const sent: unknown[] = [];
    client.connection.onRequest(compareSecrets.method, ({ strings }: { strings: string[] }) => {
      sent.push(strings);
      return [strings.indexOf("0123456789abcdef")];
    });
    const last = lastPushed(client);
    await client.open(uri, "switchboard-request", text);
    await expect.poll(last).toEqual(["secret-in-file"]);
    expect(sent).toEqual([["content.posts.create", "0123456789abcdef"]]);
  });

  it("are asked for again when the client has failed once", async () => {
    await using client = await startClient({}, { initializationOptions: { environment: "sandbox" } });
    let asked = 0;
    client.connection.onRequest(compareSecrets.method, ({ strings }: { strings: string[] }) => {
      if (asked++ === 0) throw new Error("Locked");
      return [strings.indexOf("0123456789abcdef")];
    });
    const last = lastPushed(client);
    await client.open(uri, "switchboard-request", text);
    await expect.poll(() => asked).toBe(1);
    await client.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } });
    await expect.poll(last).toEqual(["secret-in-file"]);
  });
});

it("what replies had is offered as soon as the client tells of it, and changes no finding", async () => {
  const text = '{"operation":"deploy.projects.create","body":{"name":"a","team":1,"framework":""}}';
  await using client = await startClient({}, { initializationOptions: { environment: "live" } });
  const last = lastPushed(client);
  await client.open(uri, "switchboard-request", text);
  await expect.poll(last).toEqual(["unknown-property"]);
  const labels = async () =>
    (await completions(client, text.indexOf('""') + 1)).items.map(({ label }) => label);
  expect(await labels()).not.toContain("sveltekit");
  const seen = (seen: string, kind: "field" | "value", at: string) => ({
    kind,
    at,
    seen,
    last: "2026-03-04",
  });
  const beyond = [seen("sveltekit", "value", "data[].framework"), seen("team", "field", "data[]")];
  await client.connection.sendNotification(seenBeyond.method, {
    found: [{ operation: "deploy.projects.list", environment: "live", beyond }],
  });
  expect(await labels()).toContain("sveltekit");
  await client.change(uri, 2, { text: `${text} ` });
  await expect.poll(last).toEqual(["unknown-property"]);
});

it("fixes all that is certain, over the wire", async () => {
  await using client = await startClient();
  const wrong = '{"operation":"content.posts.list","query":{"Status":"draft"}}';
  await client.open(uri, "switchboard-request", wrong);
  const actions = await client.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    context: { diagnostics: [], only: ["source.fixAll"] },
  });
  expect(JSON.stringify(actions)).toContain('"newText":"\\"status\\""');
});

it("gives plain text to an editor that knows no snippets", async () => {
  await using plain = await startClient();
  await plain.open(uri, "switchboard-request", '{"operation":""}');
  const { items } = await completions(plain, '{"operation":"'.length);
  expect(JSON.stringify(items)).not.toContain("${1:");
  await using capable = await startClient({
    textDocument: { completion: { completionItem: { snippetSupport: true } } },
  });
  await capable.open(uri, "switchboard-request", '{"operation":""}');
  const rich = await completions(capable, '{"operation":"'.length);
  expect(JSON.stringify(rich.items)).toContain("${1:");
});

describe("a reply", () => {
  const reply = "switchboard-response:/a.response.jsonc?b";
  const initializationOptions = { environment: "sandbox", commands: ["switchboard.openRecord"] };

  it("is what the client said before its text, until it is closed", async () => {
    await using client = await startClient({}, { initializationOptions });
    const { connection } = client;
    const textDocument = { uri: reply };
    const links = async () =>
      ((await connection.sendRequest(DocumentLinkRequest.type, { textDocument })) ?? []).map(
        ({ target }) => target,
      );
    const text = '{"new": "usr_1", "other": "post_1"}';
    const replies = (operation: string) => [{ operation, succeeded: true }];
    await connection.sendNotification(replyContents.method, {
      uri: reply,
      replies: replies("membership.users.get"),
    });
    await client.open(reply, "switchboard-response", text);
    expect(await links()).toEqual(["switchboard://sandbox/membership/users/usr_1.json"]);
    await connection.sendNotification(replyContents.method, {
      uri: reply,
      replies: replies("content.posts.list"),
    });
    await client.change(reply, 2, { text });
    expect(await links()).toEqual(["switchboard://sandbox/content/posts/post_1.json"]);
    await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument });
    await client.open(reply, "switchboard-response", text);
    expect(await links()).toEqual([]);
  });
});
