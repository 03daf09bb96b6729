// Two windows of one person, who sends the same request from both.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, it } from "node:test";
import type { Page } from "playwright-core";
import { type Browser, launchBrowser } from "./host/browser.mts";
import { cacheRoot } from "./host/install.mts";
import { type Started, start } from "./started.mts";

const TIMEOUT = 60_000;

let started: Started;
let browser: Browser;
let windows: readonly Page[] = [];

before(async () => {
  started = await start();
  // A file that both have open, and whose request changes something.
  const body = { name: "only-once", region: "us-east-1", plan: "small", image: "ubuntu-24.04" };
  const request = { operation: "cloud-v1.servers.create", body };
  await writeFile(join(started.data, "demo/create.request.json"), JSON.stringify(request, undefined, 2));
  browser = await launchBrowser({ width: 1280, height: 800 });
  const second = await browser.page.context().newPage();
  windows = [browser.page, second];
  for (const page of windows) {
    page.setDefaultTimeout(TIMEOUT);
    await page.goto(started.editor);
    await page.locator(".tab", { hasText: "README.md" }).waitFor(); // It would come before what is opened meanwhile.
    await page.locator('.activitybar a[aria-label="Switchboard"]').click();
    await page.locator('[id="switchboard.switchboard.environment"]').waitFor();
  }
});

after(async () => {
  for (const [index, page] of windows.entries())
    await page.screenshot({ path: join(cacheRoot, "screenshots", `window-${index + 1}.png`) });
  await browser?.[Symbol.asyncDispose]();
  await started?.[Symbol.asyncDispose]();
});

const count = async () => {
  const { apis } = (await (await fetch(started.sandbox)).json()) as {
    apis: Record<string, { baseUrl: string; credentials: Record<string, string> }>;
  }; // As `switchboard sandbox --json` prints it.
  const api = apis["cloud-v1"];
  assert.ok(api);
  const reply = await fetch(`${api.baseUrl}/servers?limit=100`, {
    headers: { authorization: `Bearer ${api.credentials["key"]}` },
  });
  return (await reply.text()).split("only-once").length - 1;
};

void it("what one window sends, the other does not send meanwhile", async () => {
  assert.equal(await count(), 0);
  for (const page of windows) {
    await page.locator('.activitybar a[aria-label^="Explorer"]').click();
    await page.locator(".explorer-folders-view .label-name", { hasText: "create.request.json" }).dblclick();
    await send(page).waitFor();
  }
  const delays = `${started.sandbox}/_sandbox/failures/cloud-v1`;
  const delayed = await fetch(delays, {
    method: "POST",
    headers: { "content-type": "application/json" },
    // As many as all that reads lists meanwhile could take.
    body: JSON.stringify({ delay: 8000, times: 100 }),
  });
  assert.ok(delayed.ok, await delayed.text());
  const [one, two] = windows;
  assert.ok(one && two);
  await send(one).click();
  await one
    .locator(".notifications-toasts")
    .getByText(/Create server/)
    .first()
    .waitFor();
  await send(two).click();
  await two.getByText("It is being sent already.").waitFor();
  await fetch(delays, { method: "DELETE" });
  await one.locator(".editor-instance", { hasText: /201\sCreated/ }).waitFor();
  assert.equal(await count(), 1);
});

void it("what one window sends, the history of the other shows", async () => {
  const [one, two] = windows;
  assert.ok(one && two);
  await two.locator('.activitybar a[aria-label^="Switchboard"]').click();
  await two.locator('.pane-header[aria-label^="History"]').click();
  const rows = two.locator('[role=tree][aria-label="History"] .monaco-list-row', {
    hasText: /Create server.*201/,
  });
  await rows.first().waitFor();
  assert.equal(await rows.count(), 1);
  await send(one).click();
  await rows.nth(1).waitFor();
});

void it("what replies to one window had is in the report of the other", async () => {
  const [one, two] = windows;
  assert.ok(one && two);
  await two.locator('.activitybar a[aria-label^="Explorer"]').click();
  await two.locator(".explorer-folders-view .label-name", { hasText: "purge-cdn.request.json" }).dblclick();
  await send(two).click();
  await two.locator(".editor-instance", { hasText: /20\d\s/ }).waitFor();
  for (const page of windows) {
    await page.keyboard.press("F1");
    await page.locator(".quick-input-widget input").first().fill(">Show What Replies Have beyond");
    await page
      .locator(".quick-input-list .monaco-list-row.focused", { hasText: "Show What Replies" })
      .waitFor();
    await page.keyboard.press("Enter");
    const report = page.frameLocator("iframe.webview").frameLocator("#active-frame");
    for (const operation of ["cloud-v1.servers.create", "cloud-v1.cdn.purge"])
      await report.getByText(operation).first().waitFor();
  }
});

void it("webhooks that one window receives are in both, also after a reload", async () => {
  const [one, two] = windows;
  assert.ok(one && two);
  const rows = (page: Page) =>
    page.locator('[role=tree][aria-label="Webhooks"] .monaco-list-row', { hasText: "content.published" });
  const open = async (page: Page) => {
    const item = page.locator(".activitybar .action-item", {
      has: page.locator('a[aria-label^="Switchboard"]'),
    });
    await item.waitFor();
    await page.locator('[id="switchboard.switchboard.environment"]').waitFor();
    // A click on what is open would close it.
    if (!(await item.getAttribute("class"))?.includes("checked")) await item.click();
    const header = page.locator('.pane-header[aria-label^="Webhooks"]');
    await header.waitFor();
    if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
  };
  for (const page of windows) await open(page);
  await one.locator(".pane", { has: one.locator('.pane-header[aria-label^="Webhooks"]') }).hover();
  await one.locator('.pane-header .action-label[aria-label^="Listen for Webhooks"]').click();
  const description = one.locator('.pane-header[aria-label^="Webhooks"] .description');
  await description.filter({ hasText: /127\.0\.0\.1:\d+/ }).waitFor();
  const triggered = await fetch(`${started.sandbox}/_sandbox/events/content/content.published`, {
    method: "POST",
  });
  assert.ok(triggered.ok);
  for (const page of windows) await rows(page).first().waitFor();
  for (const page of windows) {
    await page.reload();
    await open(page);
    await rows(page).first().waitFor();
    assert.equal(await rows(page).count(), 1);
  }
});

const send = (page: Page) => page.locator(".codelens-decoration a", { hasText: "Send" }).first();
