import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { views } from "../../../shared/api.ts";
import { click, hover, isHosted, press, screenshot, type } from "../host/control.ts";
import { openRequestFile, responses } from "./documents.ts";
import { chooseInMenu } from "./menus.ts";
import { asked, choose, noWarning, warned } from "./questions.ts";
import { whileFailing } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import { lines, showSidebar, toggleViews, wordsIn } from "./sidebar.ts";
import { until } from "./until.ts";

const tree = '[role=tree][aria-label="History"]';
const pane = '.pane:has(.pane-header[aria-label^="History"])';
const rowLike = (words: RegExp) => wordsIn(`${tree} .monaco-list-row`, words);
const rows = (words: string) => `${tree} .monaco-list-row:has-text(${JSON.stringify(words)})`;

/** How many rows match. */
const count = async (words: RegExp) =>
  (await lines(`${tree} .monaco-list-row`)).filter((row) => words.test(row)).length;

const create = (title: string) =>
  JSON.stringify({
    operation: "content.posts.create",
    name: "made",
    body: { title, content: "From {{secret:HISTORY_TEST}}" },
  });

/** The text of the reply in front, when it matches. */
const reply = (words: RegExp) =>
  until(
    () => `${words} among ${responses().join("\n---\n")}`,
    () => responses().find((text) => words.test(text)),
  );

const closeAll = () => vscode.commands.executeCommand("workbench.action.closeAllEditors");

const fromMenu = (words: string, entry: string) => chooseInMenu(`${rows(words)} .label-name`, entry);

async function inTitle(action: string): Promise<void> {
  await hover(`${pane} .pane-header`);
  await click(`${pane} .action-label[aria-label^=${JSON.stringify(action)}]`);
}

describe("the history", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await closeAll();
    await showSidebar();
    await vscode.commands.executeCommand("switchboard.history.focus");
    await toggleViews(views);
    await clear();
  });
  after(async () => {
    if (!isHosted) return;
    await toggleViews(views);
    await click('.pane-header[aria-label^="History"]'); // It is collapsed at first.
    await closeAll();
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  /** Other tests may have sent something. */
  async function clear(): Promise<void> {
    const isEmpty = async () => (await lines(pane)).some((words) => /Nothing was sent yet/.test(words));
    await until("the history", async () => (await isEmpty()) || (await count(/./)) > 0);
    if (await isEmpty()) return;
    void vscode.commands.executeCommand("switchboard.clearHistory");
    await warned(/^Clear the history\?$/);
    await choose("Clear History");
    await noWarning();
    await until("nothing", isEmpty);
  }

  it("says what it is for while it is empty", () => screenshot("history-empty"));

  it("shows what was sent, and what failed", async () => {
    const { document } = await openRequestFile(create("First in the history"));
    void vscode.commands.executeCommand("switchboard.send", document.uri.toString(), 0);
    await asked(/The secret HISTORY_TEST/);
    await type("canary-of-the-history");
    await press("Enter");
    await reply(/First in the history/);
    await rowLike(/^Today ?1$/);
    await rowLike(/^made ?201 · \d+ ms · sandbox · \d\d:\d\d:\d\d$/);
    const { document: read } = await openRequestFile('{ "operation": "content.posts.list" }');
    await whileFailing("content", { status: 503 }, async () => {
      await vscode.commands.executeCommand("switchboard.send", read.uri.toString(), 0);
    });
    await rowLike(/^List posts ?503 · /);
    await screenshot("history-dark");
    for (const theme of ["Default Light Modern", "Default High Contrast", "Default High Contrast Light"])
      await withSettings({ "workbench.colorTheme": theme }, async () => {
        await rowLike(/^made/);
        await screenshot(`history-${theme}`);
      });
  });

  it("opens a reply again, without what was kept out of sight", async () => {
    await closeAll();
    await vscode.commands.executeCommand("notifications.clearAll");
    await click(`${rows("made")} .label-name`);
    const text = await reply(/First in the history/);
    assert.match(
      text,
      /^\/\/ From the history: \d+ \w+ \d{4}, \d\d:\d\d:\d\d, in the sandbox environment\.\n\/\/ 201/,
    );
    assert.match(text, /\/\/ POST http:\/\/127\.0\.0\.1/);
    assert.match(text, /From \(kept out of sight\)/);
    assert.doesNotMatch(text, /canary/);
    await screenshot("history-reply");
  });

  it("sends again, with what it was sent with", async () => {
    await closeAll();
    await hover(`${rows("made")} .label-name`);
    await click(`${rows("made")} .action-label[aria-label^="Send Again"]`);
    const text = await reply(/First in the history/);
    assert.match(text, /^\/\/ 201/);
    assert.match(text, /From \(kept out of sight\)/);
    await until("two of them", async () => (await count(/^made/)) === 2);
    await rowLike(/^Today ?3$/);
  });

  it("compares two replies", async () => {
    await closeAll();
    void fromMenu("made", "Compare Reply with…");
    await asked(/^Compare made, /);
    await wordsIn(".quick-input-list .monaco-list-row.focused", /made ?201 · .* POST \/\w/);
    await screenshot("history-compare-which");
    await press("Enter");
    await until("the difference", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff ? input : undefined;
    });
    await until("both replies", () => {
      const texts = responses();
      return texts.length === 2 && texts.every((text) => text.startsWith("// From the history"));
    });
    await screenshot("history-compared");
  });

  it("is searched", async () => {
    await closeAll();
    await inTitle("Search History");
    await asked(/^Search the history$/);
    await type("503");
    await wordsIn(".quick-input-list .monaco-list-row.focused", /List posts ?503/);
    assert.equal((await lines(".quick-input-list .monaco-list-row")).length, 1);
    await screenshot("history-search");
    await press("Enter");
    await reply(/^\/\/ From the history[^\n]*\n\/\/ 503/);
  });

  it("saves a request with its placeholders", async () => {
    await closeAll();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const path = join(folder.uri.fsPath, "saved-from-history.request.json");
    void fromMenu("made", "Save as Request File…");
    await wordsIn(".quick-input-widget", /Save as Request File.*OK.*list-posts/s);
    await press("Control+A");
    await type(path);
    await press("Enter");
    const document = await until("the file", () => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.uri.fsPath === path ? active : undefined;
    });
    assert.equal(document.languageId, "switchboard-request");
    assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), JSON.parse(create("First in the history")));
    await screenshot("history-saved");
    await closeAll();
    rmSync(path);
  });

  it("forgets one, and all after a question", async () => {
    await closeAll();
    await fromMenu("List posts", "Delete from History");
    await until("it gone", async () => (await count(/^List posts/)) === 0);
    await click(`${rows("made")} .label-name`);
    await reply(/^\/\/ From the history/);
    await vscode.commands.executeCommand("switchboard.history.focus");
    await press("Delete");
    await until("one left", async () => (await count(/^made/)) === 1);
    await inTitle("Clear History");
    const words = await warned(/^Clear the history\?$/);
    assert.match(words, /1 request of this workspace/);
    await choose("Keep It");
    await noWarning();
    assert.equal(await count(/^made/), 1);
    await clear();
  });
});
