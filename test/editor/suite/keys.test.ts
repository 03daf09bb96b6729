import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { isHosted, press, screenshot, type } from "../host/control.ts";
import { sandboxDirectory } from "./sandbox.ts";
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
    const { marketplace } = (await sandboxDirectory()).apis;
    await set("baseUrls", { live: { marketplace: marketplace?.baseUrl } });
    await wordsInView("products", /No key is set/);
  });

  it("are asked for, and a refused one says so", async () => {
    void clickLink("products", "Set one");
    await wordsIn(".quick-input-widget", /Set the key of which API/);
    await type("Marketplace");
    await press("Enter");
    await enter("wrong");
    await rowLike("products", /^The key was refused/);
    await screenshot("key-refused");
  });

  it("are replaced with a click on the refusal", async () => {
    await clickRow("products", "The key was refused");
    await wordsIn(".quick-input-widget", /Marketplace: API key/);
    await screenshot("set-key");
    await enter(key);
    await rowLike("products", /^Linen apron no\. 1/);
  });

  it("tell where they are, and not what they are", async () => {
    void vscode.commands.executeCommand("switchboard.showKeySource");
    const words = await wordsIn(".quick-input-widget", /Marketplace.*(secret storage|keychain)/);
    assert.ok(!words.includes(key));
    await screenshot("key-sources");
    await press("Escape");
  });

  it("are forgotten after a question", async () => {
    void vscode.commands.executeCommand("switchboard.forgetKey", "marketplace");
    await wordsIn(".quick-input-widget", /Forget the key of Marketplace/);
    await press("Enter");
    await wordsInView("products", /No key is set/);
  });
});
