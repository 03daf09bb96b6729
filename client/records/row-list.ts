/** The rows of one list as far as they have been read, page by page. Without vscode. */
import type { Query, Row } from "../../shared/api.ts";
import type { Listing } from "../../shared/http/listing.ts";
import { isRow } from "../../shared/traits/values.ts";
import { recordId } from "./row.ts";

export interface ReadRow {
  /** Unique within the list. */
  key: string;
  row: Row;
  /** How it departs from what is documented. */
  fault?: string;
}

export type OpenListing = (from: Query | undefined, signal: AbortSignal) => Promise<Listing<Row>>;

export class RowList {
  readonly rows: ReadRow[] = [];
  /** Why the last read failed; reading more tries again from there. */
  failure: unknown;
  /** Why the list ends before its end. */
  incomplete: string | undefined;
  readonly #open: OpenListing;
  readonly #keys = new Set<string>();
  readonly #abort = new AbortController();
  #pages: ReturnType<Listing<Row>["pages"]> | undefined;
  #listing: Listing<Row> | undefined;
  #position: Query | undefined;
  #reading: Promise<void> | undefined;
  #started = false;
  #ended = false;

  constructor(open: OpenListing) {
    this.#open = open;
  }

  get hasMore(): boolean {
    return this.#started && !this.#ended && this.failure === undefined;
  }

  /** How many rows there are, with a plus where there may be more; undefined before the first page was read. */
  get count(): string | undefined {
    if (!this.#started || (this.rows.length === 0 && !this.#ended)) return undefined;
    return `${this.rows.length}${this.#ended && this.incomplete === undefined ? "" : "+"}`;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** When what is being read has been read; it does not fail. */
  get settled(): Promise<void> {
    return this.#reading ?? Promise.resolve();
  }

  /** Reads the first page, once. */
  first(): Promise<void> {
    return this.#started ? this.settled : this.more();
  }

  /** Reads the next page; a second call while one is read waits for the same. */
  more(): Promise<void> {
    this.#started = true;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Reads on until there are as many rows, or no more. */
  async upTo(count: number): Promise<void> {
    await this.first();
    while (this.rows.length < count && this.hasMore) await this.more();
  }

  /** Whether a person sees the same. */
  equals(other: RowList): boolean {
    const seen = ({ rows, hasMore, incomplete }: RowList) => JSON.stringify([rows, hasMore, incomplete]);
    return seen(this) === seen(other);
  }

  cancel(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    if (this.#ended) return;
    this.failure = undefined;
    try {
      this.#listing ??= await this.#open(this.#position, this.#abort.signal);
      this.#pages ??= this.#listing.pages();
      // A page may be empty and still lead on.
      for (let added = 0; added === 0 && !this.#ended; ) {
        const { value: page, done } = await this.#pages.next();
        if (done || !page) {
          this.#ended = true;
          return;
        }
        added = page.rows.length;
        page.rows.forEach((row, index) => this.#add(row, page.faulty.get(index)));
        this.incomplete = page.incomplete;
        this.#ended = page.next === undefined;
      }
    } catch (error) {
      this.failure = error;
      // A generator that threw is over: the next try opens the list anew, where this one stopped.
      this.#position = this.#listing?.position ?? this.#position;
      this.#listing = undefined;
      this.#pages = undefined;
    }
  }

  #add(row: unknown, fault: string | undefined): void {
    const record = isRow(row) ? row : { value: row };
    const id = recordId(record);
    if (id !== undefined && this.#keys.has(id)) return; // Lists that shift while they are read repeat rows.
    const key = id ?? `#${this.rows.length}`;
    this.#keys.add(key);
    this.rows.push({ key, row: record, ...(fault !== undefined && { fault }) });
  }
}
