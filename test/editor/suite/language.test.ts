import { strict as assert } from "node:assert";
import { join } from "node:path";
import * as vscode from "vscode";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { screenshot } from "../host/control.ts";
import { wordsIn } from "./sidebar.ts";
import { openRequestFile } from "./documents.ts";
import { until } from "./until.ts";

const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";

async function open(name: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(join(folder(), name));
  await vscode.window.showTextDocument(document);
  return document;
}

const found = (document: vscode.TextDocument) =>
  vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === "switchboard")
    .map(({ code, range }) => [
      typeof code === "object" ? String(code.value) : String(code),
      document.getText(range),
    ]);

const diagnosed = (document: vscode.TextDocument, code: string) =>
  until(`${code} in ${document.fileName}`, () => found(document).find(([each]) => each === code));

/** The place behind the words. */
function after(document: vscode.TextDocument, words: string): vscode.Position {
  const offset = document.getText().indexOf(words);
  assert.ok(offset >= 0, words);
  return document.positionAt(offset + words.length);
}

async function completed(document: vscode.TextDocument, words: string): Promise<vscode.CompletionItem[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    after(document, words),
  );
  return list.items;
}

const labelOf = ({ label }: vscode.CompletionItem) => (typeof label === "string" ? label : label.label);

describe("request and webhook files", () => {
  beforeEach(() => vscode.commands.executeCommand("workbench.action.closeSidebar"));
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("have their own languages", async () => {
    assert.equal((await open("problems-to-find.request.json")).languageId, "switchboard-request");
    assert.equal((await open("order.marketplace.webhook.json")).languageId, "switchboard-webhook");
  });

  it("show what is wrong with a request, at the smallest place", async () => {
    const document = await open("problems-to-find.request.json");
    await diagnosed(document, "wrong-type");
    const findings = found(document);
    assert.deepEqual(
      findings.find(([code]) => code === "wrong-type"),
      ["wrong-type", "1"],
    );
    assert.deepEqual(
      findings.find(([code]) => code === "missing-property"),
      ["missing-property", "{"],
    );
    assert.deepEqual(
      findings.find(([code]) => code === "unknown-property"),
      ["unknown-property", '"stauts"'],
    );
    await vscode.commands.executeCommand("editor.action.marker.next");
    await screenshot("language-diagnostics");
  });

  it("show what is wrong with a payload", async () => {
    const document = await open("problems-to-find.webhook.json");
    await diagnosed(document, "wrong-type");
    assert.deepEqual(
      found(document).map(([code]) => code),
      ["bad-format", "wrong-type", "unknown-property"],
    );
    await screenshot("language-webhook");
  });

  it("complete the operations with their titles", async () => {
    const document = await open("problems-to-find.request.json");
    const items = await completed(document, '"operation": "');
    const ours = items.filter(({ kind }) => kind === vscode.CompletionItemKind.Function);
    assert.equal(ours.length, operationsOf(apis).length);
    assert.match(ours.find((item) => labelOf(item) === "content.posts.create")?.detail ?? "", /Create post/);
  });

  it("offer operations as a person types, and take one", async () => {
    const editor = await openRequestFile('{ "operation": "" }');
    const { document } = editor;
    const at = after(document, '"operation": "');
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand("type", { text: "c" });
    await vscode.commands.executeCommand("editor.action.triggerSuggest");
    await wordsIn(".suggest-widget .monaco-list-row", /^cloud-v1\.servers\.list/);
    await vscode.commands.executeCommand("type", { text: "reate post" });
    await wordsIn(".suggest-widget .monaco-list-row.focused", /^content\.posts\.create/);
    await screenshot("language-completion");
    await vscode.commands.executeCommand("acceptSelectedSuggestion");
    await until("the operation is taken, and the rest of the request with it", () =>
      /^\{ "operation": "content\.posts\.create", "body": \{"title": ".*\} \}$/.test(document.getText()),
    );
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("say at a field which of its values are documented", async () => {
    const document = await open("list-posts.request.json");
    const position = after(document, '"sta');
    const hovers = await until("a hover", async () => {
      const list = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        position,
      );
      return list.length > 0 ? list : undefined;
    });
    const words = hovers
      .flatMap(({ contents }) => contents.map((each) => (typeof each === "string" ? each : each.value)))
      .join("\n");
    for (const value of ["published", "draft", "archived"]) assert.ok(words.includes(value), words);
    const editor = vscode.window.activeTextEditor;
    if (editor) editor.selection = new vscode.Selection(position, position);
    await vscode.commands.executeCommand("editor.action.showHover");
    await wordsIn(".monaco-hover", /published/);
    await screenshot("language-hover");
  });
});
