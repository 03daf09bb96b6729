import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { showWarning } from "../text/notifications.ts";

/** Writes one of the person's own settings, by its name below `switchboard.`, and says so when another value holds all the same. */
export async function writeSetting(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration("switchboard")
    .update(name, value, vscode.ConfigurationTarget.Global);
  const configuration = vscode.workspace.getConfiguration("switchboard");
  const wanted = value ?? configuration.inspect(name)?.defaultValue;
  if (!isDeepStrictEqual(plain(configuration.get(name)), plain(wanted))) void explain(name);
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
