import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { viewNames } from "../../../client/sidebar/contributions.ts";
import type { View } from "../../../shared/api.ts";
import { isHosted, press, screenshot, text, type } from "../host/control.ts";
import { asked } from "./questions.ts";
import { clickRow, lines, rowLike, rows, showSidebar, showView, withViewAlone, wordsIn } from "./sidebar.ts";
import { until } from "./until.ts";

const treeOf = (view: View) => `[role=tree][aria-label="${viewNames[view]}"]`;
const rowIn = (view: View, state: string) => `${treeOf(view)} .monaco-list-row.${state} .label-name`;
const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(({ label }) => label);

/** Gives the view the focus. */
const focusView = (view: View) =>
  until(`the focus in ${view}`, async () => {
    await showView(view);
    return (await text(`${treeOf(view)}:focus`)).length > 0;
  });

/** Moves the focus with the arrow keys until it is on the row with the words. */
async function focusRow(view: View, words: RegExp): Promise<void> {
  await rowLike(view, words);
  await focusView(view);
  await vscode.commands.executeCommand("list.focusFirst");
  await until(
    async () => `${words} among ${(await rows(view)).join("; ")}`,
    async () => {
      const [focused = ""] = await lines(rowIn(view, "focused"));
      if (words.test(focused)) return true;
      await press("ArrowDown");
      return false;
    },
  );
}

/** Clicks the row, which opens its record, and gives the focus back to the view. */
async function selectRow(view: View, words: string): Promise<void> {
  await clickRow(view, words);
  await until("the record", () => vscode.window.activeTextEditor?.document.getText().includes(words));
  await focusView(view);
}

describe("keys in the views", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
  });
  beforeEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("Enter opens the record with the focus, under its name", () =>
    withViewAlone("posts", async () => {
      await focusRow("posts", /^Notes on backups/);
      await press("Enter");
      await until(
        () => `the record's tab among ${tabs().join(", ")}`,
        () => tabs().some((label) => label.startsWith("Notes on backups")),
      );
      await screenshot("record-tab");
    }));

  it("Delete asks about the row with the focus, not about the one that was clicked", () =>
    withViewAlone("posts", async () => {
      await selectRow("posts", "Notes on backups");
      await press("ArrowDown");
      const [next = ""] = await until("the next row", async () => {
        const focused = await lines(rowIn("posts", "focused"));
        return focused[0]?.startsWith("Notes on backups") ? undefined : focused;
      });
      await press("Delete");
      const question = await asked(/^Sandbox: Delete post/);
      assert.ok(question.includes(`“${next}”`), `${next} in ${question}`);
      await screenshot("delete-key");
      await press("Escape");
    }));

  it("Control+C copies what is selected, and Delete asks about all of it", () =>
    withViewAlone("posts", async () => {
      await selectRow("posts", "Notes on backups");
      await press("Shift+ArrowDown");
      await until("two rows", async () => (await lines(rowIn("posts", "selected"))).length === 2);
      await press("Control+C");
      await until("two ids", async () => /^post_\w+\npost_\w+$/.test(await vscode.env.clipboard.readText()));
      assert.equal((await lines(rowIn("posts", "selected"))).length, 2, "still selected");
      await press("Delete");
      await asked(/^Sandbox: Delete post, 2 records/);
      await press("Escape");
    }));

  it("F2 edits the record, and its tab says so", () =>
    withViewAlone("members", async () => {
      await focusRow("members", /^Jonas Lindqvist/);
      await press("F2");
      await until(
        () => `the edit among ${tabs().join(", ")}`,
        () => tabs().includes("Edit: Jonas Lindqvist"),
      );
      assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, "switchboard-edit");
      await screenshot("edit-tab");
    }));

  it("Delete says where nothing deletes such a record", () =>
    withViewAlone("servers", async () => {
      await focusRow("servers", /^api-01/);
      await press("Delete");
      await wordsIn(".notification-list-item-message", /no operation that deletes this record/);
      await vscode.commands.executeCommand("notifications.clearAll");
    }));

  it("leaves the keys to what is typed to find a row", () =>
    withViewAlone("posts", async () => {
      await focusRow("posts", /^Behind search/);
      await press("F3");
      await until("the field", async () => (await text(".monaco-tree-type-filter :focus")).length > 0);
      await type("backups!");
      await press("Shift+ArrowLeft");
      await press("Delete");
      await until("the row that was found", async () =>
        (await lines(rowIn("posts", "focused"))).some((row) => /backups/.test(row)),
      );
      await screenshot("find");
      assert.deepEqual(await lines(".quick-input-widget"), []);
      await press("Escape");
      assert.ok((await rows("posts")).length > 2);
    }));
});
