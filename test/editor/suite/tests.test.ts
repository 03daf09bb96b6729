import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, hover, isHosted, screenshot } from "../host/control.ts";
import { choose, warned } from "./questions.ts";
import { withSettings } from "./settings.ts";
import { lines, wordsIn } from "./sidebar.ts";
import { until } from "./until.ts";

const tree = ".test-explorer .monaco-list-row";
const row = (words: string) => `${tree}:has-text("${words}")`;

const inFolder = (name: string) => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return vscode.Uri.joinPath(folder.uri, name);
};

const faulty = inFolder("expects-too-much.request.json");

async function inBoth(name: string): Promise<void> {
  await screenshot(`${name}-dark`);
  await withSettings({ "workbench.colorTheme": "Default Light Modern" }, async () => {
    await until("the light theme", () => vscode.window.activeColorTheme.kind === vscode.ColorThemeKind.Light);
    await screenshot(`${name}-light`);
  });
}

/** The labels that VS Code gives to the rows of tests: they say how each went. */
const went = async (words: string, how: RegExp) =>
  until(
    async () => `${words} ${how} among ${JSON.stringify(await lines(`${tree}[aria-label]`))}`,
    async () => (await lines(`${row(words)}:has([aria-label])`)).length > 0 && isLabelled(words, how),
  );

async function isLabelled(words: string, how: RegExp): Promise<boolean> {
  const found = await lines(`${tree}[aria-label*="${words}"][aria-label*="${how.source}"]`);
  return found.length > 0;
}

describe("request files that expect something, in the Testing view", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await vscode.workspace.fs.writeFile(
      faulty,
      new TextEncoder().encode(
        JSON.stringify(
          [
            { operation: "content.posts.list", name: "posts", query: { limit: 1 }, expect: { status: 200 } },
            {
              operation: "content.posts.list",
              name: "too much",
              query: { limit: 1 },
              expect: { body: { meta: { current_page: 7 } } },
            },
          ],
          undefined,
          2,
        ),
      ),
    );
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("workbench.view.testing.focus");
  });
  after(async () => {
    await vscode.commands.executeCommand("testing.clearTestResults");
    await vscode.workspace.fs.delete(faulty);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("are found, and run in the sandbox, each request by itself", async () => {
    await wordsIn(".test-explorer", /member-lifecycle/);
    await wordsIn(".test-explorer", /expects-too-much/);
    assert.equal((await lines(row("list-posts"))).length, 0);
    await hover(row("member-lifecycle"));
    await click(`${row("member-lifecycle")} .action-label[aria-label^="Run Test"]`);
    await went("member-lifecycle", /Passed/);
    await inBoth("tests-passed");
  });

  it("tell what was expected and what came, at its line", async () => {
    await hover(row("expects-too-much"));
    await click(`${row("expects-too-much")} .action-label[aria-label^="Run Test"]`);
    await went("expects-too-much", /Failed/);
    const document = await vscode.workspace.openTextDocument(faulty);
    await vscode.window.showTextDocument(document);
    const [mark] = await until("the mark", () => {
      const found = vscode.languages.getDiagnostics(faulty);
      return found.length > 0 ? found : undefined;
    });
    assert.equal(document.getText(mark?.range), "7");
    await click(".test-output-peek-tree .monaco-list-row:has-text('too much')");
    await wordsIn(".monaco-diff-editor", /7/);
    await inBoth("tests-failed");
  });

  it("ask before they leave another environment for the sandbox", async () => {
    await withSettings({ "switchboard.environment": "live" }, async () => {
      void vscode.commands.executeCommand("testing.runAll");
      await warned(/Live is selected\. Select the sandbox and run the tests there\?/);
      await screenshot("tests-live");
      await choose("Don't Run");
    });
  });
});
