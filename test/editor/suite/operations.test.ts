import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { View } from "../../../shared/api.ts";
import { click, isHosted, press, screenshot, type } from "../host/control.ts";
import { chooseEntry, chooseInMenu, openMenu } from "./menus.ts";
import { whileFailing } from "./sandbox.ts";
import {
  selectTwo,
  closeList,
  labelIn,
  openList,
  rowLike,
  rows,
  showSidebar,
  showView,
  withViewAlone,
  wordsIn,
} from "./sidebar.ts";
import { responses } from "./documents.ts";
import { asked } from "./questions.ts";
import { until } from "./until.ts";

const choose = (view: View, row: string, entry: string) => chooseInMenu(labelIn(view, row), entry);

const gone = (view: View, words: string) =>
  until(
    async () => `no ${words} among ${(await rows(view)).join("; ")}`,
    async () => !(await rows(view)).some((row) => row.includes(words)),
  );
const told = (words: RegExp) => wordsIn(".notification-list-item-message", words);

describe("acting on resources", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("deletes a post after one plain question", () =>
    withViewAlone("posts", async () => {
      await rowLike("posts", /^A guide to image formats/);
      assert.deepEqual(await openMenu(labelIn("posts", "A guide to image formats")), [
        "Open Record",
        "Show Timeline",
        "Copy ID",
        "Copy as JSON",
        "Trigger Webhook Event…",
        "Delete Post…",
      ]);
      await screenshot("menu-post");
      await chooseEntry("Delete Post…");
      await asked(/^Sandbox: Delete post “A guide to image formats/);
      await screenshot("delete-post");
      await whileFailing("content", { delay: 1500 }, async () => {
        await press("Enter");
        await rowLike("posts", /^Deleting… A guide to image formats, part 1/);
        await screenshot("deleting");
      });
      await gone("posts", "A guide to image formats, part 1");
      await rowLike("posts", /^What is new in our release/);
    }));

  it("deletes several at once after one question that names them", () =>
    withViewAlone("posts", async () => {
      await rowLike("posts", /^Behind search/);
      await selectTwo("posts", "Behind search", /^Five questions/);
      await choose("posts", "Behind search", "Delete Post…");
      await asked(/^Sandbox: Delete post, 2 records/);
      await wordsIn(".quick-input-list .monaco-list-row.focused", /“Behind search.*”, “Five questions/);
      await screenshot("delete-posts");
      await press("Enter");
      await gone("posts", "Behind search, part 3");
      await gone("posts", "Five questions about accessible forms, part 4");
    }));

  it("sends nothing when the person gives up", () =>
    withViewAlone("posts", async () => {
      await rowLike("posts", /^Notes on backups/);
      const before = await rows("posts");
      await choose("posts", "Notes on backups", "Delete Post…");
      await asked(/^Sandbox: Delete post “Notes on backups/);
      await press("Escape");
      await vscode.commands.executeCommand("switchboard.refresh");
      await rowLike("posts", /^Notes on backups/);
      assert.deepEqual(await rows("posts"), before);
    }));

  it("copies the id and the record", () =>
    withViewAlone("posts", async () => {
      await choose("posts", "Notes on backups", "Copy ID");
      const id = await until(
        "the id",
        async () => /^post_\w+$/.exec(await vscode.env.clipboard.readText())?.[0],
      );
      await choose("posts", "Notes on backups", "Copy as JSON");
      const record = await until("the record", async () => {
        const text = await vscode.env.clipboard.readText();
        return text.startsWith("{") ? JSON.parse(text) : undefined;
      });
      assert.equal(record.id, id);
    }));

  it("cancels a membership, with the documented reason", () =>
    withViewAlone("members", async () => {
      await rowLike("members", /^Jonas Lindqvist/);
      await closeList("members", "Users");
      await openList("members", "Memberships");
      const row = await rowLike("members", /^mem_\w+ ?active/);
      const [id = ""] = /mem_[a-z0-9]+?(?=active| |$)/.exec(row) ?? [];
      await openMenu(labelIn("members", id));
      await screenshot("menu-membership");
      await chooseEntry("Cancel Membership…");
      await asked(/Cancellation-Reason/);
      await type("Moved away");
      await press("Enter");
      await asked(new RegExp(`^Sandbox: Cancel membership ${id}`));
      await screenshot("cancel-membership");
      await press("Enter");
      await wordsIn(".statusbar-item", /Cancel membership: done/);
      await vscode.commands.executeCommand("notifications.clearAll");
    }));

  it("pauses the subscription of an invoice, which no list shows", () =>
    withViewAlone("members", async () => {
      await openList("members", "Invoices");
      await rowLike("members", /EUR|eur/);
      await choose("members", "Starter membership", "Pause Subscription…");
      await asked(/^Sandbox: Pause subscription sub_/);
      await press("Enter");
      await wordsIn(".statusbar-item", /Pause subscription: done/);
      await closeList("members", "Invoices");
      await openList("members", "Users");
    }));

  it("offers in the palette the subscriptions that invoices show", async () => {
    void vscode.commands.executeCommand("switchboard.run.membership.subscriptions.pause");
    await asked(/^Pause subscription: which subscription\?/);
    await wordsIn(".quick-input-list .monaco-list-row.focused", /^sub_\w+ ?invoice Professional membership/);
    await screenshot("ask-subscription");
    await type("Professional");
    await wordsIn(".quick-input-list .monaco-list-row.focused", /^sub_\w+ ?invoice Professional membership/);
    await press("Enter");
    await asked(/^Sandbox: Pause subscription sub_/);
    await press("Escape");
  });

  it("lays out what takes a body for the record of the menu, and sends it", () =>
    withViewAlone("products", async () => {
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await rowLike("products", /^Linen apron no\. 1/);
      await choose("products", "Linen apron no. 1", "Create Order…");
      await until(
        () => `the product in ${vscode.window.activeTextEditor?.document.getText()}`,
        () => /"product_id": "prod_\w+"/.test(vscode.window.activeTextEditor?.document.getText() ?? ""),
      );
      await press("Escape");
      void vscode.commands.executeCommand("switchboard.send");
      await until("the reply", () => responses().some((text) => text.startsWith("// 20")));
      await screenshot("sent-order");
    }));

  it("reads from the palette the record that is asked for", async () => {
    void vscode.commands.executeCommand("switchboard.runOperation");
    await asked(/^Run Operation$/);
    await type("membership.users.get");
    await wordsIn(".quick-input-list .monaco-list-row.focused", /^Retrieve user/);
    await press("Enter");
    await asked(/which user/);
    await wordsIn(".quick-input-list .monaco-list-row", /@/);
    await press("Enter");
    await until("the reply", () => responses().some((text) => text.includes('"email"')));
  });

  it("exchanges credentials, and shows the token nowhere", async () => {
    void vscode.commands.executeCommand("switchboard.run.social.auth.token");
    const words = await told(/gives a token that is valid for/);
    assert.doesNotMatch(words, /tok_|eyJ/);
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("says that an outcome is unknown and looks", async () => {
    void vscode.commands.executeCommand("switchboard.run.membership.memberships.cancel");
    await asked(/which membership/);
    await screenshot("ask-record");
    await wordsIn(".quick-input-list .monaco-list-row", /mem_/);
    await press("Enter");
    await asked(/Cancellation-Reason/);
    await press("Enter");
    await asked(/^Sandbox: Cancel membership mem_/);
    await whileFailing("membership", { status: 500 }, async () => {
      await press("Enter");
      await told(/unknown/);
      await screenshot("unknown-outcome");
    });
    await click('.notification-list-item .monaco-button:has-text("Look Whether It Happened")');
    await showView("members");
    await vscode.commands.executeCommand("notifications.clearAll");
  });
});
