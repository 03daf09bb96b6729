import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, isHosted, press, screenshot, text } from "../host/control.ts";
import { openRequestFile } from "./documents.ts";
import { chooseEntry, openMenu } from "./menus.ts";
import { asked } from "./questions.ts";
import {
  closeList,
  labelIn,
  lines,
  openList,
  rowLike,
  showSidebar,
  withViewAlone,
  wordsIn,
} from "./sidebar.ts";
import { withSettings } from "./settings.ts";
import { until } from "./until.ts";

const themes = ["Default Light Modern", "Default High Contrast", "Default Dark Modern"];

const editorOf = (scheme: string, words: RegExp) =>
  until(
    () => `${words} in a ${scheme} document`,
    () =>
      vscode.window.visibleTextEditors.find(
        ({ document }) => document.uri.scheme === scheme && words.test(document.getText()),
      ),
  );

/** Sends a request and puts the cursor into its reply, at the words. */
async function replyTo(request: object, words: string): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  await openRequestFile(JSON.stringify(request, null, 2));
  await vscode.commands.executeCommand("switchboard.send");
  const { document } = await editorOf("switchboard-response", new RegExp(words));
  await putCursorAt(document, words);
  return document;
}

async function putCursorAt(document: vscode.TextDocument, words: string): Promise<void> {
  const place = document.positionAt(document.getText().indexOf(words) + 1);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(place, place),
    ...(shown?.viewColumn !== undefined && { viewColumn: shown.viewColumn }),
  });
}

const titleAction = (words: string) =>
  `.editor-group-container.active .editor-actions [aria-label^="${words}"]`;

describe("replies and records are live text", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await showSidebar();
  });

  it("a reply says what its fields mean, and leads to the records that it names", async () => {
    const request = { operation: "membership.memberships.list" };
    const reply = await replyTo(request, '"usr_');
    const hints = async () => (await lines(".view-line")).join("\n");
    await until(hints, async () =>
      /\d{4}-\d\d-\d\dT[\d:]+Z".?(in \d|\d+ \w+ ago|yesterday|last)/.test(await hints()),
    );
    await putCursorAt(reply, '"tier"');
    await vscode.commands.executeCommand("editor.action.showHover");
    await wordsIn(".monaco-hover", /membership\.memberships\.list/);
    for (const theme of themes)
      await withSettings({ "workbench.colorTheme": theme }, async () => {
        await wordsIn(".monaco-workbench", /usr_/);
        await screenshot(`live-reply-${theme}`);
      });

    await until("links to records", async () => {
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        "vscode.executeLinkProvider",
        reply.uri,
      );
      return links.some(({ target }) => target?.path.startsWith("/membership/users/usr_"));
    });
    await putCursorAt(reply, '"usr_');
    await vscode.commands.executeCommand("editor.action.openLink");
    const { document: user } = await editorOf("switchboard", /"email"/);
    assert.match(user.uri.path, /^\/membership\/users\/usr_\w+\.json$/);
  });

  it("a record is edited, read again and copied from its editor's title", async () => {
    const { document: user } = await editorOf("switchboard", /"email"/);
    await vscode.window.showTextDocument(user);
    await wordsIn(".view-line", /(ago|yesterday|last \w+|in \d+ \w+)/);
    assert.equal(vscode.languages.getDiagnostics(user.uri).length, 0);
    for (const theme of themes)
      await withSettings({ "workbench.colorTheme": theme }, async () => {
        await wordsIn(".monaco-workbench", /usr_/);
        await screenshot(`live-record-${theme}`);
      });
    await vscode.env.clipboard.writeText("");
    void vscode.commands.executeCommand("switchboard.copyAsCurl", user.uri);
    await asked(/Copy as cURL for which shell\?/);
    await press("Enter");
    const curl = await until("the command", () => vscode.env.clipboard.readText());
    assert.match(curl, /^curl --request GET 'http:\/\/127\.0\.0\.1:\d+\/.*\/users\/usr_\w+'/);
    assert.match(curl, /'authorization: Bearer '"\$SWITCHBOARD_KEY_MEMBERSHIP"$/);
    await vscode.commands.executeCommand("switchboard.copyBody", user.uri);
    assert.equal(await vscode.env.clipboard.readText(), user.getText());
    await click(titleAction("More Actions"));
    for (const action of ["Open URL", "Copy as cURL", "Copy Body as JSON"])
      await wordsIn(".context-view", new RegExp(action));
    assert.ok(!(await lines(".context-view")).join().includes("Show Related Records"));
    await screenshot("record-actions");
    await press("Escape");
    await click(titleAction("Read Again"));
    await click(titleAction("Edit This Record"));
    await editorOf("switchboard-edit", /"metadata"/);
    assert.deepEqual(await text(titleAction("Edit This Record")), []);
  });

  it("a reply that only reads is read again; one that writes is not", async () => {
    // Its header of what is left of the budget is another in each reply.
    const reply = await replyTo({ operation: "cloud-v1.servers.list", query: { limit: 1 } }, '"srv_');
    // The headers are there, and closed.
    assert.match(reply.getText(), /#region Headers\n\/\/ [\w-]+:/);
    const seen = async () => (await lines(".view-line")).join("\n");
    await until(seen, async () => /#region Headers(?!\n\/\/ [\w-]+:)/.test(await seen()));
    await until("an action", async () => (await text(titleAction("Read Again"))).length > 0);
    assert.deepEqual(await text(titleAction("Edit This Record")), []);
    const before = vscode.window.visibleTextEditors.map(({ document }) => document.version).join();
    await click(titleAction("Read Again"));
    await until(
      "another reply",
      () => vscode.window.visibleTextEditors.map(({ document }) => document.version).join() !== before,
    );
    await screenshot("live-reply-read-again");
    const email = "written@example.com";
    await replyTo({ operation: "membership.users.create", body: { email, name: "Written" } }, "written@");
    await until("an action", async () => (await text(titleAction("Edit This Record"))).length > 0);
    assert.deepEqual(await text(titleAction("Read Again")), []);
    await screenshot("live-reply-of-a-write");
  });

  it("a request is offered the identifiers that other records refer to", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const { document } = await openRequestFile(
      JSON.stringify({ operation: "membership.subscriptions.pause", path: { subscription_id: "" } }),
    );
    const place = document.positionAt(document.getText().length - 3);
    const offered = async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        place,
      );
      return items.map(({ label }) => label);
    };
    const found = await until("a subscription", async () =>
      (await offered()).find((label) => typeof label === "object" && label.label.startsWith("sub_")),
    );
    assert.match(typeof found === "object" ? (found.description ?? "") : "", /^invoice \w/);
  });

  it("a row's web address is offered where it has one", async () => {
    await showSidebar();
    await withViewAlone("members", async () => {
      await rowLike("members", /^Jonas Lindqvist/);
      await closeList("members", "Users");
      await openList("members", "Invoices");
      await rowLike("members", /EUR|eur/);
      await openMenu(labelIn("members", "EUR"));
      await screenshot("row-with-address");
      // VS Code asks as it does for every link.
      await chooseEntry("Open URL");
      await wordsIn(".monaco-dialog-box", /invoices\.example\.com/);
      await screenshot("address-asked-about");
      await press("Escape");
      await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
      await closeList("members", "Invoices");
      await openList("members", "Users");
    });
  });
});
