import * as vscode from "vscode";

/**
 * Shows a document under another name than its file's; without one, under that which it has. Of the ways to show a
 * document, this command alone takes a name.
 */
export async function showNamed(
  uri: vscode.Uri,
  name: string | undefined,
  options: vscode.TextDocumentShowOptions,
): Promise<void> {
  await vscode.commands.executeCommand("vscode.open", uri, options, name);
}
