import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, isHosted, press, rightClick, screenshot, type } from "../host/control.ts";
import { sandboxDirectory, startSecondSandbox } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import { labelIn, lines, rowLike, rows, showSidebar, withViewAlone, wordsIn } from "./sidebar.ts";
import { openRequestFile, responses } from "./documents.ts";
import { asked } from "./questions.ts";
import { moment, until } from "./until.ts";

const configuration = () => vscode.workspace.getConfiguration("switchboard");
const set = (name: string, value: unknown) =>
  configuration().update(name, value, vscode.ConfigurationTarget.Global);

describe("the live environment", () => {
  let service: Awaited<ReturnType<typeof startSecondSandbox>>;

  before(async function () {
    if (!isHosted) this.skip();
    service = await startSecondSandbox();
    const { content } = service.directory.apis;
    assert.ok(content);
    await showSidebar();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await set("baseUrls", { live: { content: content.baseUrl } });
    await set("routes", {
      "content.posts.create": "POST /content/posts",
      "content.posts.delete": "DELETE /content/posts/{id}",
    });
    await set("environment", "live");
    void vscode.commands.executeCommand("switchboard.setKey", "content");
    await asked(/Content management/);
    await type(content.credentials.key ?? "");
    await press("Enter");
  });

  after(async () => {
    for (const name of ["environment", "baseUrls", "routes"]) await set(name, undefined);
    service?.stop();
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("looks different, and asks before anything is written", () =>
    withViewAlone("posts", async () => {
      await rowLike("posts", /^A guide to image formats/);
      const before = await rows("posts");
      void vscode.commands.executeCommand("switchboard.run.content.posts.create");
      await until("the request", () =>
        vscode.window.activeTextEditor?.document.getText().includes('"content.posts.create"'),
      );
      await press("Escape");
      void vscode.commands.executeCommand("switchboard.send");
      await asked(/^Create post\?/);
      await wordsIn(
        ".quick-input-list .monaco-list-row.focused",
        /POST \/content\/posts at 127\.0\.0\.1:\d+, Content management, live/,
      );
      await moment();
      await screenshot("live-write");
      await withSettings({ "workbench.colorTheme": "Default Light Modern" }, async () => {
        await moment();
        await screenshot("live-write-light");
      });
      await press("ArrowDown");
      await press("Enter");
      await moment();
      await vscode.commands.executeCommand("switchboard.refresh");
      await rowLike("posts", /^A guide to image formats/);
      assert.deepEqual(await rows("posts"), before);
      void vscode.commands.executeCommand("switchboard.send");
      await asked(/^Create post\?/);
      await press("Enter");
      await until("the reply", () => responses().some((text) => text.startsWith("// 201")));
    }));

  it("asks for the id before a deletion", () =>
    withViewAlone("posts", async () => {
      await rightClick(labelIn("posts", "A guide to image formats"));
      await wordsIn(".monaco-menu .action-label", /Delete Post/);
      await moment();
      await click(`.monaco-menu .action-label:has-text("Delete Post…")`);
      await asked(/^Delete post: A guide to image formats/);
      await wordsIn(
        ".quick-input-message",
        /DELETE \/content\/posts\/post_\w+ at 127\.0\.0\.1:\d+, Content management, live/,
      );
      await screenshot("live-delete");
      await press("Escape");
      assert.ok(
        (await lines('[role=tree][aria-label="Posts"] .monaco-list-row')).some((row) =>
          row.startsWith("A guide to image"),
        ),
      );
    }));

  it("gets nothing that was agreed on for another environment", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await set("environment", undefined);
    await openRequestFile(`[
      { "operation": "content.posts.create", "name": "made", "body": { "title": "Between", "content": "x" } },
      { "operation": "content.posts.delete", "path": { "id": "{{made.response.body.id}}" } }
    ]`);
    void vscode.commands.executeCommand("switchboard.sendAll");
    const [id = ""] = /post_\w+/.exec(await asked(/^Delete post: post_/)) ?? [];
    await set("environment", "live");
    await type(id);
    await press("Enter");
    await wordsIn(
      ".notification-list-item-message",
      /about the sandbox environment, but the live environment/,
    );
    const { content } = (await sandboxDirectory()).apis;
    const reply = await fetch(`${content?.baseUrl}/content/posts?limit=100`, {
      headers: { authorization: `Bearer ${content?.credentials.key}` },
    });
    assert.match(await reply.text(), new RegExp(id), "it is still there");
  });
});
