/**
 * The history on disk: one file for each entry, written whole and never changed, so that windows and crashes cannot
 * spoil what another wrote. Without vscode.
 */
import { createHash } from "node:crypto";
import { lstat, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../shared/whole-file.ts";
import { type Entry, parseEntry } from "./entry.ts";
import { type Head, headOf } from "./head.ts";

export interface Bounds {
  entries: number;
  bytes: number;
}

export const bounds: Bounds = { entries: 1000, bytes: 32 * 1024 * 1024 };

/** A larger file is none of ours: so much no entry comes to. */
const largest = 8 * 1024 * 1024;
/** What was set aside, and what a crash has left, stays so long, in milliseconds. */
const leftoverFor = 7 * 24 * 60 * 60 * 1000;
/** So many files are read at a time. */
const together = 32;

/** The names sort by time. */
const entryName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\da-f]{12}\.json$/;

export class HistoryStore {
  readonly #folder: string;
  readonly #warn: (message: string) => void;
  readonly #bounds: Bounds;
  /** By id, what was read: files never change. */
  readonly #heads = new Map<string, Head>();

  /** @param folder an absolute path; it need not exist */
  constructor(folder: string, warn: (message: string) => void, limits = bounds) {
    this.#folder = folder;
    this.#warn = warn;
    this.#bounds = limits;
  }

  /** Throws what the file system throws. Then the entry is there whole, or not at all. */
  async add(entry: Entry): Promise<string> {
    const text = JSON.stringify(entry);
    const time = new Date(entry.begun).toISOString().replaceAll(":", "-");
    const id = `${time}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
    await writeWhole(this.#pathOf(id), text);
    this.#heads.set(id, headOf(id, entry));
    await this.#prune();
    return id;
  }

  /** The newest first. What cannot be read is left out, and what is no entry is set aside. */
  async all(): Promise<readonly Head[]> {
    const ids = (await this.#names()).filter(isJson).map(idOf).toSorted().toReversed();
    for (const known of this.#heads.keys()) if (!ids.includes(known)) this.#heads.delete(known);
    const unread = ids.filter((id) => !this.#heads.has(id));
    for (let at = 0; at < unread.length; at += together)
      await Promise.all(unread.slice(at, at + together).map((id) => this.read(id)));
    return ids.flatMap((id) => this.#heads.get(id) ?? []);
  }

  /** Undefined when it has gone, or cannot be read. */
  async read(id: string): Promise<Entry | undefined> {
    const path = this.#pathOf(id);
    try {
      const found = await lstat(path);
      const isOurs = entryName.test(`${id}.json`) && found.isFile() && found.size <= largest;
      const entry = isOurs ? parseEntry(await readFile(path, "utf8")) : undefined;
      if (entry) this.#heads.set(id, headOf(id, entry));
      else await this.#setAside(path);
      return entry;
    } catch (error) {
      if (!isGone(error)) this.#warn(`${path} of the history could not be read: ${String(error)}`);
      return undefined;
    }
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rm(this.#pathOf(id), { force: true });
  }

  /** With what was set aside. */
  async clear(): Promise<void> {
    for (const name of await this.#names())
      await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  async #setAside(path: string): Promise<void> {
    this.#warn(`${path} is no entry of the history. It is set aside.`);
    await rename(path, `${path}.aside`);
  }

  /** Removes the oldest entries beyond the bounds. */
  async #prune(): Promise<void> {
    const names = (await this.#names()).toSorted().toReversed();
    const entries = names.filter(isJson);
    let bytes = 0;
    for (const [index, name] of entries.entries()) {
      const path = join(this.#folder, name);
      bytes += (await lstat(path).catch(ifGone))?.size ?? 0;
      // The newest stays, however large it is.
      if (index > 0 && (index >= this.#bounds.entries || bytes > this.#bounds.bytes))
        await rm(path, { recursive: true, force: true });
    }
    for (const name of names.filter((each) => !isJson(each))) {
      const path = join(this.#folder, name);
      const changed = (await lstat(path).catch(ifGone))?.mtimeMs ?? 0;
      if (Date.now() - changed > leftoverFor) await rm(path, { recursive: true, force: true });
    }
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.#folder).catch(ifGone)) ?? [];
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

const isJson = (name: string) => name.endsWith(".json");
const idOf = (name: string) => name.slice(0, -".json".length);

const isGone = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

function ifGone(error: unknown): undefined {
  if (!isGone(error)) throw error;
}
