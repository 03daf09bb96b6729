import { join } from "node:path";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, hover, isHosted, press, screenshot, text, type } from "../host/control.ts";
import { labelIn, rowLike, showSidebar, withViewAlone, wordsIn } from "./sidebar.ts";
import { withSettings } from "./settings.ts";
import { until } from "./until.ts";

describe("what is documented", () => {
  before(function () {
    if (!isHosted) this.skip();
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("is a click away from a hover, at its section of the docs", async () => {
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const path = join(folder?.uri.fsPath ?? "", "list-posts.request.json");
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(path));
    const at = editor.document.positionAt(editor.document.getText().indexOf("content.posts.list") + 3);
    editor.selection = new vscode.Selection(at, at);
    const link = ".monaco-hover a:has-text('content.posts.list')";
    // Asked for anew, a hover that is on its way is dropped: it is shown once there is one.
    await until("a hover", async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        editor.document.uri,
        at,
      );
      return hovers.length > 0;
    });
    await vscode.commands.executeCommand("editor.action.showHover");
    await until("the link of the hover", async () => (await text(link)).length > 0);
    await wordsIn(".monaco-hover", /Success is 200.*Pages are numbered/);
    await screenshot("documented-hover");
    await click(link);
    const docs = await until("the docs", () => {
      const shown = vscode.window.activeTextEditor;
      return shown?.document.uri.path.endsWith("/docs/operations.md") ? shown : undefined;
    });
    await until("the section", () => {
      const line = docs.document.lineAt(docs.selection.active.line).text;
      return line === "### content.posts.list";
    });
    const { line } = docs.selection.active;
    await until("the section on the screen", () =>
      docs.visibleRanges.some((range) => range.start.line <= line && line <= range.end.line),
    );
    await screenshot("documented-section");
  });

  it("is said of a base address whose version is deprecated", async () => {
    const old = { live: { membership: "https://members.example.com/v1" } };
    await withSettings({ "switchboard.environment": "live", "switchboard.baseUrls": old }, async () => {
      const asked = vscode.commands.executeCommand("switchboard.setBaseAddress", "membership");
      await wordsIn(".quick-input-widget", /ends with the version, \/v2\. Version v1 is deprecated/);
      await type("https://members.example.com/v1");
      await wordsIn(".quick-input-widget:has(.monaco-inputbox.warning)", /callers move to v2/);
      await screenshot("documented-address");
      await press("Escape");
      await asked;
      await showSidebar();
      await withViewAlone("members", async () => {
        await rowLike("members", /^Users ?deprecated version/);
        await hover(labelIn("members", "Memberships"));
        await wordsIn(
          ".monaco-hover",
          /Version v1 is deprecated\. Its deprecation date is December 31, 2025/,
        );
        await screenshot("documented-view");
      });
    });
  });
});
