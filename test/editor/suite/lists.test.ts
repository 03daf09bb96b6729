import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { View } from "../../../shared/api.ts";
import { click, hover, isHosted, press, screenshot, text, type } from "../host/control.ts";
import { sandboxBehind } from "./front.ts";
import { withSettings } from "./settings.ts";
import {
  clickIcon,
  clickRow,
  iconIn,
  labelIn,
  lines,
  rowLike,
  rows,
  showSidebar,
  showView,
  withViewAlone,
  wordsIn,
} from "./sidebar.ts";
import { moment, until } from "./until.ts";

const notification = ".notifications-toasts .notification-list-item";

const picker = ".quick-input-widget";

/** Each of them asks something. */
const clickIconOf = (view: View, words: string, title: string) =>
  clickIcon(view, words, title, async () => (await lines(picker)).length > 0);

/** Waits for the picker to show words, then types and takes what fits. */
async function choose(shown: RegExp, typed: string): Promise<void> {
  await wordsIn(picker, shown);
  await type(typed);
  await press("Enter");
}

const inLight = (use: () => Promise<void>) =>
  withSettings({ "workbench.colorTheme": "Default Light Modern" }, async () => {
    await until("the light theme", () => vscode.window.activeColorTheme.kind === vscode.ColorThemeKind.Light);
    await use();
  });

describe("the filter of a list", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
  });

  it("is set with the inline icon, shown in the title and reset again", () =>
    withViewAlone("products", async () => {
      await rowLike("products", /^Linen apron no\. 1/);
      await clickIconOf("products", "Marketplace", "Filter List…");
      await wordsIn(picker, /active.*draft.*archived/s);
      await screenshot("filter-values");
      await choose(/archived/, "archived");
      await rowLike("products", /^Products ?status: archived/);
      await until(
        async () => `only archived products among ${(await rows("products")).join(", ")}`,
        async () => (await rows("products")).slice(1).every((row) => /archived/.test(row)),
      );
      await hover(labelIn("products", "status: archived"));
      await screenshot("filtered");
      await inLight(async () => void (await screenshot("filtered-light")));
      assert.deepEqual(await text(iconIn("products", "status: archived", "Filter List…")), []);

      await vscode.commands.executeCommand("switchboard.refresh");
      await rowLike("products", /^Products ?status: archived/);

      await clickIconOf("products", "status: archived", "Change Filters…");
      await wordsIn(picker, /archived ?set/);
      await screenshot("filter-set");
      await press("Escape");

      await clickRow("products", "status: archived"); // closes the list
      await press("Shift+F10");
      await wordsIn(".monaco-menu", /Change Filters….*Reset Filters.*Export List…/s);
      await moment(); // A menu takes no click while it fades in.
      await screenshot("list-menu");
      await click('.monaco-menu .action-label:has-text("Reset Filters")');
      await rowLike("products", /^Products ?Marketplace$/);
      await clickRow("products", "Products");
      await rowLike("products", /^Products ?Marketplace$/);
      await rowLike("products", /^Linen apron no\. 1/);
    }));
});

describe("a list is exported", () => {
  const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";

  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  const answer = async (file: string) => {
    await wordsIn(picker, /NDJSON.*CSV/s);
    await screenshot("export-format");
    await type(file.endsWith(".csv") ? "CSV" : "NDJSON");
    await press("Enter");
    await wordsIn(picker, /Export .*OK/s);
    await screenshot("export-file");
    await press("Control+A");
    await type(join(folder(), file));
    await press("Enter");
  };
  const told = (pattern: RegExp) => wordsIn(notification, pattern);

  it("as a table, from the palette, with what it is filtered by", () =>
    withViewAlone("products", async () => {
      await rowLike("products", /^Linen apron no\. 1/);
      await clickIconOf("products", "Marketplace", "Filter List…");
      await choose(/archived/, "archived");
      await rowLike("products", /^Products ?status: archived/);
      void vscode.commands.executeCommand("switchboard.exportList");
      await wordsIn(picker, /Export which list\?/);
      await screenshot("export-which");
      await choose(/Products/, "Products");
      await wordsIn(picker, /Export Products, filtered by status: archived/);
      await answer("products.csv");
      await told(/Exported 11 records of Products, filtered by status: archived/);
      await screenshot("exported");
      await inLight(async () => void (await screenshot("exported-light")));
      const [titles, ...table] = readFileSync(join(folder(), "products.csv"), "utf8").trim().split("\r\n");
      assert.match(titles ?? "", /^\uFEFF?id,name,/);
      assert.equal(table.length, 11);
      await vscode.commands.executeCommand("notifications.clearAll");
      await clickIconOf("products", "status: archived", "Change Filters…");
      await choose(/Reset Filters/, "Reset");
    }));

  it("no further when it is cancelled, and on with a click", async () => {
    await using front = await breakingSandbox("cloud-v1");
    await withSettings({ "switchboard.sandbox.url": front.url, "switchboard.pageSize": 10 }, async () => {
      await showView("servers");
      await front.used();
      await rowLike("servers", /^api-01/);
      await moment(); // A view takes the focus when it is drawn.
      // Pages of 20: that is the largest size that is documented.
      front.breakAt(2, "stall");
      void vscode.commands.executeCommand("switchboard.exportList");
      await choose(/Export which list\?/, "Servers");
      await answer("again.ndjson");
      await told(/Exporting Servers: 40 records/);
      await screenshot("exporting");
      await click(`${notification} .monaco-button:has-text("Cancel")`);
      await told(/The export was cancelled. Read so far, and kept for 7 days: 40 records/);
      await screenshot("export-cancelled");
      await click(`${notification} .monaco-button:has-text("Resume")`);
      const file = join(folder(), "again.ndjson");
      await until("the file", () => existsSync(file));
      assert.equal(readFileSync(file, "utf8").trim().split("\n").length, 45);
      await vscode.commands.executeCommand("notifications.clearAll");
    });
  });
});

/** The sandbox behind a door that shuts for one of the API's pages by cursor, counted from 1: the views ask for none. */
async function breakingSandbox(slug: string) {
  let left = Infinity;
  let how: "refuse" | "stall" = "refuse";
  let lists = 0;
  const front = await sandboxBehind(({ url: path = "/" }, reply) => {
    if (!path.startsWith(`/${slug}/`)) return false;
    if (path.includes("cursor=") && left-- === 0) {
      left = Infinity;
      if (how === "refuse") reply.writeHead(403, { "content-type": "application/json" }).end("{}");
      return true;
    }
    lists++;
    return false;
  });
  return {
    ...front,
    /** The views have read through it. */
    used: () => until("a list is read", () => lists > 0),
    breakAt(page: number, manner: typeof how = "refuse") {
      left = page - 1;
      how = manner;
    },
  };
}
