import { mkdtempSync, rmSync } from "node:fs";
import { appendFile, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Format, readAll, writeAll } from "../../../client/exports/export.ts";
import {
  folderNameOf,
  keptFor,
  KeptRecords,
  removeKept,
  removeOld,
  checkpointIn,
} from "../../../client/exports/kept-records.ts";
import type { Query, RequestValues, Row } from "../../../shared/api.ts";
import { RequestError } from "../../../shared/http/errors.ts";
import type { Listing, ListPage } from "../../../shared/http/listing.ts";
import { operation } from "../../shared/http/calls.ts";
import { type RunningSandbox, sandbox } from "../../shared/sandbox/running.ts";

const root = mkdtempSync(join(tmpdir(), "exports-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const place = () => join(root, `${++count}`);

async function kept(folder: string): Promise<KeptRecords> {
  const opened = await KeptRecords.open(folder);
  if (!opened) throw new Error("Another export works there.");
  return opened;
}

const never = new AbortController().signal;

/** What the records become. */
async function fileOf(records: KeptRecords, format: Format): Promise<string> {
  const path = `${place()}.${format}`;
  await writeAll(records, { path, format, mayReplace: false }, ["id"], never);
  return readFile(path, "utf8");
}

/** A listing of these pages. */
const pagesOf = (...pages: (() => Partial<ListPage<Row>>)[]) => {
  const listing = async function* () {
    for (const page of pages) yield { rows: [], faulty: new Map(), ...page() } as ListPage<Row>;
  };
  return () => ({ pages: listing }) as unknown as Listing<Row>; // The rest is not asked for.
};

describe("an export of a list of the sandbox", () => {
  let running: RunningSandbox;
  beforeAll(async () => {
    running = await sandbox();
  });

  const lists: [style: string, id: string, values: RequestValues & { query: Query }][] = [
    ["cursor", "cloud-v1.servers.list", { query: { limit: 7 } }],
    ["cursor with a filter", "membership.users.list", { query: { status: "active", limit: 3 } }],
    ["link", "cloud-v2.instances.list", { query: { limit: 4 } }],
    ["page", "content.posts.list", { query: { sort: "title", limit: 5 } }],
    ["offset", "creative.projects.list", { query: { limit: 5 } }],
    ["single", "cloud-v2.databases.list", { query: {} }],
  ];

  it.for(lists)("goes on where it was interrupted: %s", async ([, id, values]) => {
    const named = operation(id);
    const { slug } = named.api;
    const caller = running.caller(slug);
    const refuse = () =>
      fetch(`${running.url}/_sandbox/failures/${slug}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ status: 403 }),
      });
    const open = (from: Query | undefined) => caller.list(named, values, { ...(from && { from }) });
    /** The page after the first is refused. */
    const openBroken = (from: Query | undefined): Listing<Row> => {
      const listing = open(from);
      return {
        ...listing,
        async *pages() {
          if (named.paging?.style === "single") await refuse();
          for await (const page of listing.pages()) {
            yield page;
            await refuse();
          }
        },
      };
    };

    const whole = await kept(place());
    await readAll(whole, open, () => {});
    const all = whole.checkpoint.count;
    expect(all).toBeGreaterThan(4);

    const folder = place();
    const seen: number[] = [];
    let breaks = 0;
    for (let from = 0; ; breaks++) {
      const part = await kept(folder);
      expect(part.checkpoint.count).toBe(from);
      const failed = await readAll(part, breaks < 2 ? openBroken : open, (sum) => seen.push(sum)).then(
        () => undefined,
        (error: unknown) => error,
      );
      from = part.checkpoint.count;
      if (failed === undefined) {
        for (const format of ["ndjson", "csv"] as const)
          expect(await fileOf(part, format)).toBe(await fileOf(whole, format));
        await part.close({ keep: false });
        break;
      }
      expect(failed).toMatchObject({ kind: "refused", fault: { status: 403 } });
      expect(part.isWhole).toBe(false);
      await part.close({ keep: true });
    }
    expect(breaks).toBe(2);
    expect(seen.at(-1)).toBe(all);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    await expect(stat(folder)).rejects.toThrow("ENOENT");
    await whole.close({ keep: false });
  });

  it("says when the list is incomplete", async () => {
    const named = operation("membership.invoices.list");
    const records = await kept(place());
    await readAll(
      records,
      () => running.caller("membership").list(named, { query: { limit: 5 } }),
      () => {},
    );
    expect(records.checkpoint).toMatchObject({ count: 5, next: null });
    expect(records.checkpoint.incomplete).toContain("not documented");
  });
});

describe("records that are kept", () => {
  const page = (ids: readonly unknown[], next?: Query): ListPage<Row> => ({
    rows: ids.map((id) => ({ id })),
    faulty: new Map(),
    ...(next && { next }),
  });
  const ids = async (records: KeptRecords) =>
    (await Array.fromAsync(records.records())).map((record) => (record as Row).id);

  it("are never doubled when a list shifts between two readings", async () => {
    const folder = place();
    const first = await kept(folder);
    await first.add(page(["a", "b", 7], { page: 2 }));
    await first.close({ keep: true });
    const second = await kept(folder);
    await second.add(page(["b", 7, "c", "c"]));
    expect(await ids(second)).toEqual(["a", "b", 7, "c"]);
    expect(second.checkpoint).toMatchObject({ count: 4, next: null });
  });

  it("are counted only when their page was kept whole", async () => {
    const folder = place();
    const first = await kept(folder);
    await first.add(page(["a"], { page: 2 }));
    await first.close({ keep: true });
    await appendFile(join(folder, "records.ndjson"), '{"id":"b"}\n{"id":"hal');
    const second = await kept(folder);
    expect(second.checkpoint).toMatchObject({ count: 1, next: { page: 2 } });
    await second.add(page(["b"]));
    expect(await ids(second)).toEqual(["a", "b"]);
  });

  it.for([
    ["a checkpoint that is no JSON", "checkpoint.json", "{"],
    ["a checkpoint of another form", "checkpoint.json", '{"count":"many"}'],
    ["records that are missing", "records.ndjson", ""],
  ] as const)("count for nothing with %s", async ([, file, text]) => {
    const folder = place();
    const first = await kept(folder);
    await first.add(page(["a"], { page: 2 }));
    await first.close({ keep: true });
    expect(await checkpointIn(folder)).toMatchObject({ count: 1 });
    await writeFile(join(folder, file), text);
    expect(await checkpointIn(folder)).toBeUndefined();
    const second = await kept(folder);
    await second.add(page(["b"]));
    expect(await ids(second)).toEqual(["b"]);
  });

  it("hold lines whatever is in their text", async () => {
    const records = await kept(place());
    const text = "a\nb\r\nc\u2028d\u2029e\u0085f\u0000";
    await records.add({ rows: [{ id: "1", text }], faulty: new Map() });
    expect(await Array.fromAsync(records.records())).toEqual([{ id: "1", text }]);
    expect((await fileOf(records, "ndjson")).split(/\n|\u2028|\u2029/)).toHaveLength(2);
  });

  it("belong to one export at a time", async () => {
    const folder = place();
    const first = await kept(folder);
    expect(await KeptRecords.open(folder)).toBeUndefined();
    await first.add(page(["a"], { page: 2 }));
    await removeKept(folder);
    expect(await checkpointIn(folder)).toMatchObject({ count: 1 });
    await first.close({ keep: true });
    await removeKept(folder);
    expect(await checkpointIn(folder)).toBeUndefined();
  });

  it.each([
    ["no JSON", "x".repeat(40)],
    ["fewer records", `${JSON.stringify({ id: "a".repeat(30) })}\n`],
  ])("are read anew where their file holds %s", async (_, text) => {
    const folder = place();
    const first = await kept(folder);
    await first.add(page(["a", "b"], { page: 2 }));
    await first.close({ keep: true });
    await writeFile(join(folder, "records.ndjson"), text);
    const second = await kept(folder);
    expect(second.checkpoint).toMatchObject({ count: 0, next: {} });
    expect(await Array.fromAsync(second.records())).toEqual([]);
    await second.close({ keep: false });
  });

  it("leave no folder when there are none", async () => {
    const folder = place();
    const records = await kept(folder);
    await records.close({ keep: true });
    await expect(stat(folder)).rejects.toThrow("ENOENT");
  });

  it("go after a week, but not from under an export", async () => {
    const old = join(root, "old");
    const [stale, fresh, busy] = ["stale", "fresh", "busy"].map((name) => join(old, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [stale, fresh, busy]) {
      const records = await kept(folder);
      await records.add(page(["a"], { page: 2 }));
      if (folder !== busy) await records.close({ keep: true });
    }
    const past = (Date.now() - keptFor - 60_000) / 1000;
    for (const folder of [stale, busy]) await utimes(join(folder, "checkpoint.json"), past, past);
    await removeOld(old, Date.now());
    expect((await readdir(old)).toSorted()).toEqual(["busy", "fresh"]);
    await removeOld(join(root, "not there"), Date.now());
  });

  it("are those of the same list, origin and filter alone", () => {
    const name = folderNameOf({ environment: "live", filter: { status: "active" } });
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(folderNameOf({ environment: "live", filter: { status: "active" } })).toBe(name);
    expect(folderNameOf({ environment: "live", filter: {} })).not.toBe(name);
  });
});

describe("the file of an export", () => {
  const one = async () => {
    const records = await kept(place());
    await records.add({ rows: [{ id: "a" }], faulty: new Map() });
    return records;
  };

  it("replaces another one only when the person was asked", async () => {
    const folder = mkdtempSync(join(root, "target-"));
    const path = join(folder, "list.ndjson");
    await writeFile(path, "precious");
    const records = await one();
    const target = { path, format: "ndjson", mayReplace: false } as const;
    await expect(writeAll(records, target, [], never)).rejects.toThrow("choose another name");
    expect(await readFile(path, "utf8")).toBe("precious");
    await writeAll(records, { ...target, mayReplace: true }, [], never);
    expect(await readFile(path, "utf8")).toBe('{"id":"a"}\n');
    expect(await readdir(folder)).toEqual(["list.ndjson"]);
  });

  it("is not there at all when it can't be written, and nothing of it is left", async () => {
    const folder = mkdtempSync(join(root, "target-"));
    const cancelled = AbortSignal.abort();
    const target = { path: join(folder, "list.csv"), format: "csv", mayReplace: true } as const;
    await expect(writeAll(await one(), target, [], cancelled)).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
    const nowhere = { ...target, path: join(folder, "no", "list.csv") };
    await expect(writeAll(await one(), nowhere, [], never)).rejects.toThrow("ENOENT");
  });
});

it("what was read before a rate limit is kept with the time to go on", async () => {
  const retryAt = new Date("2026-09-01T14:05:00Z");
  const limited = new RequestError("rate-limited", "Try again later.", { outcome: "rejected", retryAt });
  const records = await kept(place());
  const open = pagesOf(
    () => ({ rows: [{ id: "a" }], next: { cursor: "b" } }),
    () => {
      throw limited;
    },
  );
  await expect(readAll(records, open, () => {})).rejects.toBe(limited);
  expect(records.checkpoint).toMatchObject({ count: 1, next: { cursor: "b" } });
});
