import { describe, expect, it } from "vitest";
import { documentedRoute, operationsOf, type Query, type Row } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { testClock } from "../http/clock.ts";
import { filled, operationOf, sandbox } from "./running.ts";

const operations = operationsOf(apis);

describe("each operation, sent by the client to the sandbox,", () => {
  const samples = operations.flatMap(({ id, samples }) =>
    samples.map((sample, index) => [id, index + 1, sample] as const),
  );

  it.for(samples)("%s answers its sample %i as documented", async ([id, , sample]) => {
    const { directory, caller } = await sandbox();
    const named = operationOf(id);
    const reply = await caller(named.api.slug).call(named, filled(directory, id, sample));
    expect(reply.status).toBe(named.status ?? reply.status);
    expect(reply).toMatchObject({ attempts: 1, notes: [] });
    if (named.status === 204) expect(reply.body).toBeUndefined();
    else if (named.reply) expect(named.reply.safeParse(reply.body).error).toBeUndefined();
    else expect(reply.body).toBeTypeOf("object");
  });

  it("all of them, one after the other in one sandbox", async () => {
    const { send } = await sandbox();
    // What one removes or ends, none of those behind it needs.
    const last = (id: string) => Number(/\.(delete|cancel|pause)$/.test(id)) + Number(id.endsWith(".pause"));
    for (const { id } of operations.toSorted((a, b) => last(a.id) - last(b.id))) {
      expect((await send(id)).status, id).toBeLessThan(300);
    }
  });
});

describe("each list", () => {
  const lists = operations.filter((operation) => operation.paging);
  const paged = lists.filter((operation) => operation.paging?.style !== "single");

  it.for(paged.map(({ id }) => id))(
    "%s gives each record once, in pages of seven as in one of a hundred",
    async (id) => {
      const { caller } = await sandbox();
      const named = operationOf(id);
      const list = (query: Query) => caller(named.api.slug).list(named, { query });
      const [small, large] = [list({ limit: 7 }), list({ limit: 100 })];
      const pages = await Array.fromAsync(small.pages());
      const rows = pages.flatMap((page) => page.rows);
      expect(rows).toEqual(await Array.fromAsync(large));
      expect(pages.every((page) => page.faulty.size === 0 && page.rows.length <= 7)).toBe(true);
      expect([small.incomplete, large.incomplete]).toEqual([undefined, undefined]);
      const ids = rows.map((row) => row.id);
      expect(new Set(ids).size).toBe(ids.length);
      const known = named.api.resources[named.resource ?? ""]?.samples.map((row) => row.id);
      expect(new Set(ids)).toEqual(new Set(known));
      expect(pages.length).toBe(Math.ceil(ids.length / 7));
    },
  );

  it.for(paged.map(({ id }) => id))("%s has more than one page of the documented size", async (id) => {
    const { caller } = await sandbox();
    const named = operationOf(id);
    const pages = await Array.fromAsync(caller(named.api.slug).list(named).pages());
    expect(pages.length).toBeGreaterThan(1);
    expect(pages[0]?.rows).toHaveLength(20);
  });

  it.for(lists.map(({ id }) => id))("%s marks none of its records", async (id) => {
    const { caller } = await sandbox();
    const named = operationOf(id);
    const { path } = named.samples[0];
    for await (const page of caller(named.api.slug)
      .list(named, { ...(path && { path }) })
      .pages())
      expect(page.faulty.size).toBe(0);
  });

  it("has a filter where one is documented", async () => {
    const { caller } = await sandbox();
    const filters: [id: string, query: Row, field: string][] = [
      ["cloud-v1.servers.list", { status: "stopped" }, "status"],
      ["cloud-v1.servers.list", { region: "fra1" }, "region"],
      ["cloud-v2.instances.list", { region: "us-east" }, "region"],
      ["creative.projects.list", { status: "archived" }, "status"],
      ["content.posts.list", { status: "draft" }, "status"],
      ["marketplace.products.list", { status: "archived" }, "status"],
      ["membership.users.list", { status: "paused" }, "status"],
      ["membership.invoices.list", { status: "failed" }, "status"],
      ["admin.users.list", { role: "admin" }, "role"],
      ["learning.courses.list", { category: "design" }, "category"],
    ];
    for (const [id, query, field] of filters) {
      const named = operationOf(id);
      const rows = await Array.fromAsync(
        caller(named.api.slug).list(named, { query: { ...query, limit: 5 } }),
      );
      expect(rows.length, id).toBeGreaterThan(0);
      for (const row of rows) expect(row[field], id).toBe(query[field]);
    }
  });

  it("of users of the social platform is searched by name, that of members by date", async () => {
    const { caller } = await sandbox();
    const social = await Array.fromAsync(
      caller("social").list(operationOf("social.users.list"), { query: { q: "LUNE" } }),
    );
    expect(social.length).toBeGreaterThan(0);
    for (const row of social)
      expect([row.username, row.display_name].join(" ").toLowerCase()).toContain("lune");
    const after = "2026-08-01T00:00:00Z";
    const members = await Array.fromAsync(
      caller("membership").list(operationOf("membership.users.list"), { query: { created_after: after } }),
    );
    expect(members.length).toBeGreaterThan(0);
    for (const row of members) expect(String(row.created_at) > after).toBe(true);
  });

  it("of posts is sorted by the field asked for, that of creative projects by date, newest first", async () => {
    const { caller } = await sandbox();
    const posts = await Array.fromAsync(
      caller("content").list(operationOf("content.posts.list"), { query: { sort: "title", limit: 9 } }),
    );
    const titles = posts.map((row) => String(row.title));
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b)));
    const projects = await Array.fromAsync(caller("creative").list(operationOf("creative.projects.list")));
    const dates = projects.map((row) => String(row.created_at));
    expect(dates).toEqual(dates.toSorted().toReversed());
  });
});

it("a page of instances is asked for by its number as well, and the list goes on from there", async () => {
  const { caller } = await sandbox();
  const named = operationOf("cloud-v2.instances.list");
  const idsOf = async (query: Query) =>
    (await Array.fromAsync(caller("cloud-v2").list(named, { query }))).map(({ id }) => id);
  const whole = await idsOf({});
  expect(whole).toHaveLength(42);
  expect(await idsOf({ page: 3 })).toEqual(whole.slice(40));
  expect(await idsOf({ page: 2, limit: 10 })).toEqual(whole.slice(10));
  expect(await idsOf({ page: 9 })).toEqual([]);
});

it("the sandbox is the same at every start", async () => {
  const [one, two] = [await sandbox({ clock: testClock(1e12) }), await sandbox({ clock: testClock(1e12) })];
  for (const id of ["content.posts.list", "content.posts.create", "membership.users.create"])
    expect((await one.send(id)).body).toEqual((await two.send(id)).body);
});

it("the sandbox binds exactly the operations whose route is not documented", async () => {
  const { directory } = await sandbox();
  const unbound = operations.filter((operation) => !documentedRoute(operation)).map(({ id }) => id);
  expect(Object.keys(directory.routes)).toEqual(unbound);
});
