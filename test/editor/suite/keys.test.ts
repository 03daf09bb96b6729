import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { isHosted, press, screenshot, type } from "../host/control.ts";
import { allowOrigin } from "./origins.ts";
import { sandboxDirectory } from "./sandbox.ts";
import { moment, until } from "./until.ts";
import { clickLink, clickRow, rowLike, showSidebar, showView, wordsIn, wordsInView } from "./sidebar.ts";

const set = (name: string, value: unknown) =>
  vscode.workspace.getConfiguration("switchboard").update(name, value, vscode.ConfigurationTarget.Global);

describe("keys of the live environment", () => {
  let key = "";

  before(async function () {
    if (!isHosted) this.skip();
    const { marketplace } = (await sandboxDirectory()).apis;
    assert.ok(marketplace);
    key = marketplace.credentials.key ?? "";
    await showSidebar();
    await set("environment", "live");
  });

  after(async () => {
    await set("environment", undefined);
    await set("baseUrls", undefined);
  });

  const enter = async (words: string) => {
    await wordsIn(".quick-input-widget", /Marketplace: API key/);
    await type(words);
    await press("Enter");
  };

  it("need a base address first", async () => {
    await showView("products");
    await wordsInView("products", /No base address is set/);
    await screenshot("live-no-address");
  });

  it("go nowhere that a workspace names", async () => {
    const { marketplace } = (await sandboxDirectory()).apis;
    const addresses = { live: { marketplace: marketplace?.baseUrl } };
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, ".vscode/settings.json");
    const settings = {
      "switchboard.baseUrls": addresses,
      "switchboard.baseUrls.live": addresses.live,
      "switchboard.baseUrls.live.marketplace": addresses.live.marketplace,
      switchboard: { baseUrls: addresses },
      "editor.tabSize": 7,
    };
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(settings)));
    const tabSize = () => vscode.workspace.getConfiguration("editor").get("tabSize");
    await until("the workspace's settings", () => tabSize() === 7);
    await vscode.commands.executeCommand("switchboard.refresh");
    await moment(500);
    await wordsInView("products", /No base address is set/);
    await vscode.workspace.fs.delete(file);
    await until("the person's own settings", () => tabSize() !== 7);
  });

  it("are missed as soon as there is an address that is allowed", async () => {
    const { marketplace } = (await sandboxDirectory()).apis;
    await set("baseUrls", { live: { marketplace: marketplace?.baseUrl } });
    await allowOrigin("products", "Marketplace");
    await wordsInView("products", /No key is set/);
  });

  it("are asked for, and a refused one says so", async () => {
    void clickLink("products", "Set one");
    await enter("wrong");
    await rowLike("products", /^Key refused/);
    await screenshot("key-refused");
  });

  it("are replaced with a click on the refusal", async () => {
    await clickRow("products", "Key refused");
    await wordsIn(".quick-input-widget", /Marketplace: API key/);
    await screenshot("set-key");
    await enter(key);
    await rowLike("products", /^Linen apron no\. 1/);
  });

  it("are forgotten after a question", async () => {
    void vscode.commands.executeCommand("switchboard.forgetKey", "marketplace");
    await wordsIn(".quick-input-widget", /Forget the key of Marketplace/);
    await press("Enter");
    await wordsInView("products", /No key is set/);
    void vscode.commands.executeCommand("switchboard.forgetKey");
    await wordsIn(".notification-list-item-message", /No key is kept for the live environment/);
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("stand beside webhook secrets, which are set and forgotten alike", async () => {
    const begin = (slug?: string) => vscode.commands.executeCommand("switchboard.setWebhookSecret", slug);
    const setting = begin();
    await wordsIn(".quick-input-widget", /Set the webhook secret of which API\?/);
    await screenshot("pick-webhook-secret");
    await type("marketplace");
    await press("Enter");
    await wordsIn(".quick-input-widget", /Marketplace: webhook secret/);
    await screenshot("set-webhook-secret");
    await type("whsec_journey");
    await press("Enter");
    await setting;
    const forgetting = begin("marketplace");
    await wordsIn(".quick-input-widget", /There is a webhook secret of Marketplace/);
    await type("Forget");
    await press("Enter");
    await forgetting;
    const again = begin("marketplace");
    await wordsIn(".quick-input-widget", /Marketplace: webhook secret/);
    await press("Escape");
    await again;
    await vscode.commands.executeCommand("notifications.clearAll");
  });
});
