/** What the language server does with what the client tells it: records, settings; and its quick fixes. */
import { strict as assert } from "node:assert";
import { join } from "node:path";
import * as vscode from "vscode";
import { isHosted, press, screenshot } from "../host/control.ts";
import { wordsIn } from "./sidebar.ts";
import { withSettings } from "./settings.ts";
import { openRequestFile } from "./documents.ts";
import { until } from "./until.ts";

const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";

const after = (document: vscode.TextDocument, words: string) =>
  document.positionAt(document.getText().indexOf(words) + words.length);

const codes = (uri: vscode.Uri) =>
  vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === "switchboard")
    .map(({ code }) => (typeof code === "object" ? String(code.value) : String(code)));

const labelOf = ({ label }: vscode.CompletionItem) => (typeof label === "string" ? label : label.label);

describe("assistance", () => {
  beforeEach(() => vscode.commands.executeCommand("workbench.action.closeSidebar"));
  afterEach(() => vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor"));

  it("offers the identifiers of live records with their names", async () => {
    const { document } = await openRequestFile(
      '{ "operation": "content.posts.delete", "path": { "id": "" } }',
    );
    const at = after(document, '"id": "');
    const item = await until("the posts of the sandbox", async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        at,
      );
      return list.items.find((each) => labelOf(each).startsWith("post_"));
    });
    assert.match(typeof item.label === "object" ? (item.label.description ?? "") : "", /\w · \w/);
    const editor = vscode.window.activeTextEditor;
    if (editor) editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand("editor.action.triggerSuggest");
    await wordsIn(".suggest-widget .monaco-list-row", /^post_/);
    await screenshot("language-live-ids");
    await vscode.commands.executeCommand("hideSuggestWidget");
  });

  it("moves a pasted key to the keychain and names it in the file", async function () {
    if (!isHosted) this.skip();
    const { document } = await openRequestFile(
      '{ "operation": "content.posts.create", "body": { "title": "Bearer abcdef0123456789", "content": "b" } }',
    );
    await until("the finding", () => codes(document.uri).includes("secret-in-file") || undefined);
    const at = after(document, '"Bearer');
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      new vscode.Range(at, at),
    );
    const { command } = actions.find(({ title }) => title.startsWith("Move the key")) ?? {};
    assert.ok(command, actions.map(({ title }) => title).join(", "));
    void vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
    await wordsIn(".quick-input-widget", /Move the key to the keychain/);
    await screenshot("move-key");
    await press("Enter");
    await until(
      "the placeholder",
      () => document.getText().includes('"Bearer {{secret:API_KEY}}"') || undefined,
    );
    await until(
      "nothing is left to mend",
      () => !codes(document.uri).includes("secret-in-file") || undefined,
    );
  });

  it("holds plain JSON files to the body of an operation, where the settings say so", async () => {
    const uri = vscode.Uri.file(join(folder(), "fixtures", "post.json"));
    await vscode.workspace.fs.writeFile(uri, Buffer.from('{ "title": 1, "content": "b" }'));
    await withSettings({ "switchboard.bodies": { "fixtures/*.json": "content.posts.create" } }, async () => {
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
      await until("the finding", () => codes(uri).includes("wrong-type") || undefined);
    });
    await until("the finding is gone", () => codes(uri).length === 0 || undefined);
  });

  it("follows the environment: a route is open where the sandbox does not have it", async () => {
    const { document } = await openRequestFile('{ "operation": "membership.courses.list" }');
    await withSettings({ "switchboard.environment": "test" }, async () => {
      await until("the hint", () => codes(document.uri).includes("unbound-route") || undefined);
    });
    await until("the hint is gone", () => codes(document.uri).length === 0 || undefined);
  });
});
