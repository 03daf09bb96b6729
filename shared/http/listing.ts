/** A list read through all its pages. */
import { createHash } from "node:crypto";
import type * as z from "zod";
import type { Query, RequestValues, Sendable } from "../api.ts";
import { isRow } from "../traits/values.ts";
import { NotAPage } from "../traits/paging.ts";
import { RequestError } from "./errors.ts";
import type { Exchange } from "./send.ts";

const maxPages = 1000;

export interface ListPage<T> {
  rows: T[];
  /** What is wrong with a row, by its index; such a row is handed out raw. */
  faulty: Map<number, string>;
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

  async function readPage(query: Query): Promise<ListPage<T>> {
    const reply = await fetchPage({ ...input, query });
    try {
      const page = paging?.read(reply, query, base()) ?? { rows: [] };
      // Rows are handed out as they came; `faulty` marks those that are not what is documented.
      return { ...page, rows: page.rows as T[], faulty: faultyRows(operation, page.rows) };
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
    const seen = new Set<string>();
    for (let count = 1; position; count++) {
      const query: Query = position;
      seenQueries.add(JSON.stringify(query));
      const read = await readPage(query);
      const page = withoutRepeats(read, seen);
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
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.rows;
    },
  };
}

function stop(page: ListPage<unknown>, reason: string): void {
  delete page.next;
  page.incomplete = reason;
}

/**
 * Lists that shift while they are read repeat rows, which their identifiers tell. Rows without one may be alike; but when
 * all rows of a page that is not the last have been there before, it is a page that was read.
 */
function withoutRepeats<T>(page: ListPage<T>, seen: Set<string>): ListPage<T> {
  const rows: T[] = [];
  const faulty = new Map<number, string>();
  const marks = page.rows.map(markOf);
  const isRepeat = page.next !== undefined && marks.every(({ mark }) => seen.has(mark));
  page.rows.forEach((row, index) => {
    const { mark = "", isId = false } = marks[index] ?? {};
    if (isRepeat || (isId && seen.has(mark))) return;
    seen.add(mark);
    const reason = page.faulty.get(index);
    if (reason) faulty.set(rows.length, reason);
    rows.push(row);
  });
  return { ...page, rows, faulty };
}

/** What a row is known by: its identifier, else its content. */
function markOf(row: unknown): { mark: string; isId: boolean } {
  const id = isRow(row) ? row.id : undefined;
  if (typeof id === "string" || typeof id === "number") return { mark: `${typeof id} ${id}`, isId: true };
  const content = JSON.stringify(row) ?? "";
  return { mark: `content ${createHash("sha256").update(content).digest("base64")}`, isId: false };
}

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
  const result = schema.safeParse(value);
  const issue = result.error?.issues.find((each) => each.code === "invalid_type");
  return issue && `${issue.path.length > 0 ? `${issue.path.join(".")}: ` : ""}${issue.message}`;
}
