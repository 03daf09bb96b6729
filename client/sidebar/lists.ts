/** What has been read of a view's lists, page by page and again. Answers to questions that have changed are dropped. Without vscode. */
import type { Query, Row, Sendable } from "../../shared/api.ts";
import type { Listing } from "../../shared/http/listing.ts";
import type { ListNode } from "../records/node.ts";
import { RowList } from "../records/row-list.ts";

export interface ListReader {
  open(list: ListNode, from: Query | undefined, signal: AbortSignal): Promise<Listing<Row>>;
  /** Rows of the list were read. */
  read(list: ListNode, rows: RowList): void;
  /** What the list shows is different now. */
  changed(list: ListNode): void;
}

interface Rereading {
  isAskedAgain: boolean;
  rows: RowList | undefined;
  done: Promise<void>;
}

export class Lists {
  readonly #reader: ListReader;
  /** What has been read, by the list's id. */
  readonly #lists = new Map<string, { list: ListNode; rows: RowList }>();
  /** Lists that are read in the background, by their ids. */
  readonly #rereading = new Map<string, Rereading>();

  constructor(reader: ListReader) {
    this.#reader = reader;
  }

  /** The lists of which something was read. */
  loaded(): ListNode[] {
    return Array.from(this.#lists.values(), ({ list }) => list);
  }

  /** The rows of a list as far as they were read. */
  known(list: ListNode): RowList | undefined {
    return this.#rowsAt(list);
  }

  /** The rows of a list; its first page is read when they are first asked for. */
  async rowsOf(list: ListNode): Promise<RowList> {
    const known = this.#rowsAt(list);
    const rows = known ?? this.#fresh(list);
    if (!known) this.#lists.set(list.id, { list, rows });
    await rows.first();
    // Refreshed meanwhile: what was asked then is not what is wanted now.
    if (this.#rowsAt(list) !== rows) return this.rowsOf(list);
    if (!known) this.#reader.read(list, rows);
    return rows;
  }

  /** Reads the next page of a list. */
  async more(list: ListNode): Promise<void> {
    const rows = this.#rowsAt(list);
    if (!rows) return;
    await rows.more();
    if (this.#rowsAt(list) !== rows) return;
    this.#reader.read(list, rows);
    this.#reader.changed(list);
  }

  /**
   * Reads a list again as far as it was read. What is shown stays until all is there, and when that fails. Asked for
   * while it is read, it is read once more, for the answer that is on its way may be older than what is asked for.
   */
  reread(list: ListNode): Promise<void> {
    const known = this.#rereading.get(list.id);
    if (known) {
      known.isAskedAgain = true;
      return known.done;
    }
    const rereading: Rereading = { isAskedAgain: false, rows: undefined, done: Promise.resolve() };
    this.#rereading.set(list.id, rereading);
    rereading.done = this.#rereadUntilDone(list, rereading);
    return rereading.done;
  }

  async #rereadUntilDone(list: ListNode, rereading: Rereading): Promise<void> {
    try {
      do {
        rereading.isAskedAgain = false;
        await this.#rereadOnce(list, rereading);
      } while (rereading.isAskedAgain);
    } finally {
      this.#rereading.delete(list.id);
    }
  }

  async #rereadOnce(list: ListNode, rereading: Rereading): Promise<void> {
    const known = this.#rowsAt(list);
    if (known?.isReading) await known.settled;
    if (!known || this.#rowsAt(list) !== known || known.failure !== undefined) return;
    const count = known.rows.length;
    const again = this.#fresh(list);
    rereading.rows = again;
    await again.upTo(count);
    if (this.#rowsAt(list) !== known || again.failure !== undefined) return;
    if (known.isReading || known.rows.length !== count) {
      // Read on meanwhile: as far as it is shown now it is not read again yet.
      rereading.isAskedAgain = true;
      return;
    }
    if (again.equals(known)) return;
    this.#lists.set(list.id, { list, rows: again });
    this.#reader.read(list, again);
    this.#reader.changed(list);
  }

  /** Forgets a list and those of its records: they are read anew. */
  refresh(list: ListNode): void {
    for (const [id, { rows }] of this.#lists)
      if (id === list.id || id.startsWith(`${list.id}/`)) {
        rows.cancel();
        this.#lists.delete(id);
      }
    this.#reader.changed(list);
  }

  /** Reads the lists again whose records an operation has, or may have, changed. */
  async refreshAfter({ api, resource, affects = [] }: Sendable): Promise<void> {
    const changed = new Set([resource, ...affects]);
    const concerned = [...this.#lists.values()].filter(
      ({ list: { source } }) => source.api === api && changed.has(source.list.resource),
    );
    const canStay = ({ rows }: { rows: RowList }) => !rows.isReading && rows.failure === undefined;
    for (const each of concerned) if (!canStay(each)) this.refresh(each.list);
    await Promise.all(concerned.filter(canStay).map(({ list }) => this.reread(list)));
  }

  /** Forgets all lists, and drops what is being read. */
  clear(): void {
    for (const { rows } of this.#lists.values()) rows.cancel();
    for (const { rows } of this.#rereading.values()) rows?.cancel();
    this.#lists.clear();
  }

  #rowsAt(list: ListNode): RowList | undefined {
    return this.#lists.get(list.id)?.rows;
  }

  #fresh(list: ListNode): RowList {
    return new RowList((from, signal) => this.#reader.open(list, from, signal));
  }
}
