import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, hover, isHosted, screenshot } from "../host/control.ts";
import { responses } from "./documents.ts";
import { chooseEntry, openMenu } from "./menus.ts";
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

const inCollection = {
  "a/first.request.json": [{ operation: "content.posts.list", query: { limit: 1 }, expect: { status: 200 } }],
  "b.request.json": [
    { operation: "content.posts.list", name: "refused", query: { limit: 1 }, expect: { status: 418 } },
    { operation: "content.posts.list", name: "after it" },
  ],
  "c.request.json": { operation: "deploy.projects.list" },
  "broken.request.json": { operation: "no.such.operation" },
};

/** The folder `collection` with these files. */
async function withFolder(use: () => Promise<void>): Promise<void> {
  for (const [name, requests] of Object.entries(inCollection))
    await vscode.workspace.fs.writeFile(
      inFolder(`collection/${name}`),
      new TextEncoder().encode(JSON.stringify(requests, undefined, 2)),
    );
  try {
    await use();
  } finally {
    await vscode.workspace.fs.delete(inFolder("collection"), { recursive: true });
  }
}

describe("a folder of requests", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
  });
  after(async () => {
    await vscode.commands.executeCommand("notifications.clearAll");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("runs from the Explorer in order of name, and says what the command line says", () =>
    withFolder(async () => {
      await vscode.commands.executeCommand("workbench.view.explorer");
      const folder = '.explorer-folders-view .monaco-list-row:has-text("collection")';
      await wordsIn(folder, /collection/);
      await openMenu(folder);
      await screenshot("folder-menu");
      await chooseEntry("Run Requests of Folder");
      await wordsIn(
        ".notifications-toasts",
        /4 requests: 2 held, 1 not as expected, 1 not sent\. 1 file could not be run\. broken\.request\.json: /,
      );
      const [reply = ""] = await until("the replies", () =>
        responses().length > 0 ? responses() : undefined,
      );
      assert.deepEqual(
        [...reply.matchAll(/\/\/ \d\. (.*)/g)].map(([, title]) => title),
        [
          "a/first.request.json: content.posts.list",
          "b.request.json: refused",
          "c.request.json: deploy.projects.list",
        ],
      );
      const marks = vscode.languages.getDiagnostics(inFolder("collection/b.request.json"));
      assert.ok(
        marks.some(({ message }) => message.includes("418")),
        JSON.stringify(marks),
      );
      await inBoth("folder-run");
      await withSettings({ "workbench.colorTheme": "Default High Contrast" }, async () => {
        await until(
          "high contrast",
          () => vscode.window.activeColorTheme.kind === vscode.ColorThemeKind.HighContrast,
        );
        await screenshot("folder-run-contrast");
      });
    }));
});

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

  it("run by folder, in order of name", async () => {
    await withFolder(async () => {
      await wordsIn(".test-explorer", /collection/);
      await hover(row("collection"));
      await click(`${row("collection")} .action-label[aria-label^="Run Test"]`);
      await went("collection", /Failed/);
      await inBoth("tests-folder");
    });
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
