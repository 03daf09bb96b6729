/** The status bar's item: the active environment, and what is left of the budget of the key used last. */
import * as vscode from "vscode";
import { isLow } from "../session/budgets.ts";
import { commandIds } from "../session/command-ids.ts";
import { statusSpoken, statusText, statusTooltip } from "./budget-text.ts";
import type { Session } from "../session/session.ts";
import { markdown } from "../text/markdown.ts";
import { watchBudgets } from "./watch-budgets.ts";

const links = [commandIds.selectEnvironment, commandIds.showRateLimits];

/** Live looks different from everything else. */
export function showStatus(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("environment", vscode.StatusBarAlignment.Left, 10);
  item.name = "Switchboard Environment";
  item.command = commandIds.selectEnvironment;
  const update = () => {
    const { environment, rateReserve } = session.settings;
    const uses = session.uses();
    const last = uses.at(-1);
    const low = last !== undefined && isLow(last, rateReserve);
    item.text = statusText(environment, last);
    item.tooltip = markdown(
      `${statusTooltip(environment, uses, Date.now())}\n\n[Select Environment](command:${links[0]}) · [Show Rate Limits](command:${links[1]})`,
      links,
    );
    item.accessibilityInformation = { label: statusSpoken(environment, last), role: "button" };
    item.backgroundColor = background({ isLive: environment === "live", isLow: low });
    void vscode.commands.executeCommand("setContext", "switchboard.environment", environment);
  };
  update();
  item.show();
  return vscode.Disposable.from(item, watchBudgets(session, update));
}

function background({ isLive, isLow }: { isLive: boolean; isLow: boolean }): vscode.ThemeColor | undefined {
  if (isLive && isLow) return new vscode.ThemeColor("statusBarItem.errorBackground");
  return isLive || isLow ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
}
