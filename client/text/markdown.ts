import * as vscode from "vscode";

/** The one way to Markdown: no HTML, no icons, and of commands only those that are named. Foreign text in it is escaped by `markdownText`. */
export function markdown(text: string, commands: readonly string[] = []): vscode.MarkdownString {
  const shown = new vscode.MarkdownString(text);
  if (commands.length > 0) shown.isTrusted = { enabledCommands: commands };
  return shown;
}
