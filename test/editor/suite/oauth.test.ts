import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  click,
  clickExternal,
  closeExternal,
  isHosted,
  press,
  screenshot,
  screenshotExternal,
} from "../host/control.ts";
import { page, showPage } from "./pages.ts";
import { whileFailing } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import { lines, rowLike, showSidebar, showView, wordsIn, withViewAlone } from "./sidebar.ts";
import { until } from "./until.ts";

const run = (command: string) => vscode.commands.executeCommand(`switchboard.${command}`);

const accountOfMembership = async (words: RegExp) => {
  await showPage(() => run("manageAccounts"));
  await wordsIn(page("#row-membership"), words);
  await screenshot("oauth-account");
  await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
};

const notification = (pattern: RegExp) => wordsIn(".notifications-toasts", pattern);

const startSignIn = async () => {
  void run("signIn");
  await wordsIn(".quick-input-widget", /what may Switchboard do for you/);
};

describe("signing in to the membership API", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  after(async () => {
    await run("signOut");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("asks for the documented scopes, and a denial leaves nobody signed in", async () => {
    await startSignIn();
    await screenshot("oauth-scopes");
    await press("Enter");
    await notification(/waiting for your answer in the browser/);
    await screenshot("oauth-waiting");
    await screenshotExternal("oauth-authorize-page");
    await clickExternal("#deny");
    await notification(/Access was denied in the browser/);
    await screenshotExternal("oauth-close-this-window");
    await closeExternal("You can close this window");
    await screenshot("oauth-denied");
    await vscode.commands.executeCommand("notifications.clearAll");
    await accountOfMembership(/Signed out/);
  });

  it("signs in through the authorize page", async () => {
    await startSignIn();
    await press("Enter");
    await notification(/waiting for your answer in the browser/);
    await clickExternal("#allow");
    await closeExternal("You can close this window");
    await until(
      "the notification's end",
      async () => (await lines(".notifications-toasts .monaco-list-row")).length === 0,
    );
    await accountOfMembership(
      /Signed in Scopes: membership:read, membership:write, subscription:read, subscription:write/,
    );
  });

  it("reads lists with the token", () =>
    withViewAlone("members", async () => {
      await run("refresh");
      await showView("members");
      await rowLike("members", /@/);
      await screenshot("oauth-list");
      // A refused key of the sandbox is told otherwise: only a token ends like this.
      await whileFailing("membership", { status: 401 }, async () => {
        await run("refresh");
        await rowLike("members", /^Sign in again/);
        await screenshot("oauth-signed-out");
      });
    }));

  it("explains the token endpoint that no document shows", async () => {
    const missing = {
      "switchboard.environment": "live",
      "switchboard.baseUrls": { live: { membership: "http://127.0.0.1:9/v2" } },
      "switchboard.oauth": { live: { membership: { authUrl: "http://127.0.0.1:9", clientId: "app" } } },
    };
    await withSettings(missing, async () => {
      await run("signIn");
      await notification(/token endpoint, which its documentation does not show/);
      await screenshot("oauth-not-set-up");
      await click('.notifications-toasts .monaco-button:has-text("Open Setting")');
      await wordsIn(".settings-editor", /Switchboard: Oauth/);
      await screenshot("oauth-setting");
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      await vscode.commands.executeCommand("notifications.clearAll");
    });
  });
});
