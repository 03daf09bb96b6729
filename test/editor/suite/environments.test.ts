import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { views } from "../../../shared/api.ts";
import { click, hover, isHosted, press, screenshot, type } from "../host/control.ts";
import { defaultButton, warned } from "./questions.ts";
import { startSecondSandbox } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import { lines, rowLike, showSidebar, showView, toggleViews, wordsIn, wordsInView } from "./sidebar.ts";
import { insist, moment, until } from "./until.ts";

const configuration = () => vscode.workspace.getConfiguration("switchboard");
const set = (name: string, value: unknown) =>
  configuration().update(name, value, vscode.ConfigurationTarget.Global);

const statusItem = '[id="switchboard.switchboard.environment"]';
const status = (words: RegExp) => wordsIn(statusItem, words);
/** The minute that a reply spoke of may be over: then another reply says more. */
const budget = (words: RegExp) =>
  insist(
    `the budget ${words}`,
    () => vscode.commands.executeCommand("switchboard.refresh"),
    async () => (await lines(statusItem)).find((each) => words.test(each)),
  );
const quickInput = ".quick-input-widget";
const limits = '[role=tree][aria-label="Rate Limits"]';
const limitRow = (words: RegExp) => wordsIn(`${limits} .monaco-list-row`, words);

const inLight = (use: () => Promise<unknown>) =>
  withSettings({ "workbench.colorTheme": "Default Light Modern" }, async () => {
    await until("the light theme", () => vscode.window.activeColorTheme.kind === vscode.ColorThemeKind.Light);
    await use();
  });

describe("environments", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
  });

  after(async () => {
    for (const name of ["environment", "baseUrls", "rateReserve"]) await set(name, undefined);
  });

  it("show what is left of the rate budget in the status bar", async () => {
    await showView("servers");
    await rowLike("servers", /^api-01/);
    await budget(/Sandbox · [\w ]+ ([\d,]+\/[\d,]+|\d+ left)/);
    await hover(statusItem);
    await wordsIn(".workbench-hover", /Left.*Reset.*Select Environment.*Show Rate Limits/);
    await moment(500); // It fades in.
    await screenshot("status-sandbox");
    await press("Escape");
  });

  it("show each key's rate limit in a view of its own", async () => {
    // An API has a limit there once one of its lists was read.
    for (const [view, row] of [
      ["deployments", /^docs-site-1/],
      ["products", /^Linen apron/],
      ["members", /^Jonas/],
      ["servers", /^api-01/],
    ] as const) {
      await showView(view);
      await rowLike(view, row);
    }
    await vscode.commands.executeCommand("switchboard.showRateLimits");
    await toggleViews(views);
    try {
      await limitRow(/^Marketplace ?\d+ repl(y|ies) today/);
      for (const title of ["Cloud infrastructure v1", "Deployment platform"]) {
        const row = `${limits} .monaco-list-row:has-text("${title}")`;
        const isOpen = async () => (await lines(`${row}[aria-expanded=true]`)).length > 0;
        const open = async () => ((await isOpen()) ? undefined : click(`${row} .monaco-tl-twistie`));
        await insist(`${title} open`, open, isOpen, 2000);
      }
      await limitRow(/^Professional ?1,000 per minute/);
      await limitRow(/^Key ?the sandbox's own/);
      await limitRow(/^Limit ?replies do not say/);
      await screenshot("rate-limits-dark");
      await inLight(() => screenshot("rate-limits-light"));
      await set("backgroundRefresh", 30);
      await set("rateReserve", 100);
      await click(`${limits} .monaco-list-row:has-text("Membership platform") .monaco-tl-twistie`);
      const paused = async () =>
        (await lines(`${limits} .monaco-list-row`)).some((row) => /^Refresh is paused ?below/.test(row));
      // The minute that was spoken of may be over: another reply says more.
      const readAgain = async () => {
        if (await paused()) return;
        await toggleViews(views);
        await showView("members");
        await vscode.commands.executeCommand("switchboard.refresh");
        await rowLike("members", /^Jonas/);
        await vscode.commands.executeCommand("switchboard.showRateLimits");
        await toggleViews(views);
      };
      await insist("the pause", readAgain, paused);
      await screenshot("rate-limits-low");
      for (const theme of ["Default High Contrast", "Default High Contrast Light"])
        await withSettings({ "workbench.colorTheme": theme }, async () => {
          await limitRow(/^Key ?the sandbox's own/);
          await screenshot(`rate-limits-${theme}`);
        });
    } finally {
      for (const name of ["backgroundRefresh", "rateReserve"]) await set(name, undefined);
      await toggleViews(views);
      await click('.pane-header[aria-label^="Rate Limits"]'); // It is collapsed at first.
    }
  });

  it("of one's own are made where one is selected", async () => {
    void vscode.commands.executeCommand("switchboard.selectEnvironment");
    await wordsIn(quickInput, /Sandbox.*Test.*Live.*New Environment…/);
    await screenshot("select-environment");
    await type("New Env");
    await press("Enter");
    await wordsIn(quickInput, /New environment/);
    await type("Live");
    await wordsIn(quickInput, /There is an environment live already/);
    await press("Control+A");
    await type("staging");
    await wordsIn(quickInput, /Its name, like staging/);
    await screenshot("new-environment");
    await press("Enter");
    await status(/^staging$/);
    assert.equal(configuration().get("environment"), "staging");
    await showView("products");
    await wordsInView("products", /No base address is set/);
    await screenshot("status-own");
    void vscode.commands.executeCommand("switchboard.selectEnvironment");
    await wordsIn(quickInput, /staging ?active · no base address/);
    await press("Escape");
  });
});

describe("the first request to an origin", () => {
  let second: Awaited<ReturnType<typeof startSecondSandbox>> | undefined;

  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
    second = await startSecondSandbox();
    await set("environment", "live");
    await set("baseUrls", { live: addresses("marketplace", "admin", "membership") });
  });

  after(async () => {
    second?.stop();
    for (const name of ["environment", "baseUrls"]) await set(name, undefined);
  });

  const addresses = (...slugs: string[]) =>
    Object.fromEntries(slugs.map((slug) => [slug, second?.directory.apis[slug]?.baseUrl]));

  it("waits for a yes", async () => {
    await status(/^Live$/);
    for (const view of ["members", "products"] as const) await showView(view);
    await wordsInView("products", /Requests to a new address wait/);
    await rowLike("members", /^Allow requests to http:\/\/127/);
    await screenshot("new-origin");
    await click(`[role=tree][aria-label="Members"] .monaco-list-row:has-text("Allow requests") .label-name`);
    await warned(/Live: allow requests to http:\/\/127\.0\.0\.1:\d+/);
    await screenshot("allow-origin");
    assert.equal(await defaultButton(), "Don't Allow");
    await press("Enter");
    await wordsInView("products", /Requests to a new address wait/);
  });

  it("is asked for several at once", async () => {
    void vscode.commands.executeCommand("switchboard.allowOrigin");
    await wordsIn(quickInput, /The live environment: allow requests to which addresses/);
    await screenshot("allow-origins");
    await type("Marketplace");
    await wordsIn(quickInput, /Marketplace/);
    await press("ArrowDown");
    await press("Space");
    await press("Enter");
    await wordsInView("products", /No key is set/);
    await rowLike("members", /^Allow requests/);
  });

  it("is allowed by who sets its key, and live shows its budget", async () => {
    const key = second?.directory.apis.membership?.credentials.key;
    void vscode.commands.executeCommand("switchboard.setKey", "membership");
    await wordsIn(quickInput, /Membership platform: API key/);
    await type(key ?? "");
    await press("Enter");
    await showView("members");
    await rowLike("members", /^Jonas Lindqvist/);
    await wordsIn(".pane-header", /Members.*Live/);
    await budget(/^Live · Membership platform \d+\/1,000$/);
    await screenshot("status-live-dark");
    await inLight(() => screenshot("status-live-light"));
    await withSettings({ "switchboard.baseUrls": { live: { membership: "https://api.example.test" } } }, () =>
      status(/^Live$/),
    );
  });

  it("goes through the proxy that VS Code is set to", async () => {
    const asked: (string | undefined)[] = [];
    const proxy = createServer().on("connect", (request, socket) => {
      asked.push(request.url);
      socket.end("HTTP/1.1 502 Not today\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo; // It listens on TCP.
    const settings = {
      "http.proxy": `http://127.0.0.1:${port}`,
      "switchboard.baseUrls": { live: { marketplace: "https://api.example.test/v1" } },
    };
    try {
      await withSettings(settings, async () => {
        void vscode.commands.executeCommand("switchboard.setKey", "marketplace");
        await wordsIn(quickInput, /Marketplace: API key/);
        await type("of-no-use");
        await press("Enter");
        await showView("products");
        await rowLike("products", /^Not reachable/);
        assert.ok(asked.includes("api.example.test:443"), `the proxy was asked for ${asked.join(", ")}`);
      });
    } finally {
      proxy.close();
    }
  });
});
