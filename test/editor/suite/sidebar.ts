/** The sidebar as a person sees and uses it. */
import * as vscode from "vscode";
import { viewNames } from "../../../client/sidebar/contributions.ts";
import { type View, views } from "../../../shared/api.ts";
import { click, hover, press, text } from "../host/control.ts";
import { insist, moment, until } from "./until.ts";

const treeOf = (view: View) => `[role=tree][aria-label="${viewNames[view]}"]`;
const paneOf = (view: View) => `.pane:has(.pane-header[aria-label^="${viewNames[view]}"])`;

/** The label of the row that holds the words. */
export const labelIn = (view: View, words: string) => `${rowIn(view, words)} .label-name`;

/** The icon in that row, by the title of its command. */
export const iconIn = (view: View, words: string, title: string) =>
  `${rowIn(view, words)} .action-label[aria-label^=${JSON.stringify(title)}]`;

const rowIn = (view: View, words: string) =>
  `${treeOf(view)} .monaco-list-row:has-text(${JSON.stringify(words)})`;

export const showSidebar = () => vscode.commands.executeCommand("workbench.view.extension.switchboard");

export const showView = (view: View) => vscode.commands.executeCommand(`switchboard.${view}.focus`);

/** Hides all other views while `use` runs, so that this one has room. */
export async function withViewAlone(view: View, use: () => Promise<void>): Promise<void> {
  const others = views.filter((each) => each !== view);
  await showView(view);
  await toggleViews(others);
  try {
    await use();
  } finally {
    await toggleViews(others);
  }
}

/** Hides those that are there, and shows those that are not. */
export async function toggleViews(which: readonly View[]): Promise<void> {
  for (const view of which) await vscode.commands.executeCommand(`switchboard.${view}.toggleVisibility`);
}

/** The rows that are on the screen, each as one line. */
export const rows = (view: View) => lines(`${treeOf(view)} .monaco-list-row`);

/** The text of every element that matches, each as one line. */
export async function lines(selector: string): Promise<string[]> {
  const found = await text(selector);
  return found.map((words) => words.replace(/\s+/g, " ").trim());
}

/** Waits for a row that matches. */
export const rowLike = (view: View, pattern: RegExp) =>
  until(
    async () => `a row like ${pattern} among ${JSON.stringify(await rows(view))}`,
    async () => (await rows(view)).find((row) => pattern.test(row)),
  );

/** Opens the list whose row has these words for its label or description; before that may stand how much it holds. */
export const openList = (view: View, words: string) => setOpen(view, words, true);

export const closeList = (view: View, words: string) => setOpen(view, words, false);

async function setOpen(view: View, words: string, open: boolean): Promise<void> {
  const row = `${treeOf(view)} .monaco-list-row:has(:text-matches(${JSON.stringify(`^(.* · )?${words}$`)}))`;
  const isDone = async () => (await text(`${row}[aria-expanded=${open}]`)).length > 0;
  const what = `${words} ${open ? "open" : "closed"}`;
  const toggle = async () => {
    if (!(await isDone())) await click(`${row} .label-name`);
  };
  await insist(what, toggle, isDone, 2000);
  // It may yet be drawn as it was before the click.
  await moment();
  if (!(await isDone())) await setOpen(view, words, open);
}

/** Clicks an icon that a row shows below the pointer, until what comes of it is seen. */
export function clickIcon<T>(
  view: View,
  words: string,
  title: string,
  seen: () => T | undefined | PromiseLike<T | undefined>,
): Promise<NonNullable<T>> {
  return insist(
    `${title} of ${words}`,
    async () => {
      await hover(labelIn(view, words));
      await click(iconIn(view, words, title));
    },
    seen,
  );
}

export const clickRow = (view: View, words: string) => click(labelIn(view, words));

/** Selects the row with the words and the one below it, which `next` tells. */
export async function selectTwo(view: View, words: string, next: RegExp): Promise<void> {
  await clickRow(view, words);
  // The record takes the focus as soon as it is read.
  await until("the record", () => vscode.window.activeTextEditor?.document.getText().includes(words));
  await vscode.commands.executeCommand(`switchboard.${view}.focus`);
  await press("Shift+ArrowDown");
  await wordsIn(`${treeOf(view)} .monaco-list-row.selected`, next);
}

/** Waits for words anywhere in the view, such as those of its welcome. */
export const wordsInView = (view: View, pattern: RegExp) => wordsIn(paneOf(view), pattern);

export const clickLink = (view: View, words: string) =>
  click(`${paneOf(view)} .welcome-view-content :is(a, .monaco-button):has-text(${JSON.stringify(words)})`);

/** Waits for words in an element. */
export const wordsIn = (selector: string, pattern: RegExp) =>
  until(
    async () => `${pattern} among ${JSON.stringify(await lines(selector))}`,
    async () => (await lines(selector)).find((words) => pattern.test(words)),
  );
