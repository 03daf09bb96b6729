import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Entry } from "../../../client/history/entry.ts";
import { type HistoryStore, historyStore } from "../../../client/history/store.ts";

const folderOfTest = () => {
  const folder = mkdtempSync(join(tmpdir(), "history-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "not", "there", "yet");
};
const storeIn = (folder: string, limits?: { entries: number; bytes: number }) => {
  const warnings: string[] = [];
  return { store: historyStore(folder, (message) => warnings.push(message), limits), warnings };
};
const noon = Date.UTC(2026, 4, 4, 12);
const entry = (minute: number, more: Partial<Entry> = {}): Entry => ({
  format: 1,
  begun: noon + minute * 60_000,
  duration: 12,
  operation: "cloud-v1.servers.create",
  title: `at ${minute}`,
  environment: "sandbox",
  baseUrl: "http://127.0.0.1:1/v1",
  route: { method: "POST", path: "/servers" },
  values: { body: { name: "web-1" } },
  placeholders: [],
  attempts: 1,
  reply: { status: 201, headers: {}, text: "{}" },
  notes: [],
  ...more,
});
const titles = async (store: HistoryStore) => (await store.all()).map(({ title }) => title);

describe("the history on disk", () => {
  it("gives entries back, the newest first, also to the next window", async () => {
    const folder = folderOfTest();
    const { store } = storeIn(folder);
    expect(await store.all()).toEqual([]);
    for (const minute of [2, 1, 3]) await store.add(entry(minute));
    expect(await titles(store)).toEqual(["at 3", "at 2", "at 1"]);
    const [first] = await storeIn(folder).store.all();
    expect(await storeIn(folder).store.read(first?.id ?? "")).toEqual(entry(3));
  });

  it("has the entries of two windows that write at once", async () => {
    const folder = folderOfTest();
    const [one, two] = [storeIn(folder).store, storeIn(folder).store];
    await one.all();
    await Promise.all(
      [0, 1, 2, 3, 4].flatMap((each) => [one.add(entry(2 * each)), two.add(entry(2 * each + 1))]),
    );
    expect(await titles(one)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((minute) => `at ${minute}`));
    expect(await titles(two)).toEqual(await titles(one));
  });

  it("forgets one, and all, also what another window has deleted", async () => {
    const folder = folderOfTest();
    const [one, two] = [storeIn(folder).store, storeIn(folder).store];
    const ids = [await one.add(entry(1)), await one.add(entry(2)), await one.add(entry(3))];
    await two.all();
    await one.delete(ids.slice(0, 1));
    expect(await titles(two)).toEqual(["at 3", "at 2"]);
    expect(await two.read(ids[0] ?? "")).toBeUndefined();
    await one.clear();
    expect(await titles(two)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("sets aside what is torn or none of its own, and goes on", async () => {
    const folder = folderOfTest();
    const { store, warnings } = storeIn(folder);
    const id = await store.add(entry(1));
    const torn = id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    writeFileSync(join(folder, `${torn}.json`), JSON.stringify(entry(1)).slice(0, 50));
    writeFileSync(join(folder, "notes.json"), JSON.stringify(entry(1)));
    mkdirSync(join(folder, "folder.json"));
    writeFileSync(join(folder, "read.me"), "");
    const { store: other } = storeIn(folder);
    expect(await titles(store)).toEqual(["at 1"]);
    expect(await titles(other)).toEqual(["at 1"]);
    expect(warnings).toHaveLength(3);
    expect(readdirSync(folder).toSorted()).toEqual(
      [`${id}.json`, `${torn}.json.aside`, "folder.json.aside", "notes.json.aside", "read.me"].toSorted(),
    );
    await store.clear();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("removes what was set aside, or half written, when it is old and a window begins to write", async () => {
    const folder = folderOfTest();
    const { store } = storeIn(folder);
    await store.add(entry(1));
    for (const [name, time] of [
      ["old.json.aside", new Date(0)],
      ["new.tmp", new Date()],
    ] as const) {
      writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), time, time);
    }
    await storeIn(folder).store.add(entry(2));
    expect(readdirSync(folder).filter((name) => !name.endsWith(".json"))).toEqual(["new.tmp"]);
  });
});

describe("the history is bounded", () => {
  it("by count", async () => {
    const { store } = storeIn(folderOfTest(), { entries: 2, bytes: 1_000_000 });
    for (const minute of [1, 2, 3, 4]) await store.add(entry(minute));
    expect(await titles(store)).toEqual(["at 4", "at 3"]);
  });

  it("nearly, while two windows write", async () => {
    const folder = folderOfTest();
    const limits = { entries: 10, bytes: 1_000_000 };
    const [one, two] = [storeIn(folder, limits).store, storeIn(folder, limits).store];
    for (let minute = 0; minute < 40; minute++) {
      await (minute % 3 === 0 ? one : two).add(entry(minute));
      expect(readdirSync(folder).length).toBeLessThan(15);
    }
    expect((await titles(one)).length).toBeGreaterThan(5);
    expect((await titles(two))[0]).toBe("at 39");
  });

  it("by bytes, of which the newest may have more", async () => {
    const { store } = storeIn(folderOfTest(), { entries: 100, bytes: 3000 });
    const large = (length: number) => ({ reply: { status: 200, headers: {}, text: "x".repeat(length) } });
    for (const minute of [1, 2, 3, 4]) await store.add(entry(minute, large(700)));
    expect(await titles(store)).toEqual(["at 4", "at 3"]);
    await store.add(entry(5, large(5000)));
    expect(await titles(store)).toEqual(["at 5"]);
  });
});
