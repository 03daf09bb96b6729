import * as vscode from "vscode";

/** Changes the person's own settings while `use` runs. Names with a dot at the end of their section: `switchboard.pageSize`. */
export async function withSettings(
  settings: Readonly<Record<string, unknown>>,
  use: () => Promise<void>,
): Promise<void> {
  const before = new Map<string, unknown>();
  for (const [name, value] of Object.entries(settings)) {
    before.set(name, vscode.workspace.getConfiguration().inspect(name)?.globalValue);
    await set(name, value);
  }
  try {
    await use();
  } finally {
    for (const [name, value] of before) await set(name, value);
  }
}

const set = (name: string, value: unknown) =>
  vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
