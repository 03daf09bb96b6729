/** The history of this workspace: it takes what is sent, and says when it has changed, by this window or another. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import * as vscode from "vscode";
import type { Attempt, Session } from "../session/session.ts";
import type { Entry } from "./entry.ts";
import type { Head } from "./head.ts";
import type { HistoryStore } from "./store.ts";

/** Changes of files come in bursts. */
const pause = 100;

export class History implements vscode.Disposable {
  readonly #session: Session;
  readonly #folder: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[];
  #store: Promise<HistoryStore> | undefined;
  #isWatched = false;

  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#folder = vscode.Uri.joinPath(session.context.globalStorageUri, "history", workspaceName());
    this.#disposables = [
      this.#changed,
      session.onDidAttempt((attempt) => {
        this.#add(attempt).catch((error: unknown) =>
          session.log.warn(`${attempt.operation.id} is not kept in the history: ${String(error)}`),
        );
      }),
    ];
  }

  /** The newest first. */
  async heads(): Promise<readonly Head[]> {
    await this.#watch();
    return (await this.#opened()).all();
  }

  /** Throws an Error with words for the person when it is not there any more. */
  async read({ id }: Head): Promise<Entry> {
    const entry = await (await this.#opened()).read(id);
    if (entry) return entry;
    this.#changed.fire();
    throw new Error("It is in the history no more.");
  }

  async delete(heads: readonly Head[]): Promise<void> {
    await (await this.#opened()).delete(heads.map(({ id }) => id));
    this.#changed.fire();
  }

  async clear(): Promise<void> {
    await (await this.#opened()).clear();
    this.#changed.fire();
  }

  async #add(attempt: Attempt): Promise<void> {
    const credentials = this.#credentialsOf(attempt); // Of the environment that is active now.
    const { entryOf } = await import("./entry.ts");
    const entry = entryOf(attempt, await credentials);
    if (!entry) return;
    await (await this.#opened()).add(entry);
    this.#changed.fire();
  }

  /** The key, and what stands in place of one: somebody may have written it into the values. */
  async #credentialsOf({ operation: { api } }: Attempt): Promise<string[]> {
    const { access } = this.#session;
    const [credentials, token] = await Promise.all([
      access.credentials(api).catch(() => undefined), // What cannot be read has not been sent.
      api.oauth && access.token(api.slug),
    ]);
    const own = Object.entries(credentials ?? {}).flatMap(([name, value]) =>
      api.auth.isPublic?.(name) ? [] : [value],
    );
    return [...own, ...(token ? [token.accessToken, token.refreshToken ?? ""] : [])];
  }

  #opened(): Promise<HistoryStore> {
    this.#store ??= import("./store.ts").then(
      ({ HistoryStore }) =>
        new HistoryStore(this.#folder.fsPath, (message) => this.#session.log.warn(message)),
    );
    return this.#store;
  }

  /** Other windows write to the same folder. */
  async #watch(): Promise<void> {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const isThere = await mkdir(this.#folder.fsPath, { recursive: true, mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (!isThere) return;
    let soon: NodeJS.Timeout | undefined;
    const later = () => {
      clearTimeout(soon);
      soon = setTimeout(() => this.#changed.fire(), pause);
    };
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(this.#folder, "*.json"),
      false,
      true,
    );
    this.#disposables.push(
      watcher,
      watcher.onDidCreate(later),
      watcher.onDidDelete(later),
      new vscode.Disposable(() => clearTimeout(soon)),
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
