/** The records that are edited, as far as they are known. Each is told by its document's address. Without vscode. */
import type { Row } from "../../shared/api.ts";
import { isRow } from "../../shared/traits/values.ts";
import { recordIn, textOf } from "./changes.ts";

export interface Edit {
  /** What the document said when it had no changes: what they are measured by. */
  read: Row;
  /** The record as far as it is known. The document follows as soon as the editor asks for it. */
  record: Row;
  text: string;
  /** When the text was last another, in milliseconds. */
  changedAt: number;
}

/** The editor and the service, as the edits ask them. */
export interface EditSource {
  /** The record as a document of it begins. */
  load(address: string): Promise<Row>;
  /** Whether the document has changes that are not saved. */
  isDirty(address: string): boolean;
  /** The document's text is another. */
  changed(address: string): void;
  /** Keeps what the documents with changes are measured by: a window that is loaded anew keeps their texts alone. */
  keep(baselines: Readonly<Record<string, Row>>): PromiseLike<void>;
  now(): number;
}

export class Edits {
  readonly #source: EditSource;
  readonly #open = new Map<string, Promise<Edit>>();
  /** What lists and replies said last of records. */
  readonly #said = new Map<string, Row>();
  /** What documents with changes were before the window was loaded anew. */
  readonly #baselines: Map<string, Row>;

  /** @param kept what `keep` was given last */
  constructor(source: EditSource, kept: unknown) {
    this.#source = source;
    this.#baselines = new Map(
      Object.entries(isRow(kept) ? kept : {}).filter((entry): entry is [string, Row] => isRow(entry[1])),
    );
  }

  get addresses(): string[] {
    return [...this.#open.keys()];
  }

  /** The edit, which is begun when it is first asked for. */
  at(address: string): Promise<Edit> {
    let edit = this.#open.get(address);
    if (!edit) {
      edit = this.#begin(address);
      this.#open.set(address, edit);
      edit.catch(() => this.#open.delete(address));
    }
    return edit;
  }

  /** The text that the document shows now, and is measured by from now on when it has no changes. */
  async readText(address: string): Promise<string> {
    const isDirty = this.#source.isDirty(address);
    // The editor reads only documents without changes: what was kept of one is out of date.
    if (!isDirty && this.#baselines.has(address)) this.forget(address);
    const edit = await this.at(address);
    if (!isDirty) edit.read = recordIn(edit.text);
    return edit.text;
  }

  /** What a list or a reply said last of the record. */
  said(address: string): Row | undefined {
    return this.#said.get(address);
  }

  remember(address: string, record: Row): void {
    this.#said.set(address, record);
  }

  /** The document was saved with the text; `record` is what is known of the record since. */
  async saved(address: string, text: string, record: Row): Promise<void> {
    const edit = await this.at(address);
    edit.read = recordIn(text);
    edit.record = record;
    this.#setText(edit, text);
  }

  /** Something newer is known of the record: the document follows, unless it has changes. */
  async update(address: string, known: (record: Row) => Row): Promise<void> {
    // One that could not begin is told to whoever began it.
    const edit = await this.#open.get(address)?.catch(() => undefined);
    if (!edit || this.#source.isDirty(address)) return;
    this.#release(address);
    edit.record = known(edit.record);
    const text = textOf(edit.record);
    if (text === edit.text) return;
    this.#setText(edit, text);
    this.#source.changed(address);
  }

  /** The document has changes: what they are measured by outlives the window. */
  async keepBaseline(address: string): Promise<void> {
    if (this.#baselines.has(address)) return;
    const { read } = await this.at(address);
    this.#baselines.set(address, read);
    await this.#keep();
  }

  /** The document is closed: opened again, the record is read again. */
  forget(address: string): void {
    this.#open.delete(address);
    this.#release(address);
  }

  async #begin(address: string): Promise<Edit> {
    const read = this.#baselines.get(address) ?? (await this.#source.load(address));
    return { read, record: read, text: textOf(read), changedAt: this.#source.now() };
  }

  #setText(edit: Edit, text: string): void {
    edit.text = text;
    edit.changedAt = Math.max(this.#source.now(), edit.changedAt + 1);
  }

  #release(address: string): void {
    if (this.#baselines.delete(address)) void this.#keep();
  }

  #keep(): PromiseLike<void> {
    return this.#source.keep(Object.fromEntries(this.#baselines));
  }
}
