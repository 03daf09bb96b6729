/** The first keystrokes of a request and of a payload. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, isHosted, press, screenshot, type } from "../host/control.ts";
import { openRequestFile } from "./documents.ts";
import { asked } from "./questions.ts";
import { lines, wordsIn } from "./sidebar.ts";
import { until } from "./until.ts";

const suggestions = ".suggest-widget.visible .monaco-list-row";
const text = (document: vscode.TextDocument, words: string) =>
  until(
    () => `${words} in ${document.getText()}`,
    () => document.getText().includes(words) || undefined,
  );

describe("a file is begun", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor"));

  it("with a brace, Enter and the key of the operation, which opens the list of all", async () => {
    const { document } = await openRequestFile("");
    await wordsIn(".codelens-decoration", /Choose an Operation…/);
    await screenshot("begin-empty");
    await type("{");
    await press("Enter");
    await text(document, "{\n");
    assert.equal(document.getText(), "{\n  \n}");
    await type('"');
    await wordsIn(suggestions, /operation/);
    await screenshot("begin-key");
    await press("Enter");
    await text(document, '"operation": ""');
    await wordsIn(suggestions, /cloud-v1\.servers\.list/);
    await screenshot("begin-operation");
    await type("purge");
    await wordsIn(suggestions, /cloud-v1\.cdn\.purge/);
    await press("Enter");
    await text(document, '"operation": "cloud-v1.cdn.purge",\n  "path": {');
  });

  it("and goes on a new line with Enter, whatever has been offered before", async () => {
    const { document } = await openRequestFile('{ "operation": "content.posts.create"');
    await vscode.commands.executeCommand("cursorBottom");
    await type(', "body":');
    await wordsIn(suggestions, /\{ \}/);
    await type(" {");
    await until("no suggestion", async () => (await lines(suggestions)).length === 0 || undefined);
    await press("Enter");
    await text(document, '"body": {\n');
    await type('"publish":');
    await wordsIn(suggestions, /true/);
    await type(" true");
    await screenshot("begin-true");
    await press("Enter");
    await text(document, '"publish": true\n  \n');
  });

  it("with a word, in the place of which a whole request comes", async () => {
    const { document } = await openRequestFile("");
    await wordsIn(".codelens-decoration", /Choose an Operation…/);
    await type("project");
    await wordsIn(suggestions, /deploy\.projects\.create/);
    await screenshot("begin-word");
    await type(".create");
    await wordsIn(suggestions, /deploy\.projects\.create/);
    await press("Enter");
    await text(document, '.projects.create"');
    assert.match(document.getText(), /^\{\n {2}"operation": "\w+\.projects\.create",\n {2}"body": \{/);
  });

  it("with an action above an empty payload, which asks for the event", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "switchboard-begin-")), "a.webhook.json");
    writeFileSync(file, "{}\n");
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await click('.codelens-decoration a:has-text("Choose an Event…")');
    await asked(/^New Webhook Payload$/);
    await screenshot("begin-events");
    await type("order.completed");
    await press("Enter");
    await text(document, '"event": "order.completed"');
    assert.ok(document.getText().startsWith("{\n  "), document.getText());
    await screenshot("begin-payload");
  });

  it("from New File…, which has both kinds", async () => {
    void vscode.commands.executeCommand("welcome.showNewFileEntries");
    await asked(/^New File/);
    await wordsIn(".quick-input-widget .monaco-list-row", /Webhook Payload/);
    await screenshot("begin-new-file");
    await click('.quick-input-widget .monaco-list-row:has-text("Request File")');
    await asked(/^New Request$/);
    await screenshot("begin-pick-operation");
    await type("cloud-v1.servers.create");
    await press("Enter");
    const document = await until("the request", () => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.getText().includes('"operation": "cloud-v1.servers.create"') ? active : undefined;
    });
    assert.equal(document.languageId, "switchboard-request");
  });
});
