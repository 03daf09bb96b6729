/** Records as read-only documents: `switchboard://sandbox/content/posts/post_x.json`. */
import * as vscode from "vscode";
import { type Row, views } from "../shared/api.ts";
import { collectionsOf, type NamedCollection } from "../shared/collections.ts";
import { isRow } from "../shared/traits/values.ts";
import type { Session } from "./session.ts";
import type { RecordNode } from "./views/node.ts";
import type { ReadRow } from "./views/row-list.ts";

const scheme = "switchboard";

export class Records implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** The rows of open documents as a list showed them last, by address. */
  readonly #rows = new Map<string, Row>();
  readonly #disposables: vscode.Disposable[];

  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#disposables = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#rows.delete(uri.toString())),
    ];
  }

  async open({ list, read }: RecordNode): Promise<void> {
    const uri = addressOf(this.#session.settings.environment, list.source, read.key);
    const isOpen = this.#rows.has(uri.toString());
    this.#rows.set(uri.toString(), read.row);
    if (isOpen) this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** A list was read again: documents of its rows follow. */
  update(source: NamedCollection, rows: readonly ReadRow[]): void {
    if (this.#rows.size === 0) return;
    for (const { key, row } of rows) {
      const uri = addressOf(this.#session.settings.environment, source, key);
      if (!this.#rows.has(uri.toString())) continue;
      this.#rows.set(uri.toString(), row);
      this.#changed.fire(uri);
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const { environment } = this.#session.settings;
    const [, slug = "", resource = "", file = ""] = uri.path.split("/");
    if (uri.authority !== environment)
      throw new Error(
        `This record is in the ${uri.authority} environment; the ${environment} environment is active.`,
      );
    const row = this.#rows.get(uri.toString());
    const whole = await this.#readWhole(slug, resource, idIn(file), token).catch((error: Error) => {
      if (!row) throw error;
      this.#session.log.warn(`${uri.path} is shown as its list has it. ${error.message}`);
      return undefined;
    });
    const record = whole ?? row;
    if (!record) throw new Error("This record is not loaded. Open it again from the sidebar.");
    this.#rows.set(uri.toString(), record);
    return `${JSON.stringify(record, null, 2)}\n`;
  }

  /** The record by its own operation; undefined where the API has none that can be called. */
  async #readWhole(slug: string, resource: string, id: string, token: vscode.CancellationToken) {
    const { apis } = await this.#session.registry();
    const api = apis.find((each) => each.slug === slug);
    const source = views
      .flatMap((view) => (api ? collectionsOf([api], view) : []))
      .find(({ list }) => list.resource === resource);
    if (!api || !source?.get) return undefined;
    const { operation, parameter } = source.get;
    if (!(await this.#session.isBound(operation))) return undefined;
    const caller = await this.#session.caller(api);
    const abort = new AbortController();
    const listener = token.onCancellationRequested(() => abort.abort());
    const reply = await caller
      .call(operation, { path: { [parameter]: id } }, { signal: abort.signal })
      .finally(() => listener.dispose());
    return isRow(reply.body) ? reply.body : undefined;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function addressOf(environment: string, source: NamedCollection, key: string): vscode.Uri {
  const { api, resource } = source.list;
  // A slash in an identifier must not end the segment; VS Code encodes the rest itself.
  const file = `${key.replaceAll("%", "%25").replaceAll("/", "%2F")}.json`;
  return vscode.Uri.from({ scheme, authority: environment, path: `/${api.slug}/${resource}/${file}` });
}

const idIn = (file: string) =>
  file
    .replace(/\.json$/, "")
    .replaceAll("%2F", "/")
    .replaceAll("%25", "%");
