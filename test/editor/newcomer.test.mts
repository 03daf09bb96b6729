// The way of a newcomer: `npm start` itself, its address in a browser, and what a person clicks first.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, it } from "node:test";
import type { Page } from "playwright-core";
import { type Browser, launchBrowser } from "./host/browser.mts";
import { cacheRoot } from "./host/install.mts";
import { type Started, start } from "./started.mts";

const TIMEOUT = 60_000;
const screenshots = join(cacheRoot, "screenshots");

let started: Started;
let browser: Browser;
let page: Page;

before(async () => {
  started = await start();
  browser = await launchBrowser({ width: 1280, height: 800 });
  page = browser.page;
  page.setDefaultTimeout(TIMEOUT);
  await page.goto(started.editor);
  await page.locator('.activitybar a[aria-label="Switchboard"]').click();
  await environment("Sandbox").waitFor();
});

after(async () => {
  await picture("newcomer-end");
  await browser?.[Symbol.asyncDispose]();
  await started?.[Symbol.asyncDispose]();
});

void it("is told where to begin", async () => {
  await page.locator(".tab", { hasText: "README.md" }).waitFor();
  await page.frameLocator("iframe.webview").frameLocator("#active-frame").getByText("Begin here").waitFor();
  await picture("newcomer-first-look");
});

void it("selects another environment in the status bar, and the sandbox again", async () => {
  await select("Sandbox", "Live");
  await picture("newcomer-live");
  await select("Live", "Sandbox");
});

void it("signs in on the page that the browser opens", async () => {
  const opened = page.context().waitForEvent("page", { timeout: TIMEOUT });
  await command("Switchboard: Sign In");
  await page.getByText(/what may Switchboard do for you/).waitFor();
  await page.keyboard.press("Enter");
  const authorize = await opened;
  await authorize.locator("#allow").click({ timeout: TIMEOUT });
  await authorize.getByText("You can close this window").waitFor({ timeout: TIMEOUT });
  await authorize.close();
  await page.getByText("Signed in to Membership").waitFor();
  await picture("newcomer-signed-in");
});

void it("lays out a request of one's own beside a list, and sends it", async () => {
  const list = page.locator('[role=tree][aria-label="Servers"] .monaco-list-row', {
    hasText: "Cloud infrastructure v1",
  });
  await list.first().hover();
  await list.first().locator('[aria-label^="Create Server"]').click();
  const send = page.locator(".codelens-decoration a", { hasText: "Send" }).first();
  await send.waitFor();
  await page.keyboard.type("my-first");
  await page.keyboard.press("Escape");
  await send.click();
  await page.locator(".editor-instance", { hasText: /20\d\s/ }).waitFor();
  await picture("newcomer-own-request");
  await command("View: Close All Editors");
});

void it("sends a request of the demo folder and reads the reply beside it", async () => {
  await page.locator('.activitybar a[aria-label^="Explorer"]').click();
  await page.locator(".explorer-folders-view .label-name", { hasText: "list-posts.request.json" }).dblclick();
  await page.locator(".codelens-decoration a", { hasText: "Send" }).first().click();
  const reply = page.locator(".editor-instance", { hasText: /200\sOK/ });
  await reply.waitFor();
  await picture("newcomer-reply");
  assert.equal(await page.locator(".editor-group-container").count(), 2);
});

void it("is told when a choice can't take effect", async () => {
  // A value of the machine's is where VS Code writes the choice, and not where it reads it.
  const file = join(started.data, "user-data/data/Machine/settings.json");
  await writeFile(
    file,
    JSON.stringify({ "switchboard.environment": "sandbox", "breadcrumbs.enabled": false }),
  );
  await page.locator(".breadcrumbs-control:visible").first().waitFor({ state: "hidden" }); // It was read.
  await environment("Sandbox").click();
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Live" }).first().click();
  await page
    .locator(".notifications-toasts")
    .getByText(/another value of switchboard.environment holds/)
    .waitFor();
  await picture("newcomer-held");
});

const environment = (title: string) =>
  page.locator('[id="switchboard.switchboard.environment"]', { hasText: title });

async function select(from: string, to: string): Promise<void> {
  await environment(from).click();
  await page.locator(".quick-input-list .monaco-list-row", { hasText: to }).first().click();
  await environment(to).waitFor();
}

async function command(title: string): Promise<void> {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }).waitFor();
  await page.keyboard.press("Enter");
}

const picture = (name: string) => page.screenshot({ path: join(screenshots, `${name}.png`) });
