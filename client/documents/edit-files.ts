/** Records as documents that can be saved: `switchboard-edit://sandbox/membership.users.update/usr_x.json`. */
import * as vscode from "vscode";
import type { Row, Sendable } from "../../shared/api.ts";
import { RequestError } from "../../shared/http/errors.ts";
import { editScheme } from "../../shared/protocol.ts";
import { isRow } from "../../shared/traits/values.ts";
import { reportFailure } from "../failures/report-failure.ts";
import { recordId } from "../records/row.ts";
import type { ShownRecord } from "../run/shown-text.ts";
import { commandIds } from "../session/command-ids.ts";
import { Obstacle } from "../session/obstacle.ts";
import type { ReadList, ReceivedReply, Session } from "../session/session.ts";
import { showBriefly, showError, showInformation } from "../text/notifications.ts";
import { askConflict } from "./ask-conflict.ts";
import { recordIn, shownOf, textOf } from "./changes.ts";
import { addressOf, type EditedRecord, labelOf, readNow, recordAt, send } from "./edited-record.ts";
import { Edits } from "./edits.ts";
import { openEdit } from "./open-edit.ts";
import { NotSaved, save } from "./save.ts";

/** A language of its own keeps the automatic saving of the person's settings away from it. */
const language = "switchboard-edit";
/** The name in the workspace's storage of what edits are measured by. */
const keptName = "edits";
/** The query of the same record as others have it, which is only looked at. */
const theirs = "theirs";

export class EditFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #edits: Edits;
  /** One after the other: what was answered earlier takes nothing back. */
  #rereading: Promise<void> = Promise.resolve();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** The texts of records as others have them, by address. */
  readonly #theirs = new Map<string, string>();
  readonly #savedByItself = new Set<string>();
  /** What documents say next, once they show the record as others have it. */
  readonly #merging = new Map<string, { text: string; base: string; label: string }>();
  readonly #disposables: vscode.Disposable[];

  readonly onDidChangeFile = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    const storage = session.context.workspaceState;
    this.#edits = new Edits(
      {
        load: (address) => this.#load(vscode.Uri.parse(address)),
        isDirty: (address) => documentAt(address)?.isDirty === true,
        changed: (address) => this.#tellChange(vscode.Uri.parse(address)),
        keep: (baselines) => storage.update(keptName, baselines),
        now: Date.now,
      },
      storage.get(keptName),
    );
    vscode.workspace.textDocuments.forEach(setLanguage);
    this.#disposables = [
      this.#changed,
      vscode.workspace.registerFileSystemProvider(editScheme, this, { isCaseSensitive: true }),
      vscode.workspace.onDidOpenTextDocument(setLanguage),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        const address = document.uri.toString();
        if (reason === vscode.TextDocumentSaveReason.Manual) this.#savedByItself.delete(address);
        else if (isEdit(document)) this.#savedByItself.add(address);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (!isEdit(document)) return;
        const address = document.uri.toString();
        // What the reply said of other fields is shown now.
        void this.#edits.update(address, (record) => record);
        if (!this.#merging.has(address)) void closeComparison(document.uri);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!isEdit(document)) return;
        if (document.isDirty) void this.#edits.keepBaseline(document.uri.toString());
        else void this.#merge(document);
      }),
      // VS Code keeps a document for a while after its last tab: opened again, the record is read again.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const uri of closed.flatMap(editsIn)) if (!isShown(uri)) this.#forget(uri);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        // Another language closes it too, and opens it again.
        if (isEdit(document) && !documentAt(document.uri.toString())) this.#forget(document.uri);
      }),
      session.onDidReply((reply) => void this.#learn(reply)),
      session.onDidList((list) => this.#learnAll(list)),
      session.onDidWrite((operation) => {
        this.#rereading = this.#rereading.then(() => this.#readAgain(operation));
      }),
    ];
  }

  /** Opens what can be changed of a record. What is shown of it may be from another environment than the active one. */
  async open({ environment, api, resource, id, row }: ShownRecord): Promise<void> {
    this.#session.requireEnvironment(environment);
    const update = await updateFor({ api, resource });
    if (!update) throw new Error(`${api.title} documents no operation that changes this record.`);
    this.#edits.remember(addressOf(environment, update, id).toString(), row);
    await openEdit(this.#session, update, id, labelOf({ update, id }, row));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const others = this.#othersText(uri);
    const { text, changedAt } = others ?? (await this.#edits.at(uri.toString()));
    return {
      type: vscode.FileType.File,
      ctime: 0,
      // What others changed is found field by field when it is saved, so a document with changes is never called out of date.
      mtime: documentAt(uri.toString())?.isDirty ? 0 : changedAt,
      size: Buffer.byteLength(text),
      ...(others && { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const text = this.#othersText(uri)?.text ?? (await this.#edits.readText(uri.toString()));
    return Buffer.from(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    if (uri.query === theirs) throw vscode.FileSystemError.NoPermissions(uri);
    if (this.#savedByItself.delete(uri.toString()))
      throw new Error("Records are not sent by automatic saving. Save the document yourself to send it.");
    const session = this.#session;
    const { read } = await this.#edits.at(uri.toString());
    const record = await recordAt(session, uri);
    session.requireEnvironment(record.environment);
    const label = labelOf(record, read);
    const text = Buffer.from(content).toString();
    try {
      const saved = await save(text, read, {
        read: () => readNow(session, record),
        send: (changed) => send(session, record, label, changed),
        decide: (conflict) => askConflict(label, conflict),
      });
      if (saved.merged)
        this.#merging.set(uri.toString(), {
          text: textOf(saved.merged),
          base: textOf(saved.record),
          label,
        });
      await this.#edits.saved(uri.toString(), text, saved.record);
      const [icon, words] = {
        sent: ["check", `${record.update.title}: done`] as const,
        unchanged: ["info", "Nothing is different, so nothing was sent"] as const,
        theirs: ["info", "The record as it is now; undo brings your text back"] as const,
        merged: ["info", "Nothing was sent yet: send what is merged from the comparison"] as const,
      }[saved.outcome];
      showBriefly(icon, words);
    } catch (error) {
      throw this.#refusal(error, uri, record, label);
    }
  }

  /** What VS Code says beside its own words. Where something can be done, a notification offers it. */
  #refusal(error: unknown, uri: vscode.Uri, record: EditedRecord, label: string): unknown {
    if (error instanceof NotSaved || !(error instanceof RequestError || error instanceof Obstacle))
      return error;
    const isOpen =
      error instanceof RequestError && (error.outcome === "unknown" || error.fault?.status === 409);
    if (!isOpen) {
      reportFailure(this.#session, error, { operation: record.update });
      return new Error("It was not sent.", { cause: error });
    }
    this.#session.log.error(error.message);
    const look = async () => {
      const now = await readNow(this.#session, record);
      if (now) await this.#compare(uri, label, now);
      else await vscode.commands.executeCommand(commandIds.lookWhetherItHappened, record.update);
    };
    void showError(error.message, {
      title: "Compare",
      apply: () =>
        look().catch((failure) => reportFailure(this.#session, failure, { operation: record.update })),
    });
    return new Error(
      error.outcome === "unknown"
        ? "It is not known whether the change was made. Your text is kept."
        : "It was refused. Your text is kept.",
      { cause: error },
    );
  }

  /**
   * The document was saved without sending, and shows the record as others have it: now that is what changes are
   * measured by, and the person's are written into it.
   */
  async #merge(document: vscode.TextDocument): Promise<void> {
    const address = document.uri.toString();
    const next = this.#merging.get(address);
    if (!next || document.getText() !== next.base) return;
    this.#merging.delete(address);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), next.text);
    await vscode.workspace.applyEdit(edit);
    await this.#compare(document.uri, next.label, recordIn(next.base));
  }

  async #compare(uri: vscode.Uri, label: string, now: Row): Promise<void> {
    this.#theirs.set(uri.toString(), textOf(now));
    const left = uri.with({ query: theirs });
    this.#tellChange(left);
    await vscode.commands.executeCommand("vscode.diff", left, uri, `${label} (theirs ↔ yours)`);
  }

  /** Undefined for a document that is edited. */
  #othersText(uri: vscode.Uri): { text: string; changedAt: number } | undefined {
    if (uri.query !== theirs) return undefined;
    const text = this.#theirs.get(uri.with({ query: "" }).toString());
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { text, changedAt: Date.now() };
  }

  async #load(uri: vscode.Uri): Promise<Row> {
    const session = this.#session;
    const record = await recordAt(session, uri);
    session.requireEnvironment(record.environment);
    const said = this.#edits.said(uri.toString());
    const now = await readNow(session, record).catch((error: Error) => {
      if (!said) throw error;
      session.log.warn(`${uri.path} starts from what was said of it last. ${error.message}`);
      return undefined;
    });
    if (now ?? said) return now ?? shownOf(said ?? {}, record.fields);
    const { api, resource } = record.update;
    const kind = (api.resources[resource ?? ""]?.title ?? "record").toLowerCase();
    void showInformation(
      `Write the fields to change; saving sends them. This starts empty, because the documents show no way to read the ${kind}.`,
    );
    return {};
  }

  #learnAll({ source: { list }, rows }: ReadList): void {
    const { environment } = this.#session.settings;
    if (this.#edits.addresses.length > 0)
      for (const { row } of rows) void this.#learn({ operation: list, body: row, environment });
  }

  /** Something was said of a record: its document follows. */
  async #learn({ operation, body, environment }: ReceivedReply): Promise<void> {
    if (!isRow(body)) return;
    const update = await updateFor(operation);
    if (!update) return;
    const uri = addressOf(environment, update, recordId(body));
    this.#edits.remember(uri.toString(), body);
    const { fields } = await recordAt(this.#session, uri);
    await this.#edits.update(uri.toString(), (record) => ({ ...record, ...shownOf(body, fields) }));
  }

  /** An operation may have changed records of which documents are open. */
  async #readAgain(written: Sendable): Promise<void> {
    for (const address of this.#edits.addresses) {
      const uri = vscode.Uri.parse(address);
      try {
        const record = await recordAt(this.#session, uri);
        const { api, resource } = record.update;
        const isMeant = api === written.api && resource === written.resource;
        if (!isMeant || !this.#session.isIn(record.environment) || documentAt(address)?.isDirty) continue;
        const now = await readNow(this.#session, record);
        if (now) await this.#edits.update(address, () => now);
      } catch (error) {
        this.#session.log.debug(`${uri.path} was not read again: ${String(error)}`);
      }
    }
  }

  #forget(uri: vscode.Uri): void {
    this.#edits.forget(uri.toString());
    this.#theirs.delete(uri.toString());
  }

  #tellChange(uri: vscode.Uri): void {
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
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

/** It is over: its tab goes, and the record's own has the focus. */
async function closeComparison(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputTextDiff &&
        input.original.query === theirs &&
        input.modified.toString() === uri.toString(),
    );
  if (tabs.length === 0) return;
  await vscode.window.tabGroups.close(tabs);
  await vscode.window.showTextDocument(uri, { preview: false });
}

/** The operation that changes records of the kind that another one lists or returns. */
async function updateFor({ api, resource }: Pick<Sendable, "api" | "resource">) {
  const { updateOf } = await import("../../shared/updates.ts");
  return updateOf(api, resource ?? "");
}

const isEdit = ({ uri }: vscode.TextDocument) => uri.scheme === editScheme && uri.query === "";

function setLanguage(document: vscode.TextDocument): void {
  if (isEdit(document) && document.languageId !== language)
    void vscode.languages.setTextDocumentLanguage(document, language);
}

const documentAt = (address: string) =>
  vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address);

/** The records that a tab lets a person edit. */
const editsIn = ({ input }: vscode.Tab): vscode.Uri[] =>
  [
    ...(input instanceof vscode.TabInputText ? [input.uri] : []),
    ...(input instanceof vscode.TabInputTextDiff ? [input.modified] : []),
  ].filter(({ scheme }) => scheme === editScheme);

const isShown = (uri: vscode.Uri) =>
  vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.flatMap(editsIn).some((shown) => shown.toString() === uri.toString()),
  );
