/** The one way to quick picks and input boxes: whatever a file or a service says in them is made plain. */
import * as vscode from "vscode";
import { plainText } from "../../shared/plain-text.ts";

/** Longer ones are cut off by the window itself. */
const longest = 300;

const plainOr = <T>(value: T): T => (typeof value === "string" ? (plainText(value, longest) as T) : value); // As it was, a string.

/** The words that people see of an item, of its options or of a box; what is typed stays as it is. */
const words = new Set<string | symbol>([
  "label",
  "description",
  "detail",
  "title",
  "placeHolder",
  "placeholder",
  "prompt",
]);

const plain = <T extends object>(shown: T): T =>
  // Each value stays of its type.
  Object.fromEntries(
    Object.entries(shown).map(([name, value]: [string, unknown]) => [
      name,
      words.has(name) ? plainOr(value) : value,
    ]),
  ) as T;

/** As VS Code's own. */
export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions & { canPickMany: true },
): Thenable<T[] | undefined>;
export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options?: vscode.QuickPickOptions,
): Thenable<T | undefined>;
export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions = {},
): Thenable<T | T[] | undefined> {
  return vscode.window.showQuickPick(items.map(plain), plain(options));
}

/** As VS Code's own; what a validation says is made plain as well. */
export const showInputBox = (options: vscode.InputBoxOptions): Thenable<string | undefined> =>
  vscode.window.showInputBox({
    ...plain(options),
    ...(options.validateInput && {
      validateInput: async (text) => plainOr(await options.validateInput?.(text)),
    }),
  });

/** As VS Code's own. */
export function createQuickPick<T extends vscode.QuickPickItem>(): vscode.QuickPick<T> {
  return new Proxy(vscode.window.createQuickPick<T>(), {
    get(pick, name) {
      const value: unknown = Reflect.get(pick, name);
      return typeof value === "function" ? value.bind(pick) : value;
    },
    set(pick, name, value: unknown) {
      const shown = Array.isArray(value) ? value.map(plain) : plainOr(value);
      return Reflect.set(pick, name, name === "items" || words.has(name) ? shown : value);
    },
  });
}
