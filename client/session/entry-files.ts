/**
 * Entries on disk: one file for each, written whole and never changed, so that windows and crashes cannot spoil what
 * another wrote. Without vscode.
 */
import { createHash } from "node:crypto";
import { lstat, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../shared/whole-file.ts";

export interface Bounds {
  entries: number;
  bytes: number;
}

export interface EntryKind<Entry, Head> {
  /** For the log: "the history". */
  store: string;
  /** Undefined for what is none. */
  parse(text: string): Entry | undefined;
  /** What is kept in memory of an entry. */
  headOf(id: string, entry: Entry): Head;
  /** In milliseconds since 1970. */
  timeOf(entry: Entry): number;
  bounds: Bounds;
}

/** A larger file is none of ours: so much no entry comes to. */
const largest = 8 * 1024 * 1024;
/** What was set aside, and what a crash has left, stays so long, in milliseconds. */
const leftoverFor = 7 * 24 * 60 * 60 * 1000;
/** So many files are read, or removed, at a time. */
const together = 32;

/** The names sort by time, and within a millisecond as a window has written them. */
const entryName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\da-f]{12}\.json$/;

export class EntryFiles<Entry, Head> {
  readonly #kind: EntryKind<Entry, Head>;
  readonly #folder: string;
  readonly #warn: (message: string) => void;
  /** By id, what was read: files never change. */
  readonly #heads = new Map<string, Head>();
  readonly #sizes = new Map<string, number>();
  #written = 0;
  /** What this window adds before it looks through the folder again: half of what was free, as another may add as much. */
  #spare = { entries: 0, bytes: 0 };
  #pruning: Promise<void> | undefined;
  /** That which begins after the one under way. */
  #nextPruning: Promise<void> | undefined;

  /** @param folder an absolute path; it need not exist */
  constructor(kind: EntryKind<Entry, Head>, folder: string, warn: (message: string) => void) {
    this.#kind = kind;
    this.#folder = folder;
    this.#warn = warn;
  }

  /** Throws what the file system throws. Then the entry is there whole, or not at all. */
  async add(entry: Entry): Promise<string> {
    const text = JSON.stringify(entry);
    const time = new Date(this.#kind.timeOf(entry)).toISOString().replaceAll(":", "-");
    const turn = (this.#written++ % 0x10000).toString(16).padStart(4, "0");
    const id = `${time}-${turn}${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
    await writeWhole(this.#pathOf(id), text);
    this.#heads.set(id, this.#kind.headOf(id, entry));
    const size = Buffer.byteLength(text);
    this.#sizes.set(id, size);
    this.#spare.entries -= 1;
    this.#spare.bytes -= size;
    if (this.#spare.entries < 0 || this.#spare.bytes < 0) await this.#prune();
    return id;
  }

  /** The newest first. What cannot be read is left out, and what is no entry is set aside. */
  async all(): Promise<readonly Head[]> {
    const ids = (await this.#names()).filter(isJson).map(idOf).toSorted().toReversed();
    const there = new Set(ids);
    for (const known of this.#heads.keys()) if (!there.has(known)) this.#forget(known);
    await inGroups(
      ids.filter((id) => !this.#heads.has(id)),
      (id) => this.read(id),
    );
    return ids.flatMap((id) => this.#heads.get(id) ?? []);
  }

  /** Undefined when it has gone, or cannot be read. */
  async read(id: string): Promise<Entry | undefined> {
    const path = this.#pathOf(id);
    try {
      const found = await lstat(path);
      const isOurs = entryName.test(`${id}.json`) && found.isFile() && found.size <= largest;
      const entry = isOurs ? this.#kind.parse(await readFile(path, "utf8")) : undefined;
      if (entry) this.#heads.set(id, this.#kind.headOf(id, entry));
      else await this.#setAside(path);
      return entry;
    } catch (error) {
      if (!isGone(error)) this.#warn(`${path} of ${this.#kind.store} could not be read: ${String(error)}`);
      return undefined;
    }
  }

  async delete(ids: readonly string[]): Promise<void> {
    await inGroups(ids, (id) => rm(this.#pathOf(id), { force: true }));
  }

  /** With what was set aside. */
  async clear(): Promise<void> {
    await inGroups(await this.#names(), (name) =>
      rm(join(this.#folder, name), { recursive: true, force: true }),
    );
  }

  #forget(id: string): void {
    this.#heads.delete(id);
    this.#sizes.delete(id);
  }

  async #setAside(path: string): Promise<void> {
    this.#warn(`${path} is no entry of ${this.#kind.store}. It is set aside.`);
    await rename(path, `${path}.aside`);
  }

  /** Entries that come meanwhile are seen to together: a burst is not looked through once for each. */
  #prune(): Promise<void> {
    if (!this.#pruning) {
      this.#pruning = this.#removeOldest().finally(() => {
        this.#pruning = undefined;
      });
      return this.#pruning;
    }
    this.#nextPruning ??= this.#pruning.then(() => {
      this.#nextPruning = undefined;
      return this.#prune();
    });
    return this.#nextPruning;
  }

  /** Removes the oldest entries beyond the bounds. What fails is tried with the next entry: this one is there. */
  async #removeOldest(): Promise<void> {
    try {
      const names = (await this.#names()).toSorted().toReversed();
      await this.#removeBeyondBounds(names.filter(isJson).map(idOf));
      for (const name of names.filter((each) => !isJson(each))) {
        const path = join(this.#folder, name);
        const changed = (await lstat(path).catch(ifGone))?.mtimeMs ?? 0;
        if (Date.now() - changed > leftoverFor) await rm(path, { recursive: true, force: true });
      }
    } catch (error) {
      this.#warn(`Old entries of ${this.#kind.store} could not be removed: ${String(error)}`);
    }
  }

  async #removeBeyondBounds(ids: readonly string[]): Promise<void> {
    const { bounds } = this.#kind;
    await inGroups(
      ids.filter((id) => !this.#sizes.has(id)),
      async (id) => {
        this.#sizes.set(id, (await lstat(this.#pathOf(id)).catch(ifGone))?.size ?? 0);
      },
    );
    let bytes = 0;
    const old = ids.filter((id, index) => {
      bytes += this.#sizes.get(id) ?? 0;
      // The newest stays, however large it is.
      return index > 0 && (index >= bounds.entries || bytes > bounds.bytes);
    });
    await inGroups(old, async (id) => {
      await rm(this.#pathOf(id), { recursive: true, force: true });
      this.#forget(id);
    });
    const left = ids.length - old.length;
    const used = ids.slice(0, left).reduce((sum, id) => sum + (this.#sizes.get(id) ?? 0), 0);
    this.#spare = { entries: half(bounds.entries - left), bytes: half(bounds.bytes - used) };
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.#folder).catch(ifGone)) ?? [];
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

async function inGroups<T>(all: readonly T[], act: (each: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += together) await Promise.all(all.slice(at, at + together).map(act));
}

const half = (free: number) => Math.max(0, Math.floor(free / 2));

const isJson = (name: string) => name.endsWith(".json");
const idOf = (name: string) => name.slice(0, -".json".length);

const isGone = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

function ifGone(error: unknown): undefined {
  if (!isGone(error)) throw error;
}
