import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { apis } from "../../../shared/apis/index.ts";
import { isHosted, press } from "../host/control.ts";
import { withSettings } from "./settings.ts";
import { lines, showSidebar } from "./sidebar.ts";
import { moment } from "./until.ts";

const extension = () => {
  const found = vscode.extensions.all.find(({ packageJSON }) => packageJSON.name === "switchboard");
  assert.ok(found);
  return found;
};

/** What a link, a keybinding, another extension or a node that is gone may hand to a command. */
const hostile: readonly (readonly unknown[])[] = [
  [],
  [null],
  [0],
  [""],
  ["__proto__"],
  ["[x](command:workbench.action.quit)\n\u202e"],
  ["x".repeat(100_000)],
  [[], []],
  [{}],
  [{ kind: "record" }],
  [{ kind: "list", id: "x", source: {} }],
  [{ source: { api: { slug: "content" } } }],
  [
    {
      get kind() {
        throw new Error("asked");
      },
    },
  ],
  [vscode.Uri.parse("file:///no/such.request.json"), -1],
  ["file:///no/such.request.json", Number.NaN],
  [new Proxy({}, { get: () => undefined }), [{}]],
];

/** Thousands of calls leave lists, editors and scratch files behind: `npm run faults` runs them by themselves. */
const isWanted = process.env["FAULTS"] !== undefined;

/** Files that are there before and after. */
async function files(): Promise<string[]> {
  const found = await vscode.workspace.findFiles("**/*");
  return found.map(String).sort();
}

const isAsked = async () => (await lines(".quick-input-widget, .monaco-dialog-box")).length > 0;

describe("commands with arguments that nobody should give", () => {
  let server: Server;
  const sent: string[] = [];

  before(async function () {
    if (!isHosted || !isWanted) this.skip();
    assert.equal(vscode.workspace.isTrusted, process.env["FAULTS"] !== "untrusted");
    await showSidebar();
    server = createServer((request, response) => {
      if (request.method !== "GET" || !vscode.workspace.isTrusted)
        sent.push(`${request.method} ${request.url}`);
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  });

  after(() => {
    server?.close();
    server?.closeAllConnections();
  });

  it("send nothing, write nothing, and leave no error unhandled", async function () {
    this.timeout(600_000);
    const unhandled: string[] = [];
    const hear = (reason: unknown) => unhandled.push(String(reason));
    process.on("unhandledRejection", hear);
    const before = await files();
    const { port } = server.address() as AddressInfo;
    const baseUrls = Object.fromEntries(
      apis.map(({ slug, version }) => [slug, `http://127.0.0.1:${port}/${slug}/${version}`]),
    );
    const commands: string[] = extension()
      .packageJSON.contributes.commands.map(({ command }: { command: string }) => command)
      .filter((id: string) => !/startSandbox|stopSandbox/.test(id));
    let called = 0;
    await withSettings(
      { "switchboard.environment": "live", "switchboard.baseUrls": { live: baseUrls } },
      async () => {
        for (const command of commands)
          for (const given of hostile) {
            called++;
            const done = Promise.resolve(vscode.commands.executeCommand(command, ...given)).then(
              () => true,
              () => true,
            );
            const isOver = () => Promise.race([done, moment(50).then(() => false)]);
            // What asks a person is answered with nothing.
            while (!(await isOver()) && (await isAsked())) await press("Escape");
          }
      },
    );
    process.off("unhandledRejection", hear);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
    const where = vscode.workspace.isTrusted ? "" : " in a folder that is not trusted";
    console.log(`${called} calls of ${commands.length} commands${where}`);
    assert.deepEqual(sent, []);
    assert.deepEqual(unhandled, []);
    assert.deepEqual(await files(), before);
  });
});
