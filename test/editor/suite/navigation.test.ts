/** Outline, folding, links, formatting, definitions, rename, colours and hints, as the editor asks for them. */
import { strict as assert } from "node:assert";
import { join } from "node:path";
import * as vscode from "vscode";
import { withSettings } from "./settings.ts";
import { openRequestFile } from "./documents.ts";
import { until } from "./until.ts";

const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";

async function open(name: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(join(folder(), name));
  await vscode.window.showTextDocument(document);
  return document;
}

const within = (document: vscode.TextDocument, words: string) =>
  document.positionAt(document.getText().indexOf(words) + 1);

/** Runs one of the editor's commands until it has something to show: the server may still be starting. */
const asked = <T>(command: string, ...rest: unknown[]) =>
  until(command, async () => {
    const found = await vscode.commands.executeCommand<T[] | undefined>(command, ...rest);
    return found && found.length > 0 ? found : undefined;
  });

describe("navigation", () => {
  beforeEach(() => vscode.commands.executeCommand("workbench.action.closeSidebar"));
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("shows the requests of a file in the outline", async () => {
    const { uri } = await open("new-member.request.json");
    const found = await asked<vscode.DocumentSymbol>("vscode.executeDocumentSymbolProvider", uri);
    assert.deepEqual(
      found.map(({ name, detail }) => [name, detail !== ""]),
      [
        ["user (membership.users.create)", true],
        ["membership (membership.memberships.create)", true],
        ["membership.subscriptions.create", true],
      ],
    );
  });

  it("renames a variable in the environment files, too", async () => {
    const document = await open("purge-cdn.request.json");
    await asked("vscode.executeDefinitionProvider", document.uri, within(document, "zone}}"));
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      "vscode.executeDocumentRenameProvider",
      document.uri,
      within(document, "zone}}"),
      "area",
    );
    assert.deepEqual(
      edit.entries().map(([uri, edits]) => [uri.path.split("/").at(-1), edits.length]),
      [
        ["http-client.env.json", 2],
        ["purge-cdn.request.json", 1],
      ],
    );
  });

  it("formats, folds and links", async () => {
    const { document } = await openRequestFile(
      '{"operation":"content.posts.list",// all\n"query":{"limit":1}}',
    );
    const links = await asked<vscode.DocumentLink>("vscode.executeLinkProvider", document.uri);
    assert.match(links[0]?.target?.path ?? "", /docs\/operations\.md$/);
    await until("a formatted text", async () => {
      await vscode.commands.executeCommand("editor.action.formatDocument");
      return document.getText().includes('\n  "query": {\n    "limit": 1\n');
    });
    const folds = await asked<vscode.FoldingRange>("vscode.executeFoldingRangeProvider", document.uri);
    assert.equal(folds.length, 2);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("colours what is known, and hints at what values mean", async () => {
    const { document } = await openRequestFile(`[
  {
    "operation": "marketplace.products.create",
    "name": "product",
    "body": { "name": "Course", "price": 4900, "currency": "USD" }
  },
  { "operation": "marketplace.products.crate", "body": { "a": "{{product.response.body.id}} {{nothing}}" } },
  { "operation": "cloud-v1.databases.scale", "body": { "maintenance_window": "2026-01-01T00:00:00Z" } }
]`);
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    await withSettings({ "switchboard.inlayHints.enabled": true }, async () => {
      const hints = await asked<vscode.InlayHint>("vscode.executeInlayHintProvider", document.uri, whole);
      assert.equal(hints[0]?.label, "49.00 USD");
      const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>(
        "vscode.provideDocumentSemanticTokens",
        document.uri,
      );
      assert.ok(tokens.data.length > 50);
    });
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });
});
