import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { accessibilityFaults, click, isHosted, press } from "../host/control.ts";
import { page, screenshotInThemes, showPage } from "./pages.ts";
import { whileFailing, sandboxDirectory } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import { lines, wordsIn } from "./sidebar.ts";
import { until } from "./until.ts";

const show = (id: string) => showPage(() => vscode.commands.executeCommand("switchboard.showDashboard", id));

/** Does something at the sandbox that a dashboard counts. */
async function post(slug: string, path: string, body: object): Promise<void> {
  const entry = (await sandboxDirectory()).apis[slug];
  assert.ok(entry);
  const reply = await fetch(`${entry.baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${entry.credentials.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.ok(reply.ok, await reply.text());
}

const card = (title: string) => page(`.card:has(h3:text-is("${title}"))`);

describe("a dashboard", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
  });
  beforeEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("shows the metrics as figures, and what they become as lines with a table", async () => {
    await show("admin.dashboard.metrics");
    const before = await wordsIn(card("Active users"), /^Active users \d+/);
    const users = Number(/\d+/.exec(before)?.[0]);
    await wordsIn(card("Revenue (MRR)"), /^Revenue \(MRR\) \d\d,\d{3}$/);
    await wordsIn(page(".card[title='Unit not documented'] h3"), /^Revenue \(MRR\)$/);
    await wordsIn(card("System health"), /optimal/);
    assert.deepEqual(await lines(page(".line")), [], "no line through a single point");

    for (const name of ["Ravi Kapoor", "Maya Lund"]) {
      await post("admin", "/users", { name, email: `${name.replace(" ", ".")}@example.com`.toLowerCase() });
      await click(page("button:text-is('Refresh')"));
      await wordsIn(page(".status"), /Read at/);
    }
    await wordsIn(card("Active users"), new RegExp(`^Active users ${users + 2} \\+2 since`));
    await wordsIn(page("tbody tr:nth-child(1)"), new RegExp(`${users + 2} \\d\\d,\\d{3} 3\\.?\\d*$`));
    await wordsIn(page("tbody tr:nth-child(3)"), new RegExp(`${users} \\d\\d,\\d{3} 3\\.?\\d*$`));
    assert.equal(
      (await lines(page("svg[role=img][aria-label^='Active users: a line of 3 readings']"))).length,
      1,
    );
    assert.deepEqual(await accessibilityFaults(page("main")), []);
    await screenshotInThemes("dashboard-metrics");
  });

  it("shows a ranking as bars with a table beside them", async () => {
    await show("learning.analytics.progress");
    await wordsIn(card("Average time on platform"), /4h 12m$/);
    await wordsIn(
      page("section[aria-label='Trending courses'] tbody tr:nth-child(1)"),
      /^Statistics with care 1 course_\w+ \d+$/,
    );
    await until("the bars", async () => (await lines(page(".bars[role=img]"))).length === 1);
    assert.deepEqual(await accessibilityFaults(page("main")), []);
    await screenshotInThemes("dashboard-learning");
  });

  it("says what failed, keeps what it has, and reads again with the button", async () => {
    await show("learning.analytics.progress");
    await wordsIn(page(".status"), /Read at/);
    await whileFailing("learning", { status: 403 }, async () => {
      await click(page("button:text-is('Refresh')"));
      await wordsIn(page(".failure"), /403/);
      await wordsIn(page(".status"), /^Showing what was read at/);
      assert.deepEqual(await accessibilityFaults(page("main")), []);
      await screenshotInThemes("dashboard-failure");
    });
    await click(page("button:text-is('Try Again')"));
    await wordsIn(page(".status"), /Read at/);
    assert.deepEqual(await lines(page(".failure")), []);
  });

  it("follows the environment, and mends what is missing there", async () => {
    await show("admin.dashboard.metrics");
    await wordsIn(card("Active users"), /\d/);
    await withSettings({ "switchboard.environment": "live", "switchboard.baseUrls": {} }, async () => {
      await wordsIn(page(".status"), /^Switched to the live environment. Nothing read/);
      await wordsIn(page(".failure"), /No base address is set for Administration in the live environment/);
      assert.deepEqual(await lines(page(".card")), [], "figures of the sandbox");
      await screenshotInThemes("dashboard-no-address");
      await click(page("button:text-is('Set Base Address…')"));
      await wordsIn(".quick-input-widget", /Administration/);
      await press("Escape");
    });
    await wordsIn(page(".status"), /^Switched to the sandbox environment. Read at/);
  });
});
