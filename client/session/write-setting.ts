import * as vscode from "vscode";

/** Writes one of the person's own settings, by its name below `switchboard.`. */
export const writeSetting = (name: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration("switchboard").update(name, value, vscode.ConfigurationTarget.Global);
