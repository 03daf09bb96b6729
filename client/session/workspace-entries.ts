/** A folder of entries of this workspace: all windows that show it write to the same, and hear of what another has written. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import * as vscode from "vscode";
import { systemClock } from "../../shared/http/clock.ts";
import { Paced } from "./paced.ts";

export class WorkspaceEntries implements vscode.Disposable {
  readonly #folder: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #paced: Paced;
  readonly #disposables: vscode.Disposable[] = [this.#changed];
  #watched: Promise<void> | undefined;

  /** Other entries are there than before; at most ten times a second. */
  readonly onDidChange = this.#changed.event;

  /** @param storage the extension's own folder for all workspaces */
  constructor(storage: vscode.Uri, name: string) {
    this.#folder = vscode.Uri.joinPath(storage, name, workspaceName());
    this.#paced = new Paced({
      say: () => this.#changed.fire(),
      after: (time, then) => systemClock.after(time, then),
    });
    this.#disposables.push(new vscode.Disposable(() => this.#paced.dispose()));
  }

  get path(): string {
    return this.#folder.fsPath;
  }

  /** This window has changed them. */
  changed(): void {
    this.#paced.changed();
  }

  /** Hears of what other windows do from now on. */
  watch(): Promise<void> {
    this.#watched ??= this.#watch();
    return this.#watched;
  }

  async #watch(): Promise<void> {
    const isThere = await mkdir(this.path, { recursive: true, mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (!isThere) return;
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(this.#folder, "*.json"),
      false,
      true,
    );
    this.#disposables.push(
      watcher,
      watcher.onDidCreate(() => this.changed()),
      watcher.onDidDelete(() => this.changed()),
    );
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** VS Code gives a second window on the same workspace a storage of its own, and forgets it: this name is the same in both. */
function workspaceName(): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const workspace = workspaceFile ?? workspaceFolders?.[0]?.uri;
  return workspace ? createHash("sha256").update(workspace.toString()).digest("hex").slice(0, 32) : "none";
}
