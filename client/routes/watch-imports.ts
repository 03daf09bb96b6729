/** Offers to import a description again when its file has changed. */
import { basename, dirname } from "node:path";
import * as vscode from "vscode";
import { commandIds } from "../session/command-ids.ts";
import type { Session } from "../session/session.ts";
import { showInformation } from "../text/notifications.ts";

export function watchImports(session: Session): vscode.Disposable {
  let watchers: vscode.Disposable[] = [];
  let watched = "";
  let ended = false;
  const asking = new Set<string>();

  const ask = async (slug: string, file: string) => {
    if (asking.has(file)) return;
    asking.add(file);
    await showInformation(`${basename(file)} has changed since it was imported.`, {
      title: "Import Again",
      apply: () => void vscode.commands.executeCommand(commandIds.importOpenApi, slug, file),
    });
    asking.delete(file);
  };
  const stop = () => {
    for (const watcher of watchers) watcher.dispose();
    watchers = [];
  };
  const follow = async () => {
    const imports = await session.imports.all();
    const now = JSON.stringify(imports.map(({ api, file }) => [api, file]));
    if (ended || now === watched) return;
    watched = now;
    stop();
    watchers = imports.flatMap(({ api, file }) => {
      const pattern = new vscode.RelativePattern(
        vscode.Uri.file(dirname(file)),
        basename(file).replace(/[[{}*?]/g, "[$&]"), // Not as a pattern.
      );
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const told = () => void ask(api, file);
      return [watcher, watcher.onDidChange(told), watcher.onDidCreate(told)];
    });
  };
  void follow();
  return vscode.Disposable.from(
    session.onDidChange(() => void follow()),
    new vscode.Disposable(() => {
      ended = true;
      stop();
    }),
  );
}
