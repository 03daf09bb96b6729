// Clients of other editors against the built server: what they are told must be what they show.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  LSPClient,
  serverDiagnostics,
  type Transport,
  Workspace,
  type WorkspaceFile,
} from "@codemirror/lsp-client";
import { ChangeSet, Text } from "@codemirror/state";
import { afterAll, describe, expect, it } from "vitest";
import {
  type CompletionItem,
  type CompletionList,
  type Diagnostic,
  type Message,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

const server = join(import.meta.dirname, "../../../dist/server.js");
const folder = mkdtempSync(join(tmpdir(), "switchboard-editors-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lines = [
  '{"operation": "content.posts.lisst", "query": {',
  '  "limit": "many",',
  '  "status": ""',
  "}}",
];

describe("@codemirror/lsp-client", () => {
  it("shows diagnostics, sends what is typed, and completes", async () => {
    await using editor = await openEditor("file:///folder/list.request.json", lines);
    expect(codes(await editor.shown((all) => all.length > 0))).toEqual(["unknown-operation"]);

    const typo = editor.file.doc.line(1).text.indexOf("lisst") + 2;
    editor.change(typo, typo + 1, "");
    expect(codes(await editor.shown((all) => !codes(all).includes("unknown-operation")))).toEqual([
      "wrong-type",
      "value-not-allowed",
    ]);

    const completed = await editor.client.request<unknown, CompletionItem[] | CompletionList>(
      "textDocument/completion",
      {
        textDocument: { uri: editor.file.uri },
        position: { line: 2, character: '  "status": "'.length },
      },
    );
    const items = Array.isArray(completed) ? completed : completed.items;
    expect(items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["published", "draft", "archived"]),
    );
  });

  it("sends settings at the start and when they change", async () => {
    const bodies = { "fixtures/*.json": "content.posts.create" };
    const text = ['{"title": 1}'];
    await using editor = await openEditor("file:///folder/fixtures/post.json", text, { bodies });
    const mapped = ["missing-property", "wrong-type"];
    expect(codes(await editor.shown((all) => all.length > 0))).toEqual(mapped);
    editor.client.notification("workspace/didChangeConfiguration", { settings: { switchboard: {} } });
    await editor.shown((all) => all.length === 0);
    editor.client.notification("workspace/didChangeConfiguration", { settings: { switchboard: { bodies } } });
    expect(codes(await editor.shown((all) => all.length > 0))).toEqual(mapped);
  });
});

describe("Neovim", () => {
  it("shows diagnostics, sends what is typed, and completes", async () => {
    const file = join(folder, "list.request.json");
    writeFileSync(file, `${lines.join("\n")}\n`);
    const script = join(import.meta.dirname, "editors/neovim.lua");
    const { stdout } = await promisify(execFile)(
      "nvim",
      ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", `luafile ${script}`],
      {
        env: {
          ...process.env,
          HOME: folder,
          XDG_STATE_HOME: folder,
          SWITCHBOARD_TEST: [process.execPath, server, file].join("\n"),
        },
      },
    );
    expect(JSON.parse(stdout)).toEqual({
      opened: ["unknown-operation"],
      typed: ["wrong-type", "value-not-allowed"],
      labels: expect.arrayContaining(["published", "draft", "archived"]),
    });
  });
});

const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);

/** CodeMirror's client and its open file, without the view, which needs a browser. */
async function openEditor(uri: string, text: readonly string[], initializationOptions: object = {}) {
  const child = spawn(process.execPath, [server, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  let latest: readonly Diagnostic[] = [];
  let told = () => {};
  const client = new LSPClient({
    initializationOptions,
    workspace: (client) => new Files(client),
    extensions: [serverDiagnostics()],
    notificationHandlers: {
      "textDocument/publishDiagnostics": (_, params: PublishDiagnosticsParams) => {
        // As the extension does, which has no view to show them in here.
        if (params.uri === uri && (params.version ?? file.version) === file.version)
          latest = params.diagnostics;
        told();
        return true;
      },
    },
  });
  const files = client.workspace as Files; // Made above.
  const file = files.add(uri, "json", Text.of([...text]));
  client.connect(framed(child.stdout, child.stdin));
  await client.initializing;
  return {
    client,
    file,
    change(from: number, to: number, insert: string) {
      files.change(file, ChangeSet.of({ from, to, insert }, file.doc.length));
      client.sync();
    },
    /** The diagnostics once they are as expected. */
    async shown(expected: (diagnostics: readonly Diagnostic[]) => boolean) {
      while (!expected(latest))
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      return latest;
    },
    async [Symbol.asyncDispose]() {
      client.disconnect();
      child.kill();
    },
  };
}

class Files extends Workspace {
  override files: WorkspaceFile[] = [];
  #changes: { file: WorkspaceFile; changes: ChangeSet }[] = [];

  add(uri: string, languageId: string, doc: Text): WorkspaceFile {
    const file = { uri, languageId, doc, version: 0, getView: () => null };
    this.files.push(file);
    return file;
  }

  change(file: WorkspaceFile, changes: ChangeSet): void {
    this.#changes.push({ file, changes });
  }

  override syncFiles() {
    const updates = this.#changes.map(({ file, changes }) => {
      const prevDoc = file.doc;
      file.doc = changes.apply(prevDoc);
      file.version++;
      return { file, prevDoc, changes };
    });
    this.#changes = [];
    return updates;
  }

  override openFile(): void {}
  override closeFile(): void {}
}

/** The messages of the protocol over a process's pipes, as texts. */
function framed(from: NodeJS.ReadableStream, to: NodeJS.WritableStream): Transport {
  const writer = new StreamMessageWriter(to);
  const handlers = new Set<(text: string) => void>();
  new StreamMessageReader(from).listen((message) => {
    for (const handler of handlers) handler(JSON.stringify(message));
  });
  return {
    send: (text) => void writer.write(JSON.parse(text) as Message), // The client's own.
    subscribe: (handler) => void handlers.add(handler),
    unsubscribe: (handler) => void handlers.delete(handler),
  };
}
