import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { showWarning } from "../text/notifications.ts";

/** Writes one of the person's own settings, by its name below `switchboard.`, and says so when another value holds all the same. */
export async function writeSetting(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration("switchboard")
    .update(name, value, vscode.ConfigurationTarget.Global);
  const wanted = value ?? vscode.workspace.getConfiguration("switchboard").inspect(name)?.defaultValue;
  if (!isDeepStrictEqual(plain(userValue(name)), plain(wanted))) void explain(name);
}

/**
 * The person's own value: a workspace can't redirect requests. VS Code ignores a workspace's value of such a setting,
 * but merges what a workspace sets below it, as `switchboard.baseUrls.live`; so the merged value is never read.
 */
export function userValue(name: string): unknown {
  const found = vscode.workspace.getConfiguration("switchboard").inspect<unknown>(name);
  return found?.globalValue ?? found?.defaultValue;
}

const explain = (name: string) =>
  showWarning(
    `Your choice was saved, but another value of switchboard.${name} holds: the settings of the remote machine or a policy of your organization set it, too. Remove it there.`,
    {
      title: "Open Settings",
      apply: () => vscode.commands.executeCommand("workbench.action.openSettings", `@id:switchboard.${name}`),
    },
  );

/** VS Code hands out objects that can't be compared. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
