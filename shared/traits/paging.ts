/** The four documented styles of paging, and the single page. Each reads a page and writes one. */
import type { Page, Paging, Query, Reply, Row } from "../api.ts";
import { linkToNext, nextLink } from "./link-header.ts";
import { isRow, merged, numberAt, placed } from "./values.ts";

const defaultSize = 20;

/** The rows of a reply whose envelope is not shown: the body itself, `data`, or its only array. */
function findRows(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isRow(body)) return undefined;
  if (Array.isArray(body.data)) return body.data;
  const arrays = Object.values(body).filter(Array.isArray);
  return arrays.length === 1 ? arrays[0] : undefined;
}

/** Thrown when a reply that should hold a list does not. */
export class NotAPage extends Error {}

function rowsOf(body: unknown): unknown[] {
  const rows = findRows(body);
  if (!rows) throw new NotAPage("The reply holds no list of records.");
  return rows;
}

/**
 * What a reply has at a dotted path; undefined where it has nothing or null. Something that is no object on the way there
 * is handed out in a list, which no path leads to: it may have been meant to lead on.
 */
function said(body: unknown, path: string): unknown {
  let here: unknown = isRow(body) ? body : undefined;
  for (const key of path.split(".")) {
    if (!isRow(here)) return here === undefined ? undefined : [here];
    here = Object.hasOwn(here, key) ? here[key] : undefined;
    if (here === null || here === undefined) return undefined;
  }
  return here;
}

const size = (query: Query) => Math.max(1, Number(query.limit ?? defaultSize));

/** A cursor is the position in the list, made opaque so that nobody counts on it. */
const cursorAt = (position: number) => btoa(`position:${position}`);
const positionOf = (cursor: unknown) => {
  if (typeof cursor !== "string") return 0;
  try {
    return Number(/^position:(\d+)$/.exec(atob(cursor))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/**
 * Pages that name the next one by a cursor.
 * `next` is the dotted path of the cursor, `more` that of a boolean; `total`, `link` and `previous` are written where documented.
 */
export function cursorPaging(where: {
  next: string;
  more?: string;
  total?: string;
  link?: string;
  previous?: string;
  /** Constant parts of the envelope. */
  envelope?: Row;
}): Paging {
  return {
    style: "cursor",
    sizeParameter: "limit",
    parameters: ["limit", "cursor"],
    read({ body }, query): Page {
      const rows = rowsOf(body);
      const cursor = said(body, where.next);
      const more = where.more ? said(body, where.more) : undefined;
      if (more === false) return { rows };
      if (typeof cursor === "string" && cursor !== "") return { rows, next: { ...query, cursor } };
      if (cursor !== undefined && cursor !== "")
        return {
          rows,
          incomplete: `The reply names the next page by something that is no text (${where.next}).`,
        };
      if (more === true)
        return { rows, incomplete: "The reply says that there are more records but names no cursor." };
      return more === undefined
        ? { rows }
        : {
            rows,
            incomplete: `Whether there are more records cannot be read from the reply (${where.more}).`,
          };
    },
    write(rows, query, address) {
      const start = positionOf(query.cursor);
      const end = start + size(query);
      const next = end < rows.length ? cursorAt(end) : null;
      const link = new URL(address);
      if (next) link.searchParams.set("cursor", next);
      let body: Row = { ...where.envelope, data: rows.slice(start, end) };
      body = merged(body, placed(where.next, next));
      if (where.more) body = merged(body, placed(where.more, next !== null));
      if (where.total) body = merged(body, placed(where.total, rows.length));
      if (where.link) body = merged(body, placed(where.link, next && link.href));
      if (where.previous)
        body = merged(
          body,
          placed(where.previous, start > 0 ? cursorAt(Math.max(0, start - size(query))) : null),
        );
      return { body, headers: {} };
    },
  };
}

/** Pages whose Link header carries the address of the next one (RFC 8288). */
export function linkPaging(): Paging {
  return {
    style: "link",
    sizeParameter: "limit",
    // The address in the header may name the next page by either.
    parameters: ["limit", "cursor", "page"],
    read(reply, query, base): Page {
      const rows = rowsOf(reply.body);
      const header = reply.headers.link;
      if (header === undefined) return { rows };
      const link = nextLink(header);
      if (link === undefined) return { rows, incomplete: "The Link header cannot be read." };
      if (link.target === undefined) return { rows };
      // Any address below the base does for a relative link: only its query is used.
      const folder = `${base.pathname.replace(/\/+$/, "")}/`;
      const address = URL.parse(link.target, base.origin + folder);
      if (!address || address.origin !== base.origin || !address.pathname.startsWith(folder))
        return {
          rows,
          incomplete: "The Link header leads away from the base address, so it was not followed.",
        };
      // The link alone says where the next page is: what was asked for first would contradict it.
      const { page: _page, cursor: _cursor, ...kept } = query;
      return { rows, next: { ...kept, ...Object.fromEntries(address.searchParams) } };
    },
    write(rows, query, address) {
      const skipped = (Math.max(1, Number(query.page ?? 1)) - 1) * size(query);
      // Of both the cursor decides: paging is documented as cursor-based.
      const start = query.cursor === undefined ? skipped : positionOf(query.cursor);
      const end = start + size(query);
      const headers: Record<string, string> = {};
      if (end < rows.length) {
        const next = new URL(address);
        next.searchParams.delete("page");
        next.searchParams.set("cursor", cursorAt(end));
        headers.link = linkToNext(next.href);
      }
      return { body: { data: rows.slice(start, end) }, headers };
    },
  };
}

/** Numbered pages. `pages` or `total` is the dotted path of the count that tells the last one. */
export function numberedPaging(where: {
  page: string;
  total: string;
  pages?: string;
  size?: string;
}): Paging {
  return {
    style: "page",
    sizeParameter: "limit",
    parameters: ["limit", "page"],
    read({ body }, query): Page {
      const rows = rowsOf(body);
      const page = numberAt(body, where.page) ?? Number(query.page ?? 1);
      const count = (path: string | undefined) => {
        const found = path === undefined ? undefined : numberAt(body, path);
        return found !== undefined && found >= 0 ? found : undefined;
      };
      const total = count(where.total);
      const perPage = count(where.size) || Number(query.limit ?? defaultSize);
      const pages = count(where.pages) ?? (total === undefined ? undefined : Math.ceil(total / perPage));
      const next = { ...query, page: page + 1 };
      // Of what cannot be counted the end is an empty page.
      if (pages === undefined) return rows.length > 0 ? { rows, next } : { rows };
      return page < pages ? { rows, next } : { rows };
    },
    write(rows, query) {
      const page = Math.max(1, Number(query.page ?? 1));
      const perPage = size(query);
      let body: Row = { data: rows.slice((page - 1) * perPage, page * perPage) };
      body = merged(body, placed(where.page, page));
      body = merged(body, placed(where.total, rows.length));
      if (where.pages) body = merged(body, placed(where.pages, Math.ceil(rows.length / perPage)));
      if (where.size) body = merged(body, placed(where.size, perPage));
      return { body, headers: {} };
    },
  };
}

/** Pages by offset. The envelope is not shown, so a page shorter than asked for is the last. */
export function offsetPaging(): Paging {
  return {
    style: "offset",
    sizeParameter: "limit",
    parameters: ["limit", "offset"],
    read({ body }, query): Page {
      const rows = rowsOf(body);
      const offset = Number(query.offset ?? 0);
      return rows.length < size(query)
        ? { rows }
        : { rows, next: { ...query, offset: offset + rows.length } };
    },
    write(rows, query) {
      const offset = Math.max(0, Number(query.offset ?? 0));
      return { body: { data: rows.slice(offset, offset + size(query)) }, headers: {} };
    },
  };
}

/**
 * A list that comes whole, or cut to the size asked for, `usual` when none is.
 * `envelope` adds to the `data` array what is documented beside it.
 */
export function singlePage(envelope: Row = {}, sizeParameter?: string, usual?: number): Paging {
  return {
    style: "single",
    ...(sizeParameter && { sizeParameter }),
    parameters: sizeParameter ? [sizeParameter] : [],
    read({ body }: Reply, query): Page {
      const rows = rowsOf(body);
      if (isRow(body) && Boolean(body.has_more))
        return {
          rows,
          incomplete: "The reply says that there are more records; how to ask for them is not documented.",
        };
      const asked = sizeParameter && Number(query[sizeParameter] ?? usual);
      return asked && rows.length >= asked
        ? {
            rows,
            incomplete: `The reply holds as many records as were asked for, ${asked}. Whether there are more, and how to ask for them, is not documented.`,
          }
        : { rows };
    },
    write(rows, query) {
      const count = (sizeParameter && query[sizeParameter]) ?? usual;
      return { body: { data: count ? rows.slice(0, Number(count)) : rows, ...envelope }, headers: {} };
    },
  };
}
