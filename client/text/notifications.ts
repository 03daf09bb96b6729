/** The one way to notifications and progress: whatever a file or a service says in them is made plain. */
import * as vscode from "vscode";
import { plainText, unlinked } from "../../shared/plain-text.ts";

/** Longer ones are no help to a reader. */
const longest = 1000;

const plain = (message: string) => unlinked(plainText(message, longest));

/** A button of a notification and what it does. */
export interface Button extends vscode.MessageItem {
  apply(): unknown;
}

type Show = (message: string, ...buttons: Button[]) => Thenable<Button | undefined>;

/** VS Code cuts off what is longer than this and has no button. */
const oneLine = 60;
const read: Button = { title: "OK", apply() {} };

/** Resolves when the notification is gone and what its button does is done. */
const shownBy =
  (show: Show) =>
  async (message: string, ...buttons: Button[]): Promise<void> => {
    const isCutOff = buttons.length === 0 && message.length > oneLine;
    await (await show(plain(message), ...(isCutOff ? [read] : buttons)))?.apply();
  };

export const showInformation = shownBy((...given) => vscode.window.showInformationMessage(...given));
export const showWarning = shownBy((...given) => vscode.window.showWarningMessage(...given));
export const showError = shownBy((...given) => vscode.window.showErrorMessage(...given));

/**
 * A warning that stands in the way: whether the person chose the deed. Enter, Escape and closing it choose nothing:
 * VS Code gives the focus to the first button, and puts one that closes last, wherever it is given.
 */
export async function confirmModally(
  message: string,
  lines: readonly string[],
  answers: { deed: string; refusal: string },
): Promise<boolean> {
  const wanted: vscode.MessageItem = { title: plain(answers.deed) };
  const detail = lines.map(plain).join("\n");
  const refusal: vscode.MessageItem = { title: answers.refusal };
  return (
    (await vscode.window.showWarningMessage(plain(message), { modal: true, detail }, refusal, wanted)) ===
    wanted
  );
}

/** Shows a line in the status bar for five seconds. `icon` is a codicon's name. */
export function showBriefly(icon: string, message: string): void {
  vscode.window.setStatusBarMessage(`$(${icon}) ${plain(message).replaceAll("$(", "(")}`, 5000);
}

/** Shows a line in the status bar while `work` is under way. */
export const showingWork = <T>(title: string, work: () => Promise<T>): Thenable<T> =>
  vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: plain(title) }, work);

/** Shows that work is under way at the head of a view. */
export const showingWorkIn = <T>(viewId: string, work: () => Promise<T>): Thenable<T> =>
  vscode.window.withProgress({ location: { viewId } }, work);

/** Shows a notification while `work` is under way, with a button that aborts it. */
export const showingCancellableWork = <T>(
  title: string,
  abort: AbortController,
  work: (report: (message: string) => void) => Promise<T>,
): Thenable<T> =>
  vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: plain(title), cancellable: true },
    (progress, token) => {
      token.onCancellationRequested(() => abort.abort());
      return work((message) => progress.report({ message: plain(message) }));
    },
  );

/** Most work ends sooner than a notification could be read: after so many milliseconds it is shown. */
const patience = 700;

/** Shows work that takes long, what it reports last, and a button that ends it. */
export async function showingSlowWork<T>(
  title: string,
  work: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let last: string | undefined;
  let report = (message: string): void => {
    last = message;
  };
  const result = work(abort.signal, (message) => report(message));
  const timer = setTimeout(() => {
    void showingCancellableWork(title, abort, async (show) => {
      if (last !== undefined) show(last);
      report = show;
      await result.catch(() => {}); // Told by whoever awaits the work itself.
    });
  }, patience);
  return result.finally(() => clearTimeout(timer));
}
