import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { freePort } from "../../free-port.ts";
import { isHosted, press, screenshot, type } from "../host/control.ts";
import { asked } from "./questions.ts";
import { sandboxUrl, takenPort } from "./sandbox.ts";
import { clickLink, lines, rowLike, showSidebar, showView, wordsIn, wordsInView } from "./sidebar.ts";

const setUrl = (url: string) =>
  vscode.workspace
    .getConfiguration("switchboard")
    .update("sandbox.url", url, vscode.ConfigurationTarget.Global);

describe("the sandbox", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
    await setUrl(`http://127.0.0.1:${await freePort()}`);
  });

  after(async () => {
    await vscode.commands.executeCommand("switchboard.stopSandbox");
    await setUrl(sandboxUrl);
  });

  it("is offered in every view while it is not running", async () => {
    await showView("products");
    await showView("servers");
    await wordsInView("servers", /The local sandbox is not running/);
    await wordsInView("products", /The sandbox is not running/);
    await screenshot("sandbox-down");
  });

  it("starts with a click, and the views fill", async () => {
    await showView("products");
    await showView("servers");
    await clickLink("servers", "Start the Sandbox");
    await rowLike("servers", /^api-01/);
    await rowLike("products", /^Linen apron/);
  });

  it("is not offered to be started while it runs", async () => {
    await press("F1");
    await wordsIn(".quick-input-widget .monaco-list-row", /./);
    await type("Switchboard: Sandbox");
    await wordsIn(".quick-input-widget .monaco-list-row", /Stop Sandbox/);
    assert.deepEqual(
      (await lines(".quick-input-widget .monaco-list-row")).filter((row) => row.includes("Start Sandbox")),
      [],
    );
    await press("Escape");
  });

  it("stops on command", async () => {
    await vscode.commands.executeCommand("switchboard.stopSandbox");
    await wordsInView("servers", /The local sandbox is not running/);
  });

  it("says when its port is taken, and asks for another address", async () => {
    const { server, port } = await takenPort();
    try {
      await setUrl(`http://127.0.0.1:${port}`);
      await wordsInView("servers", /No sandbox is at the address that is set for it/);
      await wordsInView("products", /No sandbox is at its address/);
      await screenshot("not-a-sandbox");
      void vscode.commands.executeCommand("switchboard.startSandbox");
      await wordsIn(".notification-toast", new RegExp(`Port ${port} is taken by another program`));
      await screenshot("port-taken");
      await vscode.commands.executeCommand("notifications.clearAll");
      await clickLink("servers", "Set the Sandbox Address");
      await asked(/Sandbox: address/);
      await screenshot("sandbox-address");
      await press("Control+A");
      await type(`http://127.0.0.1:${await freePort()}`);
      await press("Enter");
      await wordsInView("servers", /The local sandbox is not running/);
    } finally {
      server.close();
    }
  });
});
