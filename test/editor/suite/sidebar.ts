/** The sidebar as a person sees it. */
import * as vscode from "vscode";
import type { View } from "../../../shared/api.ts";
import { click, text } from "../host/control.ts";
import { until } from "./until.ts";

/** The views' names as package.json has them. */
export const viewNames: Readonly<Record<View, string>> = {
  servers: "Servers",
  deployments: "Deployments",
  posts: "Posts",
  products: "Products",
  members: "Members",
  courses: "Courses",
};

const treeOf = (view: View) => `[role=tree][aria-label="${viewNames[view]}"]`;

/** The row that holds the text. */
export const rowWith = (view: View, words: string) =>
  `${treeOf(view)} .monaco-list-row:has-text(${JSON.stringify(words)})`;

export const showView = (view: View) => vscode.commands.executeCommand(`switchboard.${view}.focus`);

/** The rows that are on the screen, each as one line. */
export async function rows(view: View): Promise<string[]> {
  const found = await text(`${treeOf(view)} .monaco-list-row`);
  return found.map((row) => row.replace(/\s+/g, " ").trim());
}

/** Waits for a row that matches. */
export const rowLike = (view: View, pattern: RegExp) =>
  until(`a row like ${pattern} in ${view}`, async () => (await rows(view)).find((row) => pattern.test(row)));

export const clickRow = (view: View, words: string) => click(`${rowWith(view, words)} .label-name`);

/** Waits for words anywhere in the view, such as those of its welcome. */
export const wordsInView = (view: View, pattern: RegExp) =>
  until(`${pattern} in the view ${view}`, async () => {
    const panes = await text(`.pane:has(.pane-header[aria-label^="${viewNames[view]}"])`);
    return panes.some((words) => pattern.test(words.replace(/\s+/g, " ")));
  });

/** Other views out of the way, so that this one has room. */
export async function showOnly(view: View): Promise<void> {
  await vscode.commands.executeCommand("workbench.view.extension.switchboard");
  for (const other of Object.keys(viewNames))
    if (other !== view) await vscode.commands.executeCommand(`switchboard.${other}.removeView`);
  await showView(view);
}

/** A person's own setting. */
export const setSetting = (name: string, value: unknown) =>
  vscode.workspace.getConfiguration("switchboard").update(name, value, vscode.ConfigurationTarget.Global);
