/** Keeps replies as files: `DIR/<request file>/<number>-<title>.json`. */
import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Headers } from "../../shared/api.ts";
import { UsageError } from "./command.ts";

export interface RecordedReply {
  operation: string;
  environment: string;
  status: number;
  headers: Headers;
  body: unknown;
  /** In milliseconds. */
  duration: number;
  /** ISO 8601 in UTC. */
  at: string;
}

/** Headers that hand out access. */
const withheld = new Set(["set-cookie", "authorization", "www-authenticate", "proxy-authenticate"]);

/** Throws where nothing can be kept: said before anything is sent. */
export function requireWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${cannotWrite(folder, error)} Name another folder.`);
  }
}

const cannotWrite = (path: string, error: unknown) =>
  `--record cannot write to ${path}: ${(error instanceof Error ? error.message : String(error)).replace(/\.$/, "")}.`;

/**
 * Why it could not be kept, in words.
 * @param place the request file's path, which row of data it is, and which of its requests, counted from zero
 */
export function record(
  folder: string,
  place: { path: string; row?: number; index: number; title: string },
  reply: RecordedReply,
): string | undefined {
  const { path, row, index, title } = place;
  const own = join(
    folder,
    ...path
      .replace(/\.request\.json$/, "")
      .split("/")
      .map(nameFor),
    ...(row === undefined ? [] : [`row-${row}`]),
  );
  const headers = Object.fromEntries(
    Object.entries(reply.headers).filter(([name]) => !withheld.has(name.toLowerCase())),
  );
  try {
    mkdirSync(own, { recursive: true });
    writeFileSync(
      join(own, `${String(index + 1).padStart(3, "0")}-${nameFor(title)}.json`),
      `${JSON.stringify({ ...reply, headers }, undefined, 2)}\n`,
    );
    return undefined;
  } catch (error) {
    return cannotWrite(own, error);
  }
}

/** In bytes. */
const longestName = 100;

/**
 * No more than a name: a file may lie above the working folder, and a title may be anything. What cannot stand as it is
 * ends with a part of its hash: no two are the same.
 */
function nameFor(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-").replace(/^\.+/, "_");
  if (plain === text && text !== "" && Buffer.byteLength(text) <= longestName) return text;
  let begin = "";
  for (const character of plain) {
    if (Buffer.byteLength(begin + character) > longestName) break;
    begin += character;
  }
  return `${begin}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}
