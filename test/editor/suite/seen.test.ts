import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { isHosted } from "../host/control.ts";
import { page, screenshotInThemes } from "./pages.ts";
import { wordsIn } from "./sidebar.ts";

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
});
