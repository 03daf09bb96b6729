/**
 * What has been read of a list so far, in a folder of its own: the records as NDJSON, and where the listing stands.
 * A page counts once the checkpoint tells of it, so a process that dies between the two loses nothing and repeats nothing.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile, appendFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Query, Row } from "../../shared/api.ts";
import type { ListPage } from "../../shared/http/listing.ts";
import { isRow } from "../../shared/traits/values.ts";
import { writeWhole } from "../../shared/whole-file.ts";
import { recordId } from "../records/row.ts";
import { acquire, type Lock } from "../session/lock.ts";

/** How long records are kept for a resumption, in milliseconds. */
export const keptFor = 7 * 24 * 60 * 60 * 1000;

export interface Checkpoint {
  /** How many records are kept. */
  count: number;
  /** The size of the file that holds them. */
  bytes: number;
  /** How many of them are not as documented. */
  faulty: number;
  /** The query of the next page; null once the list has been read to its end. */
  next: Query | null;
  /** Why the list ended before its end. */
  incomplete?: string;
}

const nothingYet: Checkpoint = { count: 0, bytes: 0, faulty: 0, next: {} };

/** The folder's name for what is read: the same for the same list of the same origin with the same filter. */
export const folderNameOf = (subject: Readonly<Record<string, unknown>>): string =>
  createHash("sha256").update(JSON.stringify(subject)).digest("hex").slice(0, 32);

/** What a folder holds; undefined when nothing that could be resumed. */
export async function checkpointIn(folder: string): Promise<(Checkpoint & { since: Date }) | undefined> {
  try {
    const file = join(folder, checkpointName);
    const checkpoint: unknown = JSON.parse(await readFile(file, "utf8"));
    if (!isCheckpoint(checkpoint)) return undefined;
    const { size } = await stat(join(folder, recordsName));
    return size < checkpoint.bytes ? undefined : { ...checkpoint, since: (await stat(file)).mtime };
  } catch {
    return undefined; // Not there, or not whole: the list is read from its start.
  }
}

/** Removes what a folder holds, unless an export works in it. */
export async function removeKept(folder: string): Promise<void> {
  const lock = await acquire(join(folder, lockName));
  if (lock) await removeLocked(folder, lock);
}

async function removeLocked(folder: string, lock: Lock): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } finally {
    await lock.release();
  }
}

/** Removes what was kept too long. `now` is in milliseconds since 1970. */
export async function removeOld(root: string, now: number): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const folder = join(root, name);
    const { mtimeMs } = await stat(join(folder, checkpointName)).catch(() => stat(folder));
    if (now - mtimeMs > keptFor) await removeKept(folder);
  }
}

export class KeptRecords {
  readonly #folder: string;
  readonly #lock: Lock;
  #checkpoint: Checkpoint = nothingYet;
  /** Lists that shift while they are read repeat records, also across a resumption. */
  readonly #ids = new Set<string>();

  private constructor(folder: string, lock: Lock) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** Undefined while another export, of this process or another, works in the folder. */
  static async open(folder: string): Promise<KeptRecords | undefined> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lock = await acquire(join(folder, lockName));
    if (!lock) return undefined;
    try {
      const kept = new KeptRecords(folder, lock);
      await kept.#resume(await checkpointIn(folder));
      return kept;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  get checkpoint(): Readonly<Checkpoint> {
    return this.#checkpoint;
  }

  get isWhole(): boolean {
    return this.#checkpoint.next === null;
  }

  async add({ rows, faulty, next, incomplete }: ListPage<Row>): Promise<void> {
    const fresh = rows.map((row, index) => ({ row, index })).filter(({ row }) => this.#isNew(row));
    const lines = fresh.map(({ row }) => lineOf(row)).join("");
    await appendFile(this.#records, lines);
    const { count, bytes, faulty: before } = this.#checkpoint;
    this.#checkpoint = {
      count: count + fresh.length,
      bytes: bytes + Buffer.byteLength(lines),
      faulty: before + fresh.filter(({ index }) => faulty.has(index)).length,
      next: next ?? null,
      ...(incomplete !== undefined && { incomplete }),
    };
    await writeWhole(join(this.#folder, checkpointName), JSON.stringify(this.#checkpoint));
  }

  /** The records in the order in which they were read, each as its API sent it. */
  async *records(): AsyncGenerator<unknown, void, undefined> {
    const lines = createInterface({ input: createReadStream(this.#records) });
    for await (const line of lines) yield JSON.parse(line);
  }

  /** Ends the work. With `keep`, what can be resumed stays. */
  async close({ keep }: { keep: boolean }): Promise<void> {
    if (keep && this.#checkpoint.count > 0) await this.#lock.release();
    else await removeLocked(this.#folder, this.#lock);
  }

  /** Brings the file to what the checkpoint tells of; one that holds something else is begun anew. */
  async #resume(checkpoint: Checkpoint | undefined): Promise<void> {
    if (checkpoint) {
      await truncate(this.#records, checkpoint.bytes);
      let count = 0;
      try {
        for await (const record of this.records()) if (this.#isNew(record)) count++;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
      if (count === checkpoint.count) {
        this.#checkpoint = checkpoint;
        return;
      }
      this.#ids.clear();
    }
    await writeFile(this.#records, "", { mode: 0o600 });
  }

  #isNew(record: unknown): boolean {
    const id = isRow(record) ? recordId(record) : undefined;
    if (id === undefined) return true;
    const isNew = !this.#ids.has(id);
    this.#ids.add(id);
    return isNew;
  }

  get #records(): string {
    return join(this.#folder, recordsName);
  }
}

/** A record as a line of NDJSON. Some readers, Node's own among them, end a line at U+2028 and U+2029 as well. */
export const lineOf = (record: unknown): string =>
  `${JSON.stringify(record).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`;

const recordsName = "records.ndjson";
const checkpointName = "checkpoint.json";
const lockName = "lock";

const isCheckpoint = (value: unknown): value is Checkpoint =>
  isRow(value) &&
  [value.count, value.bytes, value.faulty].every((each) => Number.isSafeInteger(each)) &&
  (value.next === null || isRow(value.next)) &&
  (value.incomplete === undefined || typeof value.incomplete === "string");
