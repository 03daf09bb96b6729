import * as vscode from "vscode";

/** Changes the person's own settings, by their whole names, while `use` runs. */
export async function withSettings(
  settings: Readonly<Record<string, unknown>>,
  use: () => Promise<unknown>,
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
