/** Texts that a test opens and changes. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { until } from "./until.ts";

const folder = mkdtempSync(join(tmpdir(), "switchboard-requests-"));
let count = 0;

/** Shows a new file outside the workspace. Each has a name of its own: VS Code may bring back what an untitled one of that name said. */
export async function openRequestFile(text: string): Promise<vscode.TextEditor> {
  count += 1;
  const file = join(folder, `request-${count}.request.json`);
  writeFileSync(file, text);
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
}

/** Shows a file of the folder of examples. */
export function openDemo(name: string): Thenable<vscode.TextEditor> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error("No folder is open.");
  return vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, name));
}

/** VS Code refuses an edit of a text that it has just read again. */
export const rewrite = (document: vscode.TextDocument, change: (text: string) => string) =>
  until("the text changed", () => {
    const text = document.getText();
    const whole = new vscode.Range(new vscode.Position(0, 0), document.positionAt(text.length));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, whole, change(text));
    return vscode.workspace.applyEdit(edit);
  });

/** The texts of the response documents on the screen: VS Code keeps closed ones for a while. */
export const responses = () =>
  vscode.window.visibleTextEditors
    .map(({ document }) => document)
    .filter(({ uri }) => uri.scheme === "switchboard-response")
    .map((document) => document.getText());
