/** HTTP archives (HAR 1.2), as browsers and proxies save them. */
import { isRow } from "../traits/values.ts";
import { type ReadRequest, Refusal } from "./plain-request.ts";

export interface HarEntry {
  /** What was answered; undefined where the archive does not say. */
  status?: number;
  /** As the archive has it. */
  startedAt?: string;
  read: ReadRequest;
}

/** More are nobody's choice. */
const mostEntries = 10_000;

/** Its requests in order. What is no request is passed over. Throws a Refusal when the text is no archive. */
export function readHar(text: string): HarEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new Refusal("This is no HTTP archive: it is no JSON.");
  }
  const log = isRow(value) ? value.log : undefined;
  const entries = isRow(log) ? log.entries : undefined;
  if (!Array.isArray(entries)) throw new Refusal("This is no HTTP archive: it has no log with entries.");
  return entries.slice(0, mostEntries).flatMap((entry) => entryOf(entry) ?? []);
}

function entryOf(entry: unknown): HarEntry | undefined {
  const request = isRow(entry) ? entry.request : undefined;
  if (!isRow(entry) || !isRow(request)) return undefined;
  const { method, url, headers, postData } = request;
  if (typeof method !== "string" || typeof url !== "string" || !/^https?:/i.test(url)) return undefined;
  const { status } = isRow(entry.response) ? entry.response : {};
  const leftOut: string[] = [];
  const body = bodyOf(postData, leftOut);
  return {
    ...(typeof status === "number" && status > 0 && { status }),
    ...(typeof entry.startedDateTime === "string" && { startedAt: entry.startedDateTime }),
    read: {
      request: {
        method: method.toUpperCase(),
        url,
        headers: pairs(headers),
        ...(body !== undefined && { body }),
      },
      isLiteral: true,
      leftOut,
      idle: [],
    },
  };
}

function bodyOf(postData: unknown, leftOut: string[]): string | undefined {
  if (!isRow(postData)) return undefined;
  const { text, params, mimeType, encoding } = postData;
  if (encoding === "base64" && typeof text === "string") return Buffer.from(text, "base64").toString("utf8");
  if (typeof text === "string" && text !== "") return text;
  if (!Array.isArray(params) || params.length === 0) return undefined;
  if (typeof mimeType === "string" && /^multipart\//i.test(mimeType)) {
    leftOut.push("the body, a form with parts (multipart)");
    return undefined;
  }
  return pairs(params)
    .map((pair) => pair.map(encodeURIComponent).join("="))
    .join("&");
}

const pairs = (value: unknown): [string, string][] =>
  (Array.isArray(value) ? value : []).flatMap((each): [string, string][] =>
    isRow(each) && typeof each.name === "string"
      ? [[each.name.toWellFormed(), typeof each.value === "string" ? each.value.toWellFormed() : ""]]
      : [],
  );
