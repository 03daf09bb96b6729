import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { View } from "../../../shared/api.ts";
import { click, isHosted, press, screenshot, text, type } from "../host/control.ts";
import { whileFailing, sandboxDirectory } from "./sandbox.ts";
import {
  clickRow,
  closeList,
  openList,
  rowLike,
  rows,
  showSidebar,
  showView,
  withViewAlone,
  wordsIn,
} from "./sidebar.ts";
import { withSettings } from "./settings.ts";
import { until } from "./until.ts";

describe("the views", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
  });

  const expected: Readonly<Record<View, RegExp>> = {
    servers: /^api-01 ?running/,
    deployments: /^docs-site-1/,
    posts: /^A guide to/,
    products: /^Linen apron no\. 1/,
    members: /^Jonas Lindqvist/,
    courses: /./,
  };
  for (const [view, row] of Object.entries(expected) as [View, RegExp][])
    it(`fill ${view} from the sandbox`, async () => {
      await showView(view);
      await rowLike(view, row);
      assert.ok((await rows(view)).length > 2, "more than a title");
    });

  it("open another list with a click", () =>
    withViewAlone("members", async () => {
      await rowLike("members", /^Jonas Lindqvist/);
      await closeList("members", "Users");
      await openList("members", "Invoices");
      await rowLike("members", /EUR|eur/);
      await screenshot("members");
      await closeList("members", "Invoices");
      await openList("members", "Users");
      await rowLike("members", /^Jonas Lindqvist/);
    }));

  it("tell states by shape, and say of a closed list how much it holds", () =>
    withViewAlone("members", async () => {
      await rowLike("members", /^Jonas Lindqvist/);
      const shapes = (name: string) => text(`[role=tree][aria-label="Members"] .codicon-${name}`);
      await until("a paused member", async () => (await shapes("debug-pause")).length > 0);
      assert.ok((await shapes("circle-slash")).length > 0, "a canceled member");
      for (const theme of [
        "Default Light Modern",
        "Default High Contrast",
        "Default High Contrast Light",
        "Default Dark Modern",
      ])
        await withSettings({ "workbench.colorTheme": theme }, async () => {
          await wordsIn(".monaco-workbench", /Jonas/);
          await screenshot(`states-${theme}`);
        });
      await closeList("members", "Users");
      await rowLike("members", /^Users ?20\+ · Membership platform$/);
      await screenshot("closed-with-count");
      await openList("members", "Users");
      await rowLike("members", /^Jonas Lindqvist/);
    }));

  it("lead with the name of the record that a row refers to, once a list has shown it", () =>
    withViewAlone("members", async () => {
      await rowLike("members", /^Hanna Weber/);
      await closeList("members", "Users");
      await openList("members", "Memberships");
      await rowLike("members", /^Hanna Weber ?active · \w+ · mem_\w+/);
      await screenshot("referred-names");
      // The users beyond the first page were in no list.
      await rowLike("members", /^mem_\w+ ?active · \w+ · usr_\w+/);
      await closeList("members", "Memberships");
      await openList("members", "Users");
    }));

  it("read again what is under way, until it has passed", () =>
    withViewAlone("servers", async () => {
      await rowLike("servers", /^api-01/);
      const entry = (await sandboxDirectory()).apis["cloud-v1"];
      const reply = await fetch(`${entry?.baseUrl}/servers`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${entry?.credentials.key}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ name: "fresh-01", region: "fra1" }),
      });
      assert.ok(reply.ok);
      await vscode.commands.executeCommand("switchboard.refresh");
      await rowLike("servers", /^fresh-01 ?provisioning/);
      await rowLike("servers", /^fresh-01 ?running/);
    }));

  it("show the deployments of a project below it", () =>
    withViewAlone("deployments", async () => {
      await rowLike("deployments", /^docs-site-1/);
      await click(
        `[role=tree][aria-label="Deployments"] .monaco-list-row:has-text("docs-site-1") .monaco-tl-twistie`,
      );
      await rowLike("deployments", /ready/);
      await screenshot("deployments");
    }));

  it("say in words what failed, and mend it with a click", async () => {
    await whileFailing("marketplace", { status: 403 }, async () => {
      await vscode.commands.executeCommand("switchboard.refresh");
      await showView("products");
      await rowLike("products", /403 · click to retry/);
      await screenshot("failure");
    });
    await clickRow("products", "click to retry");
    await rowLike("products", /^Linen apron/);
  });
});

describe("a record", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
  });

  const opened = async (words: RegExp) =>
    until(
      () => `${words} in ${vscode.window.activeTextEditor?.document.getText()}`,
      () => {
        const document = vscode.window.activeTextEditor?.document;
        return document && words.test(document.getText()) ? document : undefined;
      },
    );

  it("opens as a read-only JSON document", async () => {
    await showView("products");
    await rowLike("products", /^Linen apron no\. 1/);
    await clickRow("products", "Linen apron no. 1");
    const document = await opened(/Linen apron no\. 1"/);
    assert.equal(document.languageId, "json");
    assert.match(document.uri.toString(), /^switchboard:\/\/sandbox\/marketplace\/products\/prod_\w+\.json$/);
    assert.equal(JSON.parse(document.getText()).currency, "EUR");
    await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
    await type("x");
    await wordsIn(".monaco-editor-overlaymessage", /read-only/);
    assert.equal(document.isDirty, false);
    await press("Escape");
    await screenshot("record");
  });

  it("is read whole where the API can", async () => {
    await showView("members");
    await rowLike("members", /^Hanna Weber/);
    await clickRow("members", "Hanna Weber");
    const document = await opened(/Hanna Weber/);
    assert.ok("membership" in JSON.parse(document.getText()), "the membership, which no list shows");
  });

  it("follows when its list is read again", async () => {
    const { membership } = (await sandboxDirectory()).apis;
    const id = JSON.parse(vscode.window.activeTextEditor?.document.getText() ?? "").id;
    const reply = await fetch(`${membership?.baseUrl}/users/${id}`, {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${membership?.credentials.key}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: "Hanna Weber-Okafor" }),
    });
    assert.ok(reply.ok);
    await vscode.commands.executeCommand("switchboard.refresh");
    await opened(/Hanna Weber-Okafor/);
  });
});
