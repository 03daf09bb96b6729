/** Keeps replies as files: `DIR/<request file>/<number>-<title>.json`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
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

/** @param place the request file's path, which row of data it is, and which of its requests, counted from zero */
export function record(
  folder: string,
  place: { path: string; row?: number; index: number; title: string },
  reply: RecordedReply,
): void {
  const { path, row, index, title } = place;
  const steps = path.split("/").map(nameFor);
  const below = [...steps.slice(0, -1), basename(steps.at(-1) ?? "", ".request.json")];
  const own = join(folder, ...below, ...(row === undefined ? [] : [`row-${row}`]));
  const headers = Object.fromEntries(
    Object.entries(reply.headers).filter(([name]) => !withheld.has(name.toLowerCase())),
  );
  try {
    mkdirSync(own, { recursive: true });
    writeFileSync(
      join(own, `${String(index + 1).padStart(3, "0")}-${nameFor(title)}.json`),
      `${JSON.stringify({ ...reply, headers }, undefined, 2)}\n`,
    );
  } catch (error) {
    throw new UsageError(
      `--record cannot write to ${own}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** No more than a name: a file may lie above the working folder, and a title may be anything. */
const nameFor = (text: string) =>
  text
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^\.+/, "_")
    .slice(0, 100) || "_";
