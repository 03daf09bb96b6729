/** The request files of the workspace, and whether there are any: folders then have a menu that runs theirs. */
import * as vscode from "vscode";

export const requestFilePattern = "**/*.request.{json,jsonc}";

/** Below a folder, or of all folders that are open; what packages bring is not meant. */
export const requestFiles = (most: number, folder?: vscode.Uri): Thenable<vscode.Uri[]> =>
  vscode.workspace.findFiles(
    folder ? new vscode.RelativePattern(folder, requestFilePattern) : requestFilePattern,
    "**/node_modules/**",
    most,
  );

/** Keeps what the menus ask: `hasRequestFiles` of the contributions. */
export function watchRequestFiles(): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(requestFilePattern, false, true, true);
  const say = () => void vscode.commands.executeCommand("setContext", "switchboard.hasRequestFiles", true);
  void requestFiles(1).then((found) => found.length > 0 && say());
  return vscode.Disposable.from(watcher, watcher.onDidCreate(say));
}
