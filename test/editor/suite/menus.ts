/** The menus of rows, as a person opens them. */
import { click, rightClick } from "../host/control.ts";
import { lines } from "./sidebar.ts";
import { insist, moment } from "./until.ts";

const entries = ".monaco-menu .action-label";

const shown = async () => {
  const found = await lines(entries);
  return found.length > 0 ? found : undefined;
};

/** Opens the menu of what a selector names, and resolves with its entries once it takes a click. */
export async function openMenu(selector: string): Promise<string[]> {
  const found = await insist(
    `the menu of ${selector}`,
    () => rightClick(selector),
    async () => {
      if (!(await shown())) return undefined;
      await moment(); // It takes no click while it fades in.
      return shown();
    },
  );
  return found.filter((entry) => entry !== "");
}

/** @param entry what the entry of the open menu begins with */
export const chooseEntry = (entry: string) => click(`${entries}[aria-label^=${JSON.stringify(entry)}]`);

export async function chooseInMenu(selector: string, entry: string): Promise<void> {
  await openMenu(selector);
  await chooseEntry(entry);
}
