import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { isHosted, press, screenshot, type } from "../host/control.ts";
import { sandboxDirectory, startSecondSandbox } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import {
  clickRow,
  labelIn,
  lines,
  rowLike,
  rows,
  selectTwo,
  showSidebar,
  withViewAlone,
  wordsIn,
} from "./sidebar.ts";
import { openRequestFile, responses } from "./documents.ts";
import { chooseInMenu } from "./menus.ts";
import { asked, choose, defaultButton, noWarning, warned } from "./questions.ts";
import { moment, until } from "./until.ts";

const configuration = () => vscode.workspace.getConfiguration("switchboard");
const set = (name: string, value: unknown) =>
  configuration().update(name, value, vscode.ConfigurationTarget.Global);

async function deletePost(row: string): Promise<void> {
  await rowLike("posts", new RegExp(`^${row}`));
  await chooseInMenu(labelIn("posts", row), "Delete Post…");
}

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
      const sending = vscode.commands.executeCommand("switchboard.send");
      const words = await warned(/^Live: Create post\?/);
      assert.match(words, /POST \/content\/posts\s+Content management at 127\.0\.0\.1:\d+/);
      await moment();
      await screenshot("live-write");
      for (const [name, theme] of [
        ["light", "Default Light Modern"],
        ["contrast", "Default High Contrast"],
      ] as const)
        await withSettings({ "workbench.colorTheme": theme }, async () => {
          await moment();
          await screenshot(`live-write-${name}`);
        });
      assert.equal(await defaultButton(), "Don't Send");
      await press("Enter");
      await noWarning();
      await sending; // Until then it would be said that it is being sent already.
      await vscode.commands.executeCommand("switchboard.refresh");
      await rowLike("posts", /^A guide to image formats/);
      assert.deepEqual(await rows("posts"), before);
      void vscode.commands.executeCommand("switchboard.send");
      await warned(/^Live: Create post\?/);
      await choose("Create Post");
      await until("the reply", () => responses().some((text) => text.startsWith("// 201")));
    }));

  it("warns of one deletion by the record's name, and deletes at no Enter", () =>
    withViewAlone("posts", async () => {
      await deletePost("A guide to image formats");
      const words = await warned(/^Live: Delete post “A guide to image formats/);
      assert.match(words, /DELETE \/content\/posts\/post_\w+\s+Content management at 127\.0\.0\.1:\d+/);
      await moment();
      await screenshot("live-delete");
      await press("Enter");
      await press("Enter");
      await noWarning();
      await vscode.commands.executeCommand("switchboard.refresh");
      await rowLike("posts", /^A guide to image formats/);
    }));

  it("has the number of several deletions typed", () =>
    withViewAlone("posts", async () => {
      await selectTwo("posts", "Behind search", /^Five questions/);
      await deletePost("Behind search");
      await asked(/^Live: Delete post, 2 records/);
      await screenshot("live-delete-posts");
      await press("Enter");
      await wordsIn(".quick-input-message", /Type 2, or press Escape/);
      await press("Escape");
      await rowLike("posts", /^Behind search/);
      // Menus are others while several rows are selected.
      await clickRow("posts", "Behind search");
      await until(
        "one row selected",
        async () => (await lines('[role=tree][aria-label="Posts"] .monaco-list-row.selected')).length === 1,
      );
    }));

  it("does nothing at a second Enter after a route was bound", () =>
    withViewAlone("posts", async () => {
      await set("routes", { "content.posts.create": "POST /content/posts" });
      await deletePost("A guide to image formats");
      await asked(/^Delete post: bind the route/);
      await press("Enter");
      await warned(/^Live: Delete post “A guide to image formats/);
      await press("Enter");
      await noWarning();
      await vscode.commands.executeCommand("switchboard.refresh");
      await rowLike("posts", /^A guide to image formats/);
    }));

  it("warns once of a sequence, and names each kind of request", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await set("routes", {
      "content.posts.create": "POST /content/posts",
      "content.posts.delete": "DELETE /content/posts/{id}",
    });
    await openRequestFile(`[
      { "operation": "content.posts.create", "body": { "title": "Between", "content": "x" } },
      { "operation": "content.posts.delete", "path": { "id": "post_1" } }
    ]`);
    void vscode.commands.executeCommand("switchboard.sendAll");
    const words = await warned(/^Live: Send 2 kinds of requests\?/);
    assert.match(words, /Create post: POST \/content\/posts, .*Delete post post_1: DELETE \/content/s);
    await screenshot("live-sequence");
    await press("Enter");
    await noWarning();
    assert.deepEqual(responses(), []);
  });

  it("is warned of with the name of a record that a request has by its identifier", () =>
    withViewAlone("posts", async () => {
      await rowLike("posts", /^A guide to image formats/);
      const { content } = service.directory.apis;
      const reply = await fetch(`${content?.baseUrl}/content/posts?limit=1`, {
        headers: { authorization: `Bearer ${content?.credentials.key}` },
      });
      const [id = ""] = /post_\w+/.exec(await reply.text()) ?? [];
      await openRequestFile(`{ "operation": "content.posts.delete", "path": { "id": "${id}" } }`);
      void vscode.commands.executeCommand("switchboard.send");
      const words = await warned(/^Live: Delete post “/);
      assert.match(words, new RegExp(`DELETE /content/posts/${id}\\s`));
      await press("Enter");
      await noWarning();
    }));

  it("gets a secret only after a warning", async () => {
    await openRequestFile(
      '{ "operation": "content.posts.create", "body": { "title": "{{secret:LIVE_TITLE}}", "content": "x" } }',
    );
    void vscode.commands.executeCommand("switchboard.send");
    await asked(/^The secret LIVE_TITLE/);
    await type("a secret");
    await press("Enter");
    await warned(/^Live: may the secret LIVE_TITLE go to http:\/\/127\.0\.0\.1:\d+\?/);
    await screenshot("live-secret");
    await press("Enter");
    await noWarning();
    assert.deepEqual(responses(), []);
  });

  it("gets nothing that was agreed on for another environment", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await set("environment", undefined);
    await openRequestFile(`[
      { "operation": "content.posts.create", "name": "made", "body": { "title": "Between", "content": "x" } },
      { "operation": "content.posts.delete", "path": { "id": "{{made.response.body.id}}" } }
    ]`);
    void vscode.commands.executeCommand("switchboard.sendAll");
    await asked(/^Sandbox: Delete post /);
    const row = await wordsIn(".quick-input-list .monaco-list-row.focused", /DELETE \/content\/posts\/post_/);
    const [id = ""] = /post_\w+/.exec(row) ?? [];
    await set("environment", "live");
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
