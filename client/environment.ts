/** The active environment: choosing it, and seeing it in the status bar. */
import * as vscode from "vscode";
import { commandIds } from "./command-ids.ts";
import type { Session } from "./session.ts";
import { type EnvironmentName, environmentNames } from "./settings.ts";

const looks: Readonly<Record<EnvironmentName, { icon: string; title: string; meaning: string }>> = {
  sandbox: {
    icon: "beaker",
    title: "Sandbox",
    meaning: "Made-up data on this machine. Nothing can go wrong.",
  },
  test: { icon: "plug", title: "Test", meaning: "Your test accounts, at the base addresses that you set." },
  live: { icon: "broadcast", title: "Live", meaning: "Real accounts. What you change here is changed." },
};

export async function selectEnvironment(session: Session): Promise<void> {
  const { environment } = session.settings;
  const picked = await vscode.window.showQuickPick(
    environmentNames.map((name) => ({
      label: `$(${looks[name].icon}) ${looks[name].title}`,
      ...(name === environment && { description: "active" }),
      detail: looks[name].meaning,
      name,
    })),
    { title: "Select the environment" },
  );
  if (!picked || picked.name === environment) return;
  await vscode.workspace
    .getConfiguration("switchboard")
    .update("environment", picked.name, vscode.ConfigurationTarget.Global);
}

/** Live looks different from everything else. */
export function showEnvironment(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("environment", vscode.StatusBarAlignment.Left, 10);
  item.name = "Switchboard Environment";
  item.command = commandIds.selectEnvironment;
  const update = () => {
    const { environment } = session.settings;
    const { icon, title, meaning } = looks[environment];
    item.text = `$(${icon}) ${title}`;
    item.tooltip = `Switchboard environment: ${title}. ${meaning}`;
    item.accessibilityInformation = { label: item.tooltip };
    item.backgroundColor =
      environment === "live" ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    void vscode.commands.executeCommand("setContext", "switchboard.environment", environment);
  };
  update();
  item.show();
  return vscode.Disposable.from(item, session.onDidChange(update));
}
