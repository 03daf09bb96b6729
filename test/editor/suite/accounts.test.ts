import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { accessibilityFaults, click, isHosted, press, screenshot, type } from "../host/control.ts";
import { page, screenshotInThemes, showPage } from "./pages.ts";
import { choose, warned } from "./questions.ts";
import { sandboxDirectory } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import { wordsIn } from "./sidebar.ts";

const set = (name: string, value: unknown) =>
  vscode.workspace.getConfiguration("switchboard").update(name, value, vscode.ConfigurationTarget.Global);

const open = (api?: string) =>
  showPage(() => vscode.commands.executeCommand("switchboard.manageAccounts", api));

const elsewhere = (address: string) => address.replace("127.0.0.1", "localhost");

const row = (api: string) => page(`#row-${api}`);
const button = (name: string) => page(`button[aria-label="${name}"]`);

describe("the page of accounts", () => {
  let address = "";
  let key = "";

  before(async function () {
    if (!isHosted) this.skip();
    const { marketplace } = (await sandboxDirectory()).apis;
    assert.ok(marketplace?.credentials.key);
    // An origin of its own: what is allowed here is asked about elsewhere.
    address = elsewhere(marketplace.baseUrl);
    key = marketplace.credentials.key;
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  afterEach(async () => {
    for (const name of ["environment", "baseUrls", "routes"]) await set(name, undefined);
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("shows that the sandbox brings all itself", async () => {
    await open();
    await wordsIn(page(".status"), /^10 of 10 APIs can be used/);
    await wordsIn(row("marketplace"), /127\.0\.0\.1.*The sandbox's own Not documented/);
    assert.deepEqual(await accessibilityFaults(page("main")), []);
    await screenshotInThemes("accounts-sandbox");
  });

  it("follows the environment, and mends an address where it is missing", async () => {
    await open();
    await click(page("button:text-is('Select Environment…')"));
    await wordsIn(".quick-input-widget", /Live/);
    await type("Live");
    await press("Enter");
    await wordsIn(page(".status"), /^0 of 10 APIs can be used/);
    await wordsIn(page(".environment.real"), /^Live$/);
    await click(button("Set… Address of Marketplace"));
    await wordsIn(".quick-input-widget", /Marketplace: base address/);
    await press("Control+A");
    await type(address);
    await press("Enter");
    await wordsIn(row("marketplace"), /localhost.*Change… .*None/);
  });

  it("sets a key, shows where it is and not what it is, and forgets it", async () => {
    await set("baseUrls", { live: { marketplace: address } });
    await set("environment", "live");
    await open();
    await click(button("Set… Key of Marketplace"));
    await wordsIn(".quick-input-widget", /Marketplace: API key/);
    await type(key);
    await press("Enter");
    const words = await wordsIn(row("marketplace"), /In (VS Code's secret storage|the system's keychain)/);
    assert.ok(!words.includes(key));
    await wordsIn(page(".status"), /^1 of 10 APIs can be used/);
    assert.deepEqual(await accessibilityFaults(page("main")), []);
    await screenshotInThemes("accounts-live");
    await click(button("Forget… Key of Marketplace"));
    await wordsIn(".quick-input-widget", /Forget the key of Marketplace/);
    await press("Enter");
    await wordsIn(page(".status"), /^0 of 10 APIs can be used/);
  });

  it("allows requests to an address that somebody else has set", async () => {
    const { content } = (await sandboxDirectory()).apis;
    await set("baseUrls", { live: { content: elsewhere(content?.baseUrl ?? "") } });
    await set("environment", "live");
    await open();
    await wordsIn(row("content"), /New: requests wait until you allow them/);
    await screenshot("accounts-new-origin");
    await click(button("Allow… Address of Content management"));
    await warned(/Live: allow requests to http/);
    await choose("Allow");
    await wordsIn(row("content"), /Change… .*None/);
  });

  it("binds routes of an API together, each shown as a guess", async () => {
    await set("environment", "live");
    await open();
    await wordsIn(row("marketplace"), /0 of 2 bound/);
    await click(button("Bind… Routes of Marketplace"));
    const guesses = await wordsIn(".quick-input-widget", /bind which routes as they are guessed here/);
    assert.match(guesses, /A guess by convention/);
    await screenshot("bind-routes");
    await press("ArrowDown");
    await press("Space");
    await press("ArrowDown");
    await press("Space");
    await press("Enter");
    await wordsIn(row("marketplace"), /All bound 2 that are not documented/);
  });

  it("says why there are no rows, and shows them once that is mended", async () => {
    await withSettings({ "switchboard.sandbox.url": "nowhere" }, async () => {
      await open();
      await wordsIn(page(".failure"), /nowhere/);
      await wordsIn(page(".failure button"), /Set Sandbox Address…/);
      await screenshot("accounts-failure");
    });
    await wordsIn(page(".status"), /^10 of 10 APIs can be used/);
  });

  it("comes to the API that it was opened for", async () => {
    await open("social");
    await wordsIn(page("tr[aria-current]"), /^Social/);
  });
});
