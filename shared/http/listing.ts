/** A list read through all its pages. */
import { hash } from "node:crypto";
import type * as z from "zod";
import { config, util } from "zod/v4/core";
import type { Page, Query, RequestValues, Sendable } from "../api.ts";
import { isRow } from "../traits/values.ts";
import { NotAPage } from "../traits/paging.ts";
import { RequestError } from "./errors.ts";
import type { Exchange } from "./send.ts";

const maxPages = 1000;

export interface ListPage<T> {
  rows: T[];
  /** What is wrong with a row, by its index; such a row is handed out raw. Rows are checked when somebody looks. */
  readonly faulty: ReadonlyMap<number, string>;
  /** The query of the next page; absent on the last. */
  next?: Query;
  /** Why the list ends before its end. */
  incomplete?: string;
}

/** Rows as they come; a page is fetched when its first row is asked for. */
export interface Listing<T> extends AsyncIterable<T> {
  pages(): AsyncGenerator<ListPage<T>, void, undefined>;
  /** The query of the first page that has not been read whole: `{ from: position }` goes on there. Undefined at the end. */
  readonly position: Query | undefined;
  /** Why the list ended before its end, once it has. */
  readonly incomplete: string | undefined;
}

export function listing<T>(
  operation: Sendable,
  input: RequestValues = {},
  options: { from?: Query } = {},
  base: () => URL,
  fetchPage: (values: RequestValues) => Promise<Exchange>,
): Listing<T> {
  const { paging } = operation;
  let position: Query | undefined = options.from ?? input.query ?? {};
  let incomplete: string | undefined;

  async function readPage(query: Query): Promise<Page> {
    const reply = await fetchPage({ ...input, query });
    try {
      return paging?.read(reply, query, base()) ?? { rows: [] };
    } catch (error) {
      if (!(error instanceof NotAPage)) throw error;
      throw new RequestError(
        "unreadable",
        `${operation.id} was answered, but not with a list. ${error.message}`,
        {
          outcome: "rejected",
          attempts: reply.attempts,
        },
      );
    }
  }

  async function* pages(): AsyncGenerator<ListPage<T>, void, undefined> {
    const seenQueries = new Set<string>();
    const seen = new SeenRows();
    for (let count = 1; position; count++) {
      const query: Query = position;
      seenQueries.add(JSON.stringify(query));
      const read = await readPage(query);
      const rows = seen.new(read);
      const page = new ReadPage<T>(operation, rows, read);
      if (page.next && seenQueries.has(JSON.stringify(page.next)))
        stop(page, "The list leads back to a page that was already read.");
      else if (page.next && read.rows.length > 0 && page.rows.length === 0)
        stop(page, "The list repeats records that were already read.");
      else if (page.next && count >= maxPages) stop(page, `The list has more than ${maxPages} pages.`);
      incomplete = page.incomplete;
      yield page;
      position = page.next;
    }
  }

  return {
    pages,
    get position() {
      return position;
    },
    get incomplete() {
      return incomplete;
    },
    [Symbol.asyncIterator]: () => rowsOf(pages()),
  };
}

/** A generator would cost each row a wait of its own; here only a page is waited for. */
function rowsOf<T>(pages: AsyncGenerator<ListPage<T>, void, undefined>): AsyncIterator<T, undefined> {
  let rows = [][Symbol.iterator]() as Iterator<T>;
  async function first(): Promise<IteratorResult<T, undefined>> {
    for (;;) {
      const row = rows.next();
      if (!row.done) return row;
      const page = await pages.next();
      if (page.done) return { done: true, value: undefined };
      rows = page.value.rows[Symbol.iterator]();
    }
  }
  /** Who asks for the next page before it is there waits behind who has asked before. */
  let asked: Promise<unknown> = Promise.resolve();
  return {
    next() {
      const row = rows.next();
      if (!row.done) return Promise.resolve(row);
      const found = asked.then(first, first);
      asked = found;
      return found;
    },
    async return() {
      await pages.return();
      rows = [][Symbol.iterator]();
      return { done: true, value: undefined };
    },
  };
}

class ReadPage<T> implements ListPage<T> {
  readonly rows: T[];
  next?: Query;
  incomplete?: string;
  readonly #operation: Sendable;
  #faulty: ReadonlyMap<number, string> | undefined;

  constructor(operation: Sendable, rows: readonly unknown[], { next, incomplete }: Page) {
    this.#operation = operation;
    this.rows = rows as T[]; // As they came.
    if (next) this.next = next;
    if (incomplete !== undefined) this.incomplete = incomplete;
  }

  get faulty(): ReadonlyMap<number, string> {
    return (this.#faulty ??= faultyRows(this.#operation, this.rows));
  }
}

function stop(page: ListPage<unknown>, reason: string): void {
  delete page.next;
  page.incomplete = reason;
}

/** Lists that shift while they are read repeat rows, which their identifiers tell. */
class SeenRows {
  readonly #ids = new Set<unknown>();
  /** Of rows without an identifier, which may be alike. */
  readonly #contents = new Set<string>();

  /** Rows that were not there before; none when all rows of a page that is not the last were: it is a page that was read. */
  new({ rows, next }: Page): unknown[] {
    if (next && rows.every((row) => this.#has(row))) return [];
    return rows.filter((row) => this.#add(row));
  }

  #has(row: unknown): boolean {
    const id = idOf(row);
    return id === undefined ? this.#contents.has(digestOf(row)) : this.#ids.has(id);
  }

  /** Whether the row stays in the list. */
  #add(row: unknown): boolean {
    const id = idOf(row);
    if (id === undefined) return Boolean(this.#contents.add(digestOf(row)));
    const before = this.#ids.size;
    return this.#ids.add(id).size > before;
  }
}

function idOf(row: unknown): string | number | undefined {
  const id = isRow(row) ? row.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

const digestOf = (row: unknown) => hash("sha256", JSON.stringify(row) ?? "", "base64");

function faultyRows(operation: Sendable, rows: readonly unknown[]): Map<number, string> {
  const record = operation.resource && operation.api.resources[operation.resource]?.record;
  const faulty = new Map<number, string>();
  rows.forEach((row, index) => {
    const reason = isRow(row) ? record && departure(record, row) : "This is not a record.";
    if (reason) faulty.set(index, reason);
  });
  return faulty;
}

/**
 * How a value departs from its documented shape, in words; undefined when it does not.
 * Unknown values of a list, other formats and further fields are accepted: APIs grow.
 */
export function departure(schema: z.ZodType, value: unknown): string | undefined {
  // What zod has for libraries: `safeParse` would make an error with the words of all issues, of which one is said.
  const { _zod: core } = schema;
  const { issues } = core.run({ value, issues: [] }, synchronously) as z.core.ParsePayload; // As it was asked to.
  const issue = issues.find(({ code }) => code === "invalid_type");
  if (!issue) return undefined;
  const { path, message } = util.finalizeIssue(issue, synchronously, config());
  return `${path.length > 0 ? `${path.join(".")}: ` : ""}${message}`;
}

const synchronously = { async: false };
