/** Records as read-only documents: `switchboard://sandbox/content/posts/post_x.json`. */
import * as vscode from "vscode";
import type { Api, Row } from "../../shared/api.ts";
import { allCollections, type NamedCollection } from "../../shared/collections.ts";
import { fileOf, recordAt, recordScheme as scheme } from "../../shared/record-address.ts";
import { isRow } from "../../shared/traits/values.ts";
import { signalOf } from "../session/cancellation.ts";
import type { SentRequest, ShownText } from "../run/shown-text.ts";
import { textOf } from "./changes.ts";
import { findInList } from "./find-in-list.ts";
import type { ReadList, Session } from "../session/session.ts";
import type { RecordNode } from "../records/node.ts";
import { rowPresentation } from "../records/row.ts";
import { showNamed } from "./show-named.ts";
import { tabName } from "./tab-name.ts";

export class Records implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** The rows of open documents as a list showed them last, by address. */
  readonly #rows = new Map<string, Row>();
  /** What was read for a document that has not asked for it yet. */
  readonly #fresh = new Map<string, Read>();
  readonly #shown = new Map<string, ShownText>();
  readonly #showed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[];

  readonly onDidChange = this.#changed.event;
  /** Other texts are shown, or others than before. */
  readonly onDidShow = this.#showed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#disposables = [
      this.#changed,
      this.#showed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#rows.delete(uri.toString());
        if (this.#shown.delete(uri.toString())) this.#showed.fire();
      }),
      session.onDidList((list) => this.#update(list)),
    ];
  }

  /** What the documents on hand show, by address. */
  get shown(): ReadonlyMap<string, ShownText> {
    return this.#shown;
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
    const address = uri.toString();
    const fresh = this.#fresh.get(address);
    this.#fresh.delete(address);
    const { row, request } = fresh ?? (await this.#read(uri, this.#rows.get(address), signalOf(token)));
    this.#rows.set(address, row);
    const source = await this.#sourceOf(uri);
    const { resource } = source?.list ?? {};
    const { id } = recordAt(uri.authority, uri.path);
    this.#shown.set(address, {
      json: textOf(row),
      ...(request && { request }),
      ...(source &&
        resource !== undefined && {
          record: { environment: uri.authority, api: source.api, resource, id, row },
        }),
      readAgain: () => this.#readAgain(uri),
    });
    this.#showed.fire();
    return textOf(row);
  }

  /** What a list has said of it does not do: that may be why somebody asks. */
  async #readAgain(uri: vscode.Uri): Promise<void> {
    this.#fresh.set(uri.toString(), await this.#read(uri, undefined));
    this.#changed.fire(uri);
  }

  /** @param known the record as its list has it, which does where its own operation fails */
  async #read(uri: vscode.Uri, known: Row | undefined, signal?: AbortSignal): Promise<Read> {
    const { environment } = this.#session.settings;
    if (!this.#session.isIn(uri.authority))
      throw new Error(
        `This record is in the ${uri.authority} environment; the ${environment} environment is active.`,
      );
    const source = await this.#sourceOf(uri);
    const { id } = recordAt(uri.authority, uri.path);
    const whole = await this.#readWhole(source, id, signal).catch((error: Error) => {
      if (!known) throw error;
      this.#session.log.warn(`${uri.path} is shown as its list has it. ${error.message}`);
      return undefined;
    });
    if (whole) return whole;
    // Which row a list belongs to, the address does not say.
    const list = source?.parameter === undefined ? source : undefined;
    const row = known ?? (list && (await findInList(this.#session, list, id, signal)));
    if (!row) throw new Error("No list shows this record. It may have been deleted.");
    return { row };
  }

  /** The record by its own operation; undefined where the API has none that can be called. */
  async #readWhole(
    source: NamedCollection | undefined,
    id: string,
    signal?: AbortSignal,
  ): Promise<Read | undefined> {
    if (!source?.get) return undefined;
    const { operation } = source.get;
    const { environment, baseUrl, route } = await this.#session.access.target(operation);
    if (!route) return undefined;
    const caller = await this.#session.caller(source.api);
    const { knownPath } = await import("../run/path-values.ts");
    const path = knownPath(operation, route.path, new Map([[operation.resource ?? "", id]]));
    const { body } = await caller.call(operation, { path }, signal ? { signal } : {});
    if (!isRow(body)) return undefined;
    return { row: body, request: { operation, target: { environment, baseUrl, route }, values: { path } } };
  }

  async #sourceOf(uri: vscode.Uri): Promise<NamedCollection | undefined> {
    const address = recordAt(uri.authority, uri.path);
    return allCollections(await this.#session.apis())
      .flatMap((source) => [source, ...source.children])
      .find(({ api, list }) => api.slug === address.api && list.group === address.group);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** A record, and what asked for it where an operation reads it alone. */
interface Read {
  row: Row;
  request?: SentRequest;
}

function addressOf(environment: string, source: NamedCollection, key: string): vscode.Uri {
  const { api, group } = source.list;
  const path = `/${api.slug}/${group}/${fileOf(key)}`;
  return vscode.Uri.from({ scheme, authority: environment, path });
}
