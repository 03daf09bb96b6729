/** What the walkthrough says is done as it says, and its pictures are taken: media/walkthrough has copies of them. */
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { freePort } from "../../free-port.ts";
import { click, hover, isHosted, press, screenshot, screenshotPart, text } from "../host/control.ts";
import { openDemo, responses } from "./documents.ts";
import { asked } from "./questions.ts";
import { startOver } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import {
  clickRow,
  labelIn,
  rowLike,
  showSidebar,
  showView,
  withViewAlone,
  wordsIn,
  wordsInView,
} from "./sidebar.ts";
import { until } from "./until.ts";

const themes = [
  ["Default Light Modern", "light", vscode.ColorThemeKind.Light],
  ["Default Dark Modern", "dark", vscode.ColorThemeKind.Dark],
] as const;

/** What the picture of each step shows, as its width and height from the window's upper left corner. */
const parts = {
  sandbox: [640, 260],
  browse: [760, 440],
  request: [1280, 440],
  edit: [760, 440],
  account: [940, 330],
} as const;

const pictureIn = (theme: string, step: keyof typeof parts) => {
  const [width, height] = parts[step];
  return screenshotPart(`${step}-${theme}`, { x: 0, y: 0, width, height });
};

async function picture(step: keyof typeof parts): Promise<void> {
  for (const [theme, name, kind] of themes)
    await withSettings({ "workbench.colorTheme": theme }, async () => {
      await until(`the theme ${theme}`, () => vscode.window.activeColorTheme.kind === kind);
      await pictureIn(name, step);
    });
}

const step = (title: string) => `.getting-started-step:has-text(${JSON.stringify(title)})`;
const isDone = (title: string) =>
  until(
    `${title} is done`,
    async () => (await text(`${step(title)} .codicon-getting-started-step-checked`)).length > 0,
  );

async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand(
    "workbench.action.openWalkthrough",
    "switchboard.switchboard#start",
    false,
  );
  await wordsIn(".getting-started-step", /Start the sandbox/);
}

const closeEditors = () => vscode.commands.executeCommand("workbench.action.closeAllEditors");

describe("the walkthrough", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await closeEditors();
    await startOver();
    await showSidebar();
  });
  after(closeEditors);

  it("is there with all steps, in every theme", async () => {
    await openWalkthrough();
    for (const title of ["Browse and open a record", "Edit a record", "Use your own account"])
      await wordsIn(".getting-started-step", new RegExp(title));
    await screenshot("walkthrough-dark");
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
    for (const [theme, name, kind] of [
      ["Default Light Modern", "light", vscode.ColorThemeKind.Light],
      ["Default High Contrast", "contrast", vscode.ColorThemeKind.HighContrast],
    ] as const)
      await withSettings({ "workbench.colorTheme": theme }, async () => {
        await until(`the theme ${theme}`, () => vscode.window.activeColorTheme.kind === kind);
        await screenshot(`walkthrough-${name}`);
      });
    await showSidebar();
    await closeEditors();
  });

  it("begins where no sandbox runs", async () => {
    await withSettings({ "switchboard.sandbox.url": `http://127.0.0.1:${await freePort()}` }, async () => {
      await showView("servers");
      await wordsInView("servers", /The local sandbox is not running/);
      await picture("sandbox");
    });
  });

  it("knows that a sandbox runs, and that a record was opened", async () => {
    await showView("servers");
    await rowLike("servers", /^api-01/);
    await clickRow("servers", "api-01");
    await until("the record", () => vscode.window.activeTextEditor?.document.getText().includes("api-01"));
    await picture("browse");
    await openWalkthrough();
    await vscode.commands.executeCommand("switchboard.startSandbox");
    await wordsIn(".statusbar-item", /A sandbox that something else has started is running/);
    await isDone("Start the sandbox");
    await isDone("Browse and open a record");
    await closeEditors();
  });

  it("sends a request of the demo", async () => {
    await openDemo("list-posts.request.json");
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
    await click('.codelens-decoration a:has-text("Send")');
    await until("the reply", () => responses().length > 0);
    await picture("request");
    await showSidebar();
    await openWalkthrough();
    await isDone("Write a request and send it");
    await closeEditors();
  });

  it("edits a member", async () => {
    await closeEditors();
    await showView("members");
    await withViewAlone("members", async () => {
      await rowLike("members", /^Hanna Weber/);
      await hover(labelIn("members", "Hanna Weber"));
      await click(
        `[role=tree][aria-label="Members"] .monaco-list-row:has-text("Hanna Weber") .action-label[aria-label^="Edit Record"]`,
      );
      await until(
        "the edit",
        () => vscode.window.activeTextEditor?.document.uri.scheme === "switchboard-edit",
      );
      await picture("edit");
    });
    await openWalkthrough();
    await isDone("Edit a record");
    await screenshot("walkthrough-mostly-done");
    await closeEditors();
  });

  it("asks for the environment", async () => {
    await showView("servers");
    for (const [theme, name, kind] of themes)
      await withSettings({ "workbench.colorTheme": theme }, async () => {
        await until(`the theme ${theme}`, () => vscode.window.activeColorTheme.kind === kind);
        void vscode.commands.executeCommand("switchboard.selectEnvironment");
        await asked(/environment/i);
        await pictureIn(name, "account");
        await press("Escape");
      });
  });
});
