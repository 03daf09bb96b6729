import { describe, expect, it } from "vitest";
import type { Query, Row } from "../../../shared/api.ts";
import { callerOf, failure, operation } from "./calls.ts";
import { json, serve, type Step } from "./server.ts";

const id = "cloud-v1.servers.list";
const named = operation(id);

/** Servers that are what is documented but for their number. */
const server = (number: number): Row => ({
  id: `srv_${number}`,
  name: `web-${number}`,
  status: "running",
  region: "fra1",
  specs: { cpu: 1, ram_gb: 1, storage_gb: 1 },
  ipv4: "203.0.113.1",
  created_at: "2026-09-01T12:00:00Z",
});
const page = (rows: unknown[], next: string | null = null) =>
  json({ data: rows, meta: { total: 9, next_cursor: next } });
const ids = (rows: readonly unknown[]) => rows.map((row) => (row as Row).id);

async function listingOf(...steps: readonly [Step, ...Step[]]) {
  const scripted = await serve(...steps);
  const caller = callerOf(id, scripted.baseUrl);
  return {
    ...scripted,
    list: (query?: Query, from?: Query) =>
      caller.list(named, { ...(query && { query }) }, { ...(from && { from }) }),
  };
}

describe("a list", () => {
  it("is read page by page, each when its first row is asked for", async () => {
    const { list, received } = await listingOf(page([server(1), server(2)], "b"), page([server(3)]));
    const rows = list({ limit: 2 })[Symbol.asyncIterator]();
    await rows.next();
    await rows.next();
    expect(received).toHaveLength(1);
    expect((await rows.next()).value).toMatchObject({ id: "srv_3" });
    expect((await rows.next()).done).toBe(true);
    expect(received.map(({ url }) => url)).toEqual(["/v1/servers?limit=2", "/v1/servers?limit=2&cursor=b"]);
  });

  it("gives rows that are asked for at once in their order", async () => {
    const { list } = await listingOf(page([server(1), server(2)], "b"), page([server(3)]));
    const rows = list()[Symbol.asyncIterator]();
    const found = await Promise.all(Array.from({ length: 5 }, () => rows.next()));
    expect(found.map(({ value, done }) => (done ? "end" : value.id))).toEqual([
      "srv_1",
      "srv_2",
      "srv_3",
      "end",
      "end",
    ]);
  });

  it("that was left goes on at its position, in another listing too", async () => {
    const { list } = await listingOf(
      page([server(1)], "b"),
      page([server(2), server(3)], "c"),
      page([server(2), server(3)], "c"),
      page([server(4)]),
    );
    const first = list({ limit: 1 });
    for await (const row of first) if (row.id === "srv_2") break;
    expect(first.position).toEqual({ limit: 1, cursor: "b" });
    const second = list({ limit: 1 }, first.position);
    expect(ids(await Array.fromAsync(second))).toEqual(["srv_2", "srv_3", "srv_4"]);
    expect(second.position).toBeUndefined();
  });

  it("that failed goes on at the page that failed", async () => {
    const { list } = await listingOf(page([server(1)], "b"), json({}, 403), page([server(2)]));
    const listing = list();
    await failure(Array.fromAsync(listing));
    expect(listing.position).toEqual({ cursor: "b" });
    expect(ids(await Array.fromAsync(listing))).toEqual(["srv_2"]);
  });

  it("goes on after an empty page that names another cursor", async () => {
    const { list } = await listingOf(page([], "b"), page([], "c"), page([server(1)]));
    expect(ids(await Array.fromAsync(list()))).toEqual(["srv_1"]);
  });

  it("gives a row that comes twice once", async () => {
    const { list } = await listingOf(
      page([server(1), server(2)], "b"),
      page([server(2), server(3), server(3)]),
    );
    const listing = list();
    expect(ids(await Array.fromAsync(listing))).toEqual(["srv_1", "srv_2", "srv_3"]);
    expect(listing.incomplete).toBeUndefined();
  });

  it("keeps rows that have no id, also those that another page has", async () => {
    const { list } = await listingOf(
      page([{ name: "a" }, { name: "b" }], "b"),
      page([{ name: "b" }, { name: "c" }], "c"),
      page([{ name: "a" }]),
    );
    const listing = list();
    expect((await Array.fromAsync(listing)).map(({ name }) => name)).toEqual(["a", "b", "b", "c", "a"]);
    expect(listing.incomplete).toBeUndefined();
  });

  it.for([null, "", undefined])("ends where the cursor is %j", async (next_cursor) => {
    const { list } = await listingOf(json({ data: [server(1)], meta: { next_cursor } }));
    const listing = list();
    await Array.fromAsync(listing);
    expect(listing.incomplete).toBeUndefined();
  });

  it.for([-1, "45", null])("goes on to the first empty page where the total is %j", async (total) => {
    const products = operation("marketplace.products.list");
    const rows = (number: number) => (number < 3 ? [{ id: `prod_${number}` }] : []);
    let number = 0;
    const scripted = await serve((...all) =>
      json({ data: rows(++number), meta: { total, page: number, limit: 1 } })(...all),
    );
    const listing = callerOf(products.id, scripted.baseUrl).list(products);
    expect(ids(await Array.fromAsync(listing))).toEqual(["prod_1", "prod_2"]);
    expect(listing.incomplete).toBeUndefined();
  });

  it("keeps rows that have no id, alike as they are", async () => {
    const { list } = await listingOf(page([{ name: "a" }, { name: "a" }]));
    expect(await Array.fromAsync(list())).toEqual([{ name: "a" }, { name: "a" }]);
  });

  it("marks rows that are not as documented and keeps the others", async () => {
    const odd = { ...server(2), name: 7 };
    const { list } = await listingOf(
      page([server(1), odd, "text", null, { ...server(3), status: "sleeping", extra: 1 }]),
    );
    const { value } = await list().pages().next();
    expect(value?.rows).toHaveLength(5);
    expect([...(value?.faulty.keys() ?? [])]).toEqual([1, 2, 3]);
    expect(value?.faulty.get(1)).toContain("name");
    expect(value?.faulty.get(2)).toBe("This is not a record.");
  });

  it("keeps its marks in place when a repeated row is left out", async () => {
    const { list } = await listingOf(page([server(1), server(1), { ...server(2), name: 7 }]));
    const { value } = await list().pages().next();
    expect(ids(value?.rows ?? [])).toEqual(["srv_1", "srv_2"]);
    expect([...(value?.faulty.keys() ?? [])]).toEqual([1]);
  });
});

describe("a list stops and says that it is incomplete", () => {
  it("when a cursor leads to itself", async () => {
    const { list, received } = await listingOf(page([server(1)], "b"), page([server(2)], "b"));
    const listing = list();
    expect(ids(await Array.fromAsync(listing))).toEqual(["srv_1", "srv_2"]);
    expect(listing.incomplete).toContain("leads back");
    expect(received).toHaveLength(2);
  });

  it("when cursors go round", async () => {
    const { list } = await listingOf(page([server(1)], "b"), page([server(2)], "c"), page([server(3)], "b"));
    const listing = list();
    expect(ids(await Array.fromAsync(listing))).toEqual(["srv_1", "srv_2", "srv_3"]);
    expect(listing.incomplete).toContain("leads back");
  });

  it("when a page is one that was read, under a new cursor", async () => {
    const { list, received } = await listingOf(
      page([server(1), server(2)], "b"),
      page([server(1), server(2)], "c"),
      page([server(1), server(2)], "d"),
    );
    const listing = list();
    expect(ids(await Array.fromAsync(listing))).toEqual(["srv_1", "srv_2"]);
    expect(listing.incomplete).toContain("repeats");
    expect(received).toHaveLength(2);
  });

  it.for<[what: string, rows: unknown[]]>([
    ["without identifiers", [{ name: "a" }, { name: "b" }]],
    ["with numbers for identifiers", [{ id: 1 }, { id: 2 }]],
    ["that are texts", ["a", "b"]],
    ["some with identifiers, some without", [{ id: "a" }, { name: "b" }, 7]],
  ])("when a page %s comes again, or in another order", async ([, rows]) => {
    let number = 0;
    const { list, received } = await listingOf((...all) =>
      page(++number % 2 ? rows : rows.toReversed(), `after-${number}`)(...all),
    );
    const listing = list();
    expect(await Array.fromAsync(listing)).toEqual(rows);
    expect(listing.incomplete).toContain("repeats");
    expect(received).toHaveLength(2);
  });

  it.for<[what: string, meta: unknown]>([
    ["a number", { next_cursor: 7 }],
    ["true", { next_cursor: true }],
    ["an object", { next_cursor: { after: "b" } }],
    ["a list", { next_cursor: ["b"] }],
    ["a list for the envelope", [{ next_cursor: "b" }]],
    ["a text for the envelope", "b"],
  ])("when the cursor is no text: %s", async ([, meta]) => {
    const { list, received } = await listingOf(json({ data: [server(1)], meta }));
    const listing = list();
    expect(ids(await Array.fromAsync(listing))).toEqual(["srv_1"]);
    expect(listing.incomplete).toContain("meta.next_cursor");
    expect(received).toHaveLength(1);
  });

  it.for([1, "true", "false", {}])("when whether there is more cannot be read: %j", async (more) => {
    const scripted = await serve(json({ data: [{ id: "usr_1" }], has_more: more, next_cursor: null }));
    for (const id of ["membership.users.list", "membership.courses.list"]) {
      const named = operation(id);
      const listing = callerOf(id, scripted.baseUrl).list(named);
      await Array.fromAsync(listing);
      expect(listing.incomplete, id).toBeDefined();
    }
  });

  it("when there is more but no cursor", async () => {
    const scripted = await serve(json({ data: [{ id: "usr_1" }], has_more: true, next_cursor: null }));
    const users = operation("membership.users.list");
    const listing = callerOf(users.id, scripted.baseUrl).list(users);
    expect(ids(await Array.fromAsync(listing))).toEqual(["usr_1"]);
    expect(listing.incomplete).toContain("no cursor");
  });

  it("when there is more and how to ask for it is not documented", async () => {
    const scripted = await serve(json({ data: [{ id: "crs_1" }], has_more: true }));
    const courses = operation("membership.courses.list");
    const listing = callerOf(courses.id, scripted.baseUrl).list(courses);
    await Array.fromAsync(listing);
    expect(listing.incomplete).toContain("not documented");
  });

  it("after a thousand pages", async () => {
    let number = 0;
    const scripted = await serve((...all) => page([{ id: `srv_${++number}` }], `after-${number}`)(...all));
    const listing = callerOf(id, scripted.baseUrl).list(named);
    expect(await Array.fromAsync(listing)).toHaveLength(1000);
    expect(listing.incomplete).toContain("1000 pages");
    expect(scripted.received).toHaveLength(1000);
  });

  it("when the server names the same page number again and again", async () => {
    const scripted = await serve(
      json({ data: [{ id: "post_1" }], meta: { current_page: 1, total_pages: 5, total_items: 100 } }),
    );
    const posts = operation("content.posts.list");
    const listing = callerOf(posts.id, scripted.baseUrl).list(posts);
    await Array.fromAsync(listing);
    expect(listing.incomplete).toBeDefined();
    expect(scripted.received).toHaveLength(2);
  });

  it("when offsets are not heeded", async () => {
    const rows = Array.from({ length: 20 }, (_, number) => ({ id: `cp_${number}`, name: "a" }));
    const scripted = await serve(json({ data: rows }));
    const projects = operation("creative.projects.list");
    const listing = callerOf(projects.id, scripted.baseUrl).list(projects);
    expect(await Array.fromAsync(listing)).toHaveLength(20);
    expect(listing.incomplete).toContain("repeats");
  });
});

describe("an answer that is no list", () => {
  it.for([
    ["an object without rows", {}],
    ["rows that are no array", { data: {} }],
    ["a text", "servers"],
    ["null", null],
  ])("is unreadable: %s", async ([, body]) => {
    const { list } = await listingOf(json(body));
    const error = await failure(Array.fromAsync(list()));
    expect(error).toMatchObject({ kind: "unreadable", attempts: 1 });
    expect(error.message).toContain(id);
  });

  it("is never an empty list, whatever its status says", async () => {
    const { list } = await listingOf(json({ success: false, data: [] }));
    expect(await failure(Array.fromAsync(list()))).toMatchObject({ kind: "refused" });
  });
});

it("a list whose route is not bound, or whose base address is wrong, says so when it is read", async () => {
  const unbound = operation("membership.courses.list");
  const error = await failure(
    Array.fromAsync(callerOf(unbound.id, "https://127.0.0.1:1/v1", { routes: {} }).list(unbound)),
  );
  expect(error.kind).toBe("unbound");
  const listing = callerOf(id, "http://api.example.com/v1").list(named);
  expect(await failure(Array.fromAsync(listing))).toMatchObject({ kind: "invalid-request" });
});
