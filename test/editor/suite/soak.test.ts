import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import { views } from "../../../shared/api.ts";
import { isHosted } from "../host/control.ts";
import { type Answer, sandboxBehind } from "./front.ts";
import { sandboxUrl } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import { showSidebar, showView } from "./sidebar.ts";
import { moment, until } from "./until.ts";

/** How long, in minutes: `npm run soak` says it. */
const minutes = Number(process.env["SOAK"] ?? 0);
/** One of so many replies is not what the sandbox said. */
const faultsEach = 10;
/** More than this after the first fifth is a leak, in bytes. */
const heapMayGrow = 16 * 2 ** 20;

type Fault = (request: IncomingMessage, reply: ServerResponse, answer: Answer) => void;

const json = { "content-type": "application/json" };
const faults: Record<string, Fault> = {
  "a reset before the head": ({ socket }) => void socket.resetAndDestroy(),
  "an end before the head": ({ socket }) => void socket.end(),
  "a reset within the body": ({ socket }, reply, { body }) => {
    reply.writeHead(200, { ...json, "content-length": Buffer.byteLength(body) + 10 });
    reply.write(body, () => socket.resetAndDestroy());
  },
  "an end within the body": ({ socket }, reply, { body }) => {
    reply.writeHead(200, { ...json, "content-length": Buffer.byteLength(body) + 10 });
    reply.write(body, () => socket.end());
  },
  "truncated JSON": (_, reply, { body }) => reply.writeHead(200, json).end(body.slice(0, body.length / 2)),
  "a list of something else": (_, reply) => reply.writeHead(200, json).end('{"data":[1,null,{"id":{}}]}'),
  "an HTML 502": (_, reply) =>
    reply.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
  "a 500": (_, reply) => reply.writeHead(500, json).end("{}"),
  "a 429": (_, reply) => reply.writeHead(429, { ...json, "retry-after": "1" }).end("{}"),
  "gzip that is none": (_, reply, { body }) =>
    reply.writeHead(200, { ...json, "content-encoding": "gzip" }).end(body),
};

async function collectedHeap(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round++) {
    collect();
    await moment(100);
  }
  return process.memoryUsage().heapUsed;
}

/** What VS Code and the extension have logged. */
function log(): string {
  const folder = process.env["VSCODE_HOST_LOGS"] ?? "";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".log"),
  );
  assert.ok(files.some((name) => name.endsWith("remoteexthost.log")));
  return files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

const demo = (name: string) => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return vscode.Uri.joinPath(folder.uri, name);
};

describe("some minutes of work on a service that fails", () => {
  before(async function () {
    if (!isHosted || minutes === 0) this.skip();
    await showSidebar();
  });

  it("leave no socket open, no memory taken and no error unhandled", async function () {
    this.timeout((minutes + 4) * 60_000);
    const unhandled: string[] = [];
    const hear = (reason: unknown) =>
      unhandled.push(reason instanceof Error ? String(reason.stack) : String(reason));
    process.on("unhandledRejection", hear);
    let requests = 0;
    const made = new Map<string, number>();
    const kinds = Object.entries(faults);
    await using front = await sandboxBehind(async (request, reply, answer) => {
      if (++requests % faultsEach !== 0) return false;
      const [name, fault] = kinds[(requests / faultsEach) % kinds.length] ?? [];
      if (name === undefined || !fault) return false;
      made.set(name, (made.get(name) ?? 0) + 1);
      fault(request, reply, await answer());
      return true;
    });

    const read = await vscode.workspace.openTextDocument(demo("list-posts.request.json"));
    const write = await vscode.workspace.openTextDocument(demo("new-member.request.json"));
    await vscode.window.showTextDocument(read);
    const heaps: number[] = [];
    const begin = Date.now();
    let rounds = 0;
    await withSettings({ "switchboard.sandbox.url": front.url }, async () => {
      while (Date.now() - begin < minutes * 60_000) {
        if (heaps.length <= ((Date.now() - begin) / (minutes * 60_000)) * 10)
          heaps.push(await collectedHeap());
        const view = views[rounds++ % views.length];
        if (view) await showView(view);
        await vscode.commands.executeCommand("switchboard.refresh");
        await vscode.commands.executeCommand("switchboard.send", read.uri.toString(), 0);
        if (rounds % 3 === 0) await vscode.commands.executeCommand("switchboard.send", write.uri.toString());
        await type(read);
        await vscode.commands.executeCommand("notifications.clearAll");
        await fetch(`${sandboxUrl}/_sandbox/reset`, { method: "POST" });
      }
    });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    // What was under way ends first: the longest wait between two attempts, and the connections' own patience.
    await until("all sockets closed", async () => (await front.connections()) === 0, 120_000);
    heaps.push(await collectedHeap());
    process.off("unhandledRejection", hear);

    const faulty = [...made.values()].reduce((sum, each) => sum + each, 0);
    console.log(
      `${rounds} rounds, ${requests} requests, ${faulty} of them faulty:`,
      Object.fromEntries(made),
    );
    console.log(
      `heap in MB: ${heaps.map((heap) => (heap / 2 ** 20).toFixed(1)).join(", ")}; sockets left: 0`,
    );
    assert.deepEqual(unhandled, []);
    assert.doesNotMatch(log(), /unhandled|rejected promise/i);
    const [, , settled = 0] = heaps;
    assert.ok((heaps.at(-1) ?? 0) - settled < heapMayGrow, "the heap has grown");
    assert.equal(made.size, kinds.length);
  });
});

/** As a person types: a character, what the server offers there, and the character gone again. */
async function type(document: vscode.TextDocument): Promise<void> {
  const place = document.positionAt(document.getText().indexOf("published"));
  for (const [text, range] of [
    ["x", new vscode.Range(place, place)],
    ["", new vscode.Range(place, place.translate(0, 1))],
  ] as const) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, range, text);
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand("vscode.executeCompletionItemProvider", document.uri, place);
  }
}
