// Each call of the file system fails once, in each thing that is written: afterwards it is as before, or whole.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readAll, writeAll } from "../../client/exports/export.ts";
import type { Entry } from "../../client/history/entry.ts";
import { historyStore } from "../../client/history/store.ts";
import { KeptRecords } from "../../client/exports/kept-records.ts";
import { ImportedDescriptions } from "../../client/session/imported-descriptions.ts";
import type { Row } from "../../shared/api.ts";
import type { Listing, ListPage } from "../../shared/http/listing.ts";
import { sessionStore } from "../../shared/keys/key-store.ts";
import { createKeys } from "../../shared/keys/keys.ts";
import { outdatedKeys } from "../../shared/keys/outdated-keys.ts";
import { writeWhole } from "../../shared/whole-file.ts";
import { FileSystemFault, whileFailing } from "./failing-files.ts";

interface Writing {
  /** Makes what is there before. */
  begin?(folder: string): Promise<void>;
  act(folder: string): Promise<void>;
  /** What is there, as a reader finds it. */
  read(folder: string): Promise<unknown>;
}

const owner = { api: "deploy", environment: "test", origin: "https://api.example.com" };
const pages: Row[][] = [
  [{ id: "a", words: "x".repeat(500) }, { id: "b" }],
  [{ id: "c" }, { id: "d", words: "\u2028" }],
];
/** From where the checkpoint says. */
const listing = (from: Readonly<Record<string, unknown>> | undefined) =>
  ({
    async *pages() {
      for (let page = Number(from?.["page"] ?? 0); page < pages.length; page++)
        yield {
          rows: pages[page],
          faulty: new Map(),
          ...(page + 1 < pages.length && { next: { page: page + 1 } }),
        } as unknown as ListPage<Row>; // The rest is not asked for.
    },
  }) as unknown as Listing<Row>;

async function exportTo(folder: string): Promise<void> {
  const kept = await KeptRecords.open(join(folder, "kept"));
  if (!kept) throw new Error("Another export works there.");
  let isDone = false;
  try {
    await readAll(kept, listing, () => {});
    const path = join(folder, "list.ndjson");
    await writeAll(kept, { path, format: "ndjson", mayReplace: true }, ["id"], new AbortController().signal);
    isDone = true;
  } finally {
    await kept.close({ keep: !isDone });
  }
}

const description = (title: string) => ({
  format: 1 as const,
  api: "deploy",
  title,
  version: "1",
  file: "/there/a.yaml",
  routes: {},
  operations: [],
  bodies: {},
  definitions: {},
});

const entry = (title: string, begun: number): Entry => ({
  format: 1,
  begun,
  duration: 1,
  operation: "deploy.projects.list",
  title,
  environment: "test",
  baseUrl: "https://api.example.com",
  route: { method: "GET", path: "/projects" },
  values: {},
  placeholders: [],
  attempts: 1,
  reply: { status: 200, headers: {}, text: "x".repeat(1000) },
  notes: [],
});
const historyIn = (folder: string, warn: (message: string) => void = () => {}) => historyStore(folder, warn);

const writings: Record<string, Writing> = {
  "a file": {
    begin: (folder) => writeWhole(join(folder, "a.json"), "before"),
    act: (folder) => writeWhole(join(folder, "a.json"), "after".repeat(1000)),
    read: async (folder) => readFileSync(join(folder, "a.json"), "utf8"),
  },
  "an imported description": {
    begin: (folder) => new ImportedDescriptions(folder, () => {}).save(description("before")),
    act: (folder) => new ImportedDescriptions(folder, () => {}).save(description("after")),
    async read(folder) {
      const warnings: string[] = [];
      const all = await new ImportedDescriptions(folder, (message) => warnings.push(message)).all();
      return [all.map(({ title }) => title), warnings];
    },
  },
  "an entry of the history": {
    begin: (folder) => historyIn(folder).add(entry("before", 1000)).then(),
    act: (folder) => historyIn(folder).add(entry("after", 2000)).then(),
    async read(folder) {
      const warnings: string[] = [];
      const all = await historyIn(folder, (message) => warnings.push(message)).all();
      return [all.map(({ title }) => title), warnings];
    },
  },
  "which keys are outdated": {
    act: (folder) => outdatedKeys(folder).set("an account", { validIn: null, staleIn: ["keychain"] }),
    read: (folder) => outdatedKeys(folder).get("an account"),
  },
  "a key that is forgotten": {
    act: (folder) => createKeys([sessionStore()], undefined, outdatedKeys(folder)).forget(owner).then(),
    read: (folder) => createKeys([sessionStore()], undefined, outdatedKeys(folder)).find(owner),
  },
  "an export": {
    act: exportTo,
    read: async (folder) =>
      readdirSync(folder).includes("list.ndjson")
        ? readFileSync(join(folder, "list.ndjson"), "utf8")
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line).id)
        : undefined,
  },
};

const folderOfTest = () => {
  const folder = mkdtempSync(join(tmpdir(), "torn-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** Runs until there is no call of that number. Gives how many calls have failed. */
async function eachFault(run: (at: number) => Promise<number>): Promise<number> {
  for (let at = 1; ; at++) if ((await run(at)) < at) return at - 1;
}

it.each(
  Object.entries(writings).flatMap(([name, writing]) =>
    ["EIO", "ENOSPC", "EACCES"].map((code) => [name, code, writing] as const),
  ),
)("%s: %s at each call", async (name, code, writing) => {
  const whole = folderOfTest();
  await writing.begin?.(whole);
  const before = await writing.read(whole);
  await writing.act(whole);
  const after = await writing.read(whole);
  const files = readdirSync(whole);
  const calls = await eachFault(async (at) => {
    const folder = folderOfTest();
    await writing.begin?.(folder);
    const count = await whileFailing(folder, { at, code }, () =>
      writing.act(folder).catch((error: unknown) => {
        if (!(error instanceof FileSystemFault)) throw error;
      }),
    );
    expect([before, after], `call ${at}`).toContainEqual(await writing.read(folder));
    // The next attempt finds nothing in its way, and leaves nothing else behind.
    await writing.act(folder);
    expect(await writing.read(folder), `after call ${at}`).toEqual(after);
    expect(readdirSync(folder), `after call ${at}`).toEqual(files);
    return count;
  });
  expect(calls).toBeGreaterThan(0);
  console.log(`${calls} calls of the file system failed in turn with ${code}: ${name}`);
});
