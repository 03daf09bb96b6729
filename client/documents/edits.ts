/** Records as documents that can be saved: `switchboard-edit://sandbox/membership.users.update/usr_x.json`. */
import * as vscode from "vscode";
import type { Row, Sendable } from "../../shared/api.ts";
import type { NamedCollection } from "../../shared/collections.ts";
import { RequestError } from "../../shared/http/errors.ts";
import { editScheme } from "../../shared/protocol.ts";
import { isRow } from "../../shared/traits/values.ts";
import { commandIds } from "../session/command-ids.ts";
import { Obstacle } from "../session/obstacle.ts";
import { reportFailure } from "../failures/report-failure.ts";
import type { Session, Told } from "../session/session.ts";
import type { RecordNode } from "../records/node.ts";
import { recordId } from "../records/row.ts";
import type { ReadRow } from "../records/row-list.ts";
import { askConflict } from "./ask-conflict.ts";
import { recordIn, shownOf, textOf } from "./changes.ts";
import { addressOf, type EditedRecord, labelOf, readNow, recordAt, send } from "./edited-record.ts";
import { openEdit } from "./open-edit.ts";
import { NotSaved, save } from "./save.ts";

interface Edit {
  /** What the document said when it had no changes: what they are measured by. */
  read: Row;
  /** The record as far as it is known. The document follows as soon as VS Code asks for it. */
  record: Row;
  text: string;
  /** In milliseconds. */
  changedAt: number;
}

/** A language of its own keeps the automatic saving of the person's settings away from it. */
const language = "switchboard-edit";
/** In the workspace's storage. */
const keptName = "edits";
/** The address of the same record as others have it, which is only looked at. */
const theirs = "theirs";

export class Edits implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** By address, as are the following. */
  readonly #edits = new Map<string, Promise<Edit>>();
  /** What lists and replies told last of records. */
  readonly #told = new Map<string, Row>();
  readonly #theirs = new Map<string, string>();
  /** What documents with changes were before the window was loaded anew. */
  readonly #kept: Map<string, Row>;
  readonly #savedByItself = new Set<string>();
  readonly #disposables: vscode.Disposable[];

  readonly onDidChangeFile = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    const kept = session.context.workspaceState.get(keptName);
    this.#kept = new Map(
      Object.entries(isRow(kept) ? kept : {}).filter((entry): entry is [string, Row] => isRow(entry[1])),
    );
    const ours = ({ uri }: vscode.TextDocument) => uri.scheme === editScheme && uri.query === "";
    const setLanguage = (document: vscode.TextDocument) => {
      if (ours(document) && document.languageId !== language)
        void vscode.languages.setTextDocumentLanguage(document, language);
    };
    vscode.workspace.textDocuments.forEach(setLanguage);
    this.#disposables = [
      this.#changed,
      vscode.workspace.registerFileSystemProvider(editScheme, this, { isCaseSensitive: true }),
      vscode.workspace.onDidOpenTextDocument(setLanguage),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        const name = document.uri.toString();
        if (reason === vscode.TextDocumentSaveReason.Manual) this.#savedByItself.delete(name);
        else if (ours(document)) this.#savedByItself.add(name);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (ours(document)) void this.#afterSave(document);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (ours(document) && document.isDirty) void this.#keep(document.uri);
      }),
      // VS Code keeps a document for a while after its last tab: opened again, the record is read again.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const uri of closed.flatMap(recordsIn)) if (!isShown(uri)) this.#forget(uri);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        // Another language closes it too, and opens it again.
        if (ours(document) && !documentOf(document.uri)) this.#forget(document.uri);
      }),
      session.onDidReply((told) => void this.#learn(told)),
      session.onDidWrite((operation) => void this.#readAgain(operation)),
    ];
  }

  async openNode({ list, read }: RecordNode): Promise<void> {
    const { api, list: operation } = list.source;
    const { updateOf } = await this.#session.registry();
    const update = updateOf(api, operation.resource ?? "");
    if (!update) throw new Error(`${api.title} documents no operation that changes this record.`);
    this.#told.set(addressOf(this.#session.settings.environment, update, read.key).toString(), read.row);
    await openEdit(this.#session, update, read.key);
  }

  /** A list was read again: documents of its rows follow, unless they have changes. */
  update({ api, list }: NamedCollection, rows: readonly ReadRow[]): void {
    if (this.#edits.size > 0)
      for (const { row } of rows)
        void this.#learn({
          operation: { ...list, api },
          body: row,
          environment: this.#session.settings.environment,
        });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { text, changedAt } = await this.#shown(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      // What others changed is found field by field when it is saved, so a document with changes is never called out of date.
      mtime: documentOf(uri)?.isDirty ? 0 : changedAt,
      size: Buffer.byteLength(text),
      ...(uri.query === theirs && { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    // VS Code reads only documents without changes: what was kept of one is out of date.
    if (!documentOf(uri)?.isDirty && this.#kept.has(uri.toString())) this.#forget(uri);
    const { text } = await this.#shown(uri);
    if (uri.query !== theirs && !documentOf(uri)?.isDirty) (await this.#edit(uri)).read = recordIn(text);
    return Buffer.from(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    if (uri.query === theirs) throw vscode.FileSystemError.NoPermissions(uri);
    if (this.#savedByItself.delete(uri.toString()))
      throw new Error("Records are not sent by automatic saving. Save the document yourself to send it.");
    const session = this.#session;
    const edit = await this.#edit(uri);
    const record = await recordAt(session, uri);
    session.requireEnvironment(record.environment);
    const label = labelOf(record, edit.read);
    const text = Buffer.from(content).toString();
    try {
      const saved = await save(text, edit.read, {
        read: () => readNow(session, record),
        send: (changed) => send(session, record, label, changed),
        decide: async (conflict) => {
          const decision = await askConflict(label, conflict);
          if (decision === "compare") await this.#compare(uri, label, conflict.now);
          return decision;
        },
      });
      edit.read = recordIn(text);
      edit.record = saved.record;
      edit.text = text;
      edit.changedAt = Math.max(Date.now(), edit.changedAt + 1);
      const said = {
        sent: `$(check) ${record.update.title}: done`,
        unchanged: "$(info) Nothing is different, so nothing was sent",
        theirs: "$(info) The record as it is now; undo brings your text back",
      };
      vscode.window.setStatusBarMessage(said[saved.outcome], 5000);
    } catch (error) {
      throw this.#refusal(error, uri, record, label);
    }
  }

  /** What VS Code says beside its own words. Where something can be done, a notification offers it. */
  #refusal(error: unknown, uri: vscode.Uri, record: EditedRecord, label: string): unknown {
    if (error instanceof NotSaved || !(error instanceof RequestError || error instanceof Obstacle))
      return error;
    const open =
      error instanceof RequestError && (error.outcome === "unknown" || error.fault?.status === 409);
    if (!open) {
      reportFailure(this.#session, error, record.update);
      return new Error("It was not sent.", { cause: error });
    }
    this.#session.log.error(error.message);
    void vscode.window.showErrorMessage(error.message, "Look").then(async (answer) => {
      if (answer !== "Look") return;
      try {
        const now = await readNow(this.#session, record);
        if (now) await this.#compare(uri, label, now);
        else await vscode.commands.executeCommand(commandIds.lookWhetherItHappened, record.update);
      } catch (failure) {
        reportFailure(this.#session, failure, record.update);
      }
    });
    return new Error(
      error.outcome === "unknown"
        ? "It is not known whether the change was made. Your text is kept."
        : "It was refused. Your text is kept.",
      { cause: error },
    );
  }

  async #compare(uri: vscode.Uri, label: string, now: Row): Promise<void> {
    this.#theirs.set(uri.toString(), textOf(now));
    const left = uri.with({ query: theirs });
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri: left }]);
    await vscode.commands.executeCommand("vscode.diff", left, uri, `${label} (theirs ↔ yours)`);
  }

  async #shown(uri: vscode.Uri): Promise<Pick<Edit, "text" | "changedAt">> {
    if (uri.query !== theirs) return this.#edit(uri);
    const text = this.#theirs.get(uri.with({ query: "" }).toString());
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { text, changedAt: Date.now() };
  }

  #edit(uri: vscode.Uri): Promise<Edit> {
    const name = uri.toString();
    let edit = this.#edits.get(name);
    if (!edit) {
      edit = this.#load(uri);
      this.#edits.set(name, edit);
      edit.catch(() => this.#edits.delete(name));
    }
    return edit;
  }

  async #load(uri: vscode.Uri): Promise<Edit> {
    const kept = this.#kept.get(uri.toString());
    const read = kept ?? (await this.#read(uri));
    return { read, record: read, text: textOf(read), changedAt: Date.now() };
  }

  async #read(uri: vscode.Uri): Promise<Row> {
    const session = this.#session;
    const record = await recordAt(session, uri);
    session.requireEnvironment(record.environment);
    const told = this.#told.get(uri.toString());
    const now = await readNow(session, record).catch((error: Error) => {
      if (!told) throw error;
      session.log.warn(`${uri.path} starts from what was told last. ${error.message}`);
      return undefined;
    });
    if (now ?? told) return now ?? shownOf(told ?? {}, record.fields);
    const { api, resource } = record.update;
    const kind = (api.resources[resource ?? ""]?.title ?? "record").toLowerCase();
    void vscode.window.showInformationMessage(
      `Write the fields to change; saving sends them. This starts empty, because the documents show no way to read the ${kind}.`,
    );
    return {};
  }

  /** Something was told of a record of the resource. */
  async #learn({ operation, body, environment }: Told): Promise<void> {
    if (!isRow(body)) return;
    const { updateOf } = await this.#session.registry();
    const update = updateOf(operation.api, operation.resource ?? "");
    if (!update) return;
    const uri = addressOf(environment, update, recordId(body));
    this.#told.set(uri.toString(), body);
    const edit = await this.#edits.get(uri.toString());
    if (!edit) return;
    const { fields } = await recordAt(this.#session, uri);
    this.#show(uri, edit, { ...edit.record, ...shownOf(body, fields) });
  }

  /** An operation may have changed records of which documents are open. */
  async #readAgain(written: Sendable): Promise<void> {
    for (const [name, pending] of this.#edits) {
      const uri = vscode.Uri.parse(name);
      try {
        const record = await recordAt(this.#session, uri);
        const { api, resource } = record.update;
        if (!this.#session.isIn(record.environment) || api !== written.api || resource !== written.resource)
          continue;
        if (documentOf(uri)?.isDirty) continue;
        const now = await readNow(this.#session, record);
        if (now) this.#show(uri, await pending, now);
      } catch (error) {
        this.#session.log.debug(`${uri.path} was not read again: ${String(error)}`);
      }
    }
  }

  /** Shows what the record is now, unless the document has changes. */
  #show(uri: vscode.Uri, edit: Edit, record: Row): void {
    if (documentOf(uri)?.isDirty) return;
    this.#release(uri);
    edit.record = record;
    const text = textOf(record);
    if (text === edit.text) return;
    edit.text = text;
    edit.changedAt = Math.max(Date.now(), edit.changedAt + 1);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async #afterSave({ uri }: vscode.TextDocument): Promise<void> {
    this.#release(uri);
    const edit = await this.#edits.get(uri.toString());
    if (edit) this.#show(uri, edit, edit.record);
  }

  /** A window that is loaded anew keeps the text of a document; what it is measured by is ours to keep. */
  async #keep(uri: vscode.Uri): Promise<void> {
    const name = uri.toString();
    if (this.#kept.has(name)) return;
    const { read } = await this.#edit(uri);
    this.#kept.set(name, read);
    await this.#store();
  }

  #release(uri: vscode.Uri): void {
    if (this.#kept.delete(uri.toString())) void this.#store();
  }

  #forget(uri: vscode.Uri): void {
    this.#edits.delete(uri.toString());
    this.#theirs.delete(uri.toString());
    this.#release(uri);
  }

  #store(): Thenable<void> {
    return this.#session.context.workspaceState.update(keptName, Object.fromEntries(this.#kept));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

const documentOf = (uri: vscode.Uri) =>
  vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());

/** The records that a tab lets a person edit. */
const recordsIn = ({ input }: vscode.Tab): vscode.Uri[] =>
  [
    ...(input instanceof vscode.TabInputText ? [input.uri] : []),
    ...(input instanceof vscode.TabInputTextDiff ? [input.modified] : []),
  ].filter(({ scheme }) => scheme === editScheme);

const isShown = (uri: vscode.Uri) =>
  vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.flatMap(recordsIn).some((shown) => shown.toString() === uri.toString()),
  );
