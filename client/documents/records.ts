/** Records as read-only documents: `switchboard://sandbox/content/posts/post_x.json`. */
import * as vscode from "vscode";
import { type Api, type Row } from "../../shared/api.ts";
import { allCollections, type NamedCollection } from "../../shared/collections.ts";
import { isRow } from "../../shared/traits/values.ts";
import { signalOf } from "../session/cancellation.ts";
import { fileOf, idIn } from "./file-names.ts";
import { findInList } from "./find-in-list.ts";
import type { ReadList, Session } from "../session/session.ts";
import type { RecordNode } from "../records/node.ts";
import { rowPresentation } from "../records/row.ts";
import { showNamed } from "./show-named.ts";
import { tabName } from "./tab-name.ts";

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
      session.onDidList((list) => this.#update(list)),
    ];
  }

  async open({ list, read }: RecordNode): Promise<void> {
    const uri = addressOf(this.#session.settings.environment, list.source, read.key);
    const isOpen = this.#rows.has(uri.toString());
    this.#rows.set(uri.toString(), read.row);
    if (isOpen) this.#changed.fire(uri);
    await this.#show(uri, list.source);
  }

  /** A record of which only the identifier is known. */
  async openById(api: Api, resource: string, id: string): Promise<void> {
    const source = allCollections([api]).find(({ list }) => list.resource === resource);
    if (!source) throw new Error(`${api.title} documents no operation that reads ${resource}.`);
    await this.#show(addressOf(this.#session.settings.environment, source, id), source);
  }

  async #show(uri: vscode.Uri, { collection }: NamedCollection): Promise<void> {
    await vscode.workspace.openTextDocument(uri);
    const row = this.#rows.get(uri.toString()) ?? {};
    await showNamed(uri, tabName(rowPresentation(collection, row, "").label), { preview: true });
  }

  /** A list was read again: documents of its rows follow. */
  #update({ source, rows }: ReadList): void {
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
    // VS Code writes the authority of an address in small letters.
    if (uri.authority.toLowerCase() !== environment.toLowerCase())
      throw new Error(
        `This record is in the ${uri.authority} environment; the ${environment} environment is active.`,
      );
    const row = this.#rows.get(uri.toString());
    const whole = await this.#readWhole(slug, resource, idIn(file), token).catch((error: Error) => {
      if (!row) throw error;
      this.#session.log.warn(`${uri.path} is shown as its list has it. ${error.message}`);
      return undefined;
    });
    const record = whole ?? row ?? (await this.#find(slug, resource, idIn(file), token));
    if (!record) throw new Error("No list shows this record. It may have been deleted.");
    this.#rows.set(uri.toString(), record);
    return `${JSON.stringify(record, null, 2)}\n`;
  }

  /** The record by its own operation; undefined where the API has none that can be called. */
  async #readWhole(slug: string, resource: string, id: string, token: vscode.CancellationToken) {
    const source = await this.#sourceOf(slug, resource);
    if (!source?.get) return undefined;
    const { operation } = source.get;
    const { route } = await this.#session.access.target(operation);
    if (!route) return undefined;
    const caller = await this.#session.caller(source.api);
    const { knownPath } = await import("../run/path-values.ts");
    const path = knownPath(operation, route.path, new Map([[operation.resource ?? "", id]]));
    const reply = await caller.call(operation, { path }, { signal: signalOf(token) });
    return isRow(reply.body) ? reply.body : undefined;
  }

  async #find(slug: string, resource: string, id: string, token: vscode.CancellationToken) {
    const source = await this.#sourceOf(slug, resource);
    return source && findInList(this.#session, source, id, signalOf(token));
  }

  async #sourceOf(slug: string, resource: string): Promise<NamedCollection | undefined> {
    const apis = await this.#session.apis();
    return allCollections(apis).find(({ api, list }) => api.slug === slug && list.group === resource);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function addressOf(environment: string, source: NamedCollection, key: string): vscode.Uri {
  const { api, group } = source.list;
  const path = `/${api.slug}/${group}/${fileOf(key)}`;
  return vscode.Uri.from({ scheme, authority: environment, path });
}
