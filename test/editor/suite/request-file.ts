/** Request files of a test's own, outside the workspace. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";

const folder = mkdtempSync(join(tmpdir(), "switchboard-requests-"));
let count = 0;

/** Shows a new file. Each has a name of its own: VS Code may bring back what an untitled one of that name said. */
export async function openRequestFile(text: string): Promise<vscode.TextEditor> {
  count += 1;
  const file = join(folder, `request-${count}.request.json`);
  writeFileSync(file, text);
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
}
