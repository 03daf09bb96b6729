import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { hover, isHosted, screenshot } from "../host/control.ts";
import { openRequestFile } from "./documents.ts";
import { sandboxBehind } from "./front.ts";
import { page, screenshotInThemes } from "./pages.ts";
import { withSettings } from "./settings.ts";
import { lines, openList, rowLike, showSidebar, withViewAlone, wordsIn } from "./sidebar.ts";
import { until } from "./until.ts";

const details = ".suggest-details-container .body";

const themes = [
  ["Default Light Modern", vscode.ColorThemeKind.Light],
  ["Default High Contrast", vscode.ColorThemeKind.HighContrast],
  ["Default Dark Modern", vscode.ColorThemeKind.Dark],
] as const;

async function inThemes(name: string, show: () => Promise<unknown>): Promise<void> {
  for (const [theme, kind] of themes)
    await withSettings({ "workbench.colorTheme": theme }, async () => {
      await until(`the theme ${theme}`, () => vscode.window.activeColorTheme.kind === kind);
      await show();
      await screenshot(`${name}-${vscode.ColorThemeKind[kind].toLowerCase()}`);
    });
}

/** The sandbox, but its projects use a framework of which the documents do not speak. */
const withOddProjects = () =>
  sandboxBehind(async ({ method, url = "" }, reply, answer) => {
    if (method !== "GET" || !/\/projects(\?|$)/.test(url)) return false;
    const { status, headers, body } = await answer();
    reply
      .writeHead(status, headers)
      .end(body.replaceAll(/"framework":"[^"]*"/g, '"framework":"sveltekit","team":"t1"'));
    return true;
  });

describe("what replies have beyond the documents", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder.uri, "list-posts.request.json");
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand("switchboard.send", uri.toString(), 0);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("is a report of what was answered in the environment", async () => {
    await vscode.commands.executeCommand("switchboard.showSeen");
    await wordsIn(page("body"), /Sandbox: replies beside their documents/);
    await wordsIn(page("body"), /content\.posts\.list/);
    await screenshotInThemes("seen");
  });

  it("is offered while a request is written, after a list of the sidebar has shown it", async () => {
    await using odd = await withOddProjects();
    await withSettings({ "switchboard.sandbox.url": odd.url }, async () => {
      await showSidebar();
      await withViewAlone("deployments", async () => {
        await openList("deployments", "Deployment platform");
        await rowLike("deployments", /sveltekit/);
      });
      await vscode.commands.executeCommand("workbench.action.closeSidebar");
      const { document } = await openRequestFile(
        '{\n  "operation": "deploy.projects.create",\n  "body": { "name": "site", "framework": "" }\n}\n',
      );
      const at = document.positionAt(document.getText().indexOf('""') + 1);
      const offered = async () => {
        const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
          "vscode.executeCompletionItemProvider",
          document.uri,
          at,
        );
        return items.find(({ label }) => typeof label === "object" && label.label === "sveltekit");
      };
      assert.match(
        JSON.stringify((await until("the value that was seen", offered)).label),
        /seen, not documented/,
      );
      const editor = await vscode.window.showTextDocument(document);
      await inThemes("seen-offered", async () => {
        editor.selection = new vscode.Selection(at, at);
        await vscode.commands.executeCommand("editor.action.triggerSuggest");
        await wordsIn(".suggest-widget .monaco-list-row", /sveltekit.*seen, not documented/);
        // VS Code keeps the details open for the next time.
        if ((await lines(details)).length === 0)
          await vscode.commands.executeCommand("toggleSuggestionDetails");
        await until("the details of what was seen", async () => {
          if (/Seen in replies of deploy\.projects\.list/.test((await lines(details)).join(" "))) return true;
          await vscode.commands.executeCommand("selectNextSuggestion");
          return false;
        });
      });
      await vscode.commands.executeCommand("hideSuggestWidget");
      await hover('.mtk1:has-text("framework"), .view-line span span:has-text("framework")');
      await wordsIn(".monaco-hover", /Seen in replies, not documented: sveltekit/);
      await screenshot("seen-hover");
      assert.deepEqual(
        vscode.languages.getDiagnostics(document.uri).map(({ message }) => message),
        [],
      );
    });
  });
});
