/** A delivery's payload in a file. */
import { basename } from "node:path";
import type { Api } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { readRegularFile } from "../../../shared/regular-file.ts";
import { apiOfPayload } from "../../../shared/webhooks/payload.ts";
import { UsageError } from "../command.ts";

export interface PayloadFile {
  api: Api;
  /** As they stand in the file. */
  bytes: Uint8Array;
}

const mostBytes = 20 * 1024 * 1024;

/** @param slug of the API, where it is named; else the file's name says it, or the payload */
export function readPayloadFile(path: string, slug: string | undefined): PayloadFile {
  const bytes = bytesOf(path);
  return { api: slug === undefined ? apiOf(path, bytes) : apiNamed(slug), bytes };
}

export function apiNamed(slug: string): Api {
  const api = apis.find((each) => each.slug === slug);
  if (api?.webhooks) return api;
  const known = apis.filter(({ webhooks }) => webhooks).map((each) => each.slug);
  throw new UsageError(
    `${JSON.stringify(slug)} is no API that sends webhooks. Those that do are ${known.join(", ")}.`,
  );
}

function bytesOf(path: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, mostBytes + 1);
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (missing) throw new UsageError(`There is no file ${JSON.stringify(path)}.`);
    throw new UsageError(
      `${JSON.stringify(path)} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (bytes.length > mostBytes) throw new UsageError(`${JSON.stringify(path)} is larger than 20 MiB.`);
  return bytes;
}

function apiOf(path: string, bytes: Uint8Array): Api {
  const slug = /\.([^.]+)\.webhook\.json$/.exec(basename(path))?.[1];
  const ofName = apis.find((each) => each.slug === slug);
  const ofPayload = apiOfPayload(apis, valueOf(bytes));
  const api = ofName ?? ofPayload;
  if (api?.webhooks) return api;
  if (api)
    throw new UsageError(
      `${basename(path)} is by its name of ${api.slug}, which sends no webhooks.${ofPayload ? ` Its event is one of ${ofPayload.slug}: give --api ${ofPayload.slug}.` : ""}`,
    );
  throw new UsageError(
    `Which API sent ${basename(path)} is told neither by its name (NAME.API.webhook.json) nor by the event in it. Give --api NAME.`,
  );
}

function valueOf(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(value) ? value[0] : value;
  } catch {
    return undefined;
  }
}
