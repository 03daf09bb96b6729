/** A list through all its pages into a file. Without vscode. */
import { createWriteStream } from "node:fs";
import { access, rename, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Query, Row } from "../../shared/api.ts";
import type { Listing } from "../../shared/http/listing.ts";
import { columnsOf, csvText } from "./csv.ts";
import { type KeptRecords, lineOf } from "./kept-records.ts";

export type Format = "ndjson" | "csv";

/** Reads what is still missing. Throws what the listing throws; what was read until then is kept. */
export async function readAll(
  kept: KeptRecords,
  open: (from: Query | undefined) => Listing<Row>,
  onRead: (count: number) => void,
): Promise<void> {
  const { count, next } = kept.checkpoint;
  if (next === null) return;
  for await (const page of open(count === 0 ? undefined : next).pages()) {
    await kept.add(page);
    onRead(kept.checkpoint.count);
  }
}

export interface Target {
  path: string;
  format: Format;
  /** Whether a file that is there may go: the person was asked. */
  mayReplace: boolean;
}

/** Writes the file whole or not at all. `documented` are the columns that a table has in any case. */
export async function writeAll(
  kept: KeptRecords,
  { path, format, mayReplace }: Target,
  documented: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const text =
    format === "csv"
      ? csvText(await columnsOf(documented, kept.records()), kept.records())
      : ndjson(kept.records());
  const unfinished = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}`);
  try {
    await pipeline(Readable.from(text), createWriteStream(unfinished, { flags: "wx", flush: true }), {
      signal,
    });
    if (!mayReplace && (await exists(path)))
      throw new Error(`${path} was made by someone else meanwhile. Export again and choose another name.`);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* ndjson(records: AsyncIterable<unknown>) {
  for await (const record of records) yield lineOf(record);
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
