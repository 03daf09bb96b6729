/** The pages of panels, as a person sees them. */
import * as vscode from "vscode";
import { screenshot } from "../host/control.ts";
import { frameMark } from "../host/frame-mark.mts";
import { withSettings } from "./settings.ts";
import { lines } from "./sidebar.ts";
import { insist, until } from "./until.ts";

/** An element of the page that is in front. */
export const page = (selector: string) => ["iframe.webview.ready", "#active-frame", selector].join(frameMark);

/** VS Code in a browser leaves the page of a panel blank now and then: a person closes it and opens it again. */
export async function showPage(open: () => Thenable<unknown>): Promise<void> {
  let times = 0;
  const openAnew = async () => {
    if (times++ > 0) await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await open();
  };
  await insist("the page", openAnew, async () => (await lines(page("h1"))).length > 0, 15_000);
}

export async function screenshotInThemes(name: string): Promise<void> {
  await screenshot(`${name}-dark`);
  for (const [theme, kind] of [
    ["Default Light Modern", vscode.ColorThemeKind.Light],
    ["Default High Contrast", vscode.ColorThemeKind.HighContrast],
    ["Default High Contrast Light", vscode.ColorThemeKind.HighContrastLight],
  ] as const)
    await withSettings({ "workbench.colorTheme": theme }, async () => {
      await until(`the theme ${theme}`, () => vscode.window.activeColorTheme.kind === kind);
      await until(
        "the page's theme",
        async () => (await lines(page("body.vscode-light, body.vscode-high-contrast"))).length > 0,
      );
      await screenshot(`${name}-${vscode.ColorThemeKind[kind].toLowerCase()}`);
    });
  await until("the dark theme", async () => (await lines(page("body.vscode-dark"))).length > 0);
}
