import * as vscode from "vscode";
import type { Session } from "../session/session.ts";

/** Replies come in bursts. */
const pause = 300;
const longest = 2 ** 31 - 1;

/** Calls `show` soon after the budgets of the active environment have changed, and when one of them is over. */
export function watchBudgets(session: Session, show: () => void): vscode.Disposable {
  let soon: NodeJS.Timeout | undefined;
  let over: NodeJS.Timeout | undefined;
  const run = () => {
    soon = undefined;
    show();
    clearTimeout(over);
    const ends = session.uses().flatMap(({ until }) => until ?? []);
    if (ends.length > 0)
      over = setTimeout(run, Math.min(Math.max(Math.min(...ends) - Date.now(), pause), longest));
  };
  const changed = session.budgets.onDidChange(() => {
    soon ??= setTimeout(run, pause);
  });
  return vscode.Disposable.from(
    changed,
    session.onDidChange(run),
    new vscode.Disposable(() => {
      clearTimeout(soon);
      clearTimeout(over);
    }),
  );
}
