/** The history of this workspace: it takes what is sent, and says when it has changed, by this window or another. */
import * as vscode from "vscode";
import type { Attempt, Session } from "../session/session.ts";
import { WorkspaceEntries } from "../session/workspace-entries.ts";
import type { Entry } from "./entry.ts";
import type { Head } from "./head.ts";
import type { HistoryStore } from "./store.ts";

export class History implements vscode.Disposable {
  readonly #session: Session;
  readonly #entries: WorkspaceEntries;
  readonly #disposables: vscode.Disposable[];
  #store: Promise<HistoryStore> | undefined;

  readonly onDidChange: vscode.Event<void>;

  constructor(session: Session) {
    this.#session = session;
    this.#entries = new WorkspaceEntries(session.context.globalStorageUri, "history");
    this.onDidChange = this.#entries.onDidChange;
    this.#disposables = [
      this.#entries,
      session.onDidAttempt((attempt) => {
        this.#add(attempt).catch((error: unknown) =>
          session.log.warn(`${attempt.operation.id} is not kept in the history: ${String(error)}`),
        );
      }),
    ];
  }

  /** The newest first. */
  async heads(): Promise<readonly Head[]> {
    await this.#entries.watch();
    return (await this.#opened()).all();
  }

  /** Throws an Error with words for the person when it is not there any more. */
  async read({ id }: Head): Promise<Entry> {
    const entry = await (await this.#opened()).read(id);
    if (entry) return entry;
    this.#entries.changed();
    throw new Error("It is in the history no more.");
  }

  async delete(heads: readonly Head[]): Promise<void> {
    await (await this.#opened()).delete(heads.map(({ id }) => id));
    this.#entries.changed();
  }

  async clear(): Promise<void> {
    await (await this.#opened()).clear();
    this.#entries.changed();
  }

  async #add(attempt: Attempt): Promise<void> {
    const credentials = this.#credentialsOf(attempt); // Of the environment that is active now.
    const { entryOf } = await import("./entry.ts");
    const entry = entryOf(attempt, await credentials);
    if (!entry) return;
    await (await this.#opened()).add(entry);
    this.#entries.changed();
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
    this.#store ??= import("./store.ts").then(({ historyStore }) =>
      historyStore(this.#entries.path, (message) => this.#session.log.warn(message)),
    );
    return this.#store;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
