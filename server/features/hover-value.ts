/** What a written value means: the record behind an identifier, a point in time, an amount of money. */
import { markdownText } from "../../shared/plain-text.ts";
import { relativeTime } from "../../shared/relative-time.ts";
import { entryAt, operationOf } from "../files/entries.ts";
import type { OpenFile } from "../files/open-file.ts";
import { recordWords, resourceAtPath } from "../files/referred-records.ts";
import { recordsOf } from "../knowledge/records.ts";
import { annotation, schemasAt } from "../schema/describe.ts";
import type { Located } from "../syntax/node.ts";
import type { Step } from "../syntax/path.ts";
import { toValue } from "../syntax/value.ts";
import { currencyBeside } from "./inlay-hints.ts";
import type { Moment } from "./moment.ts";
import { money } from "./money.ts";

/** Markdown, or undefined when there is nothing to add to the text. */
export function meaningOf(
  file: OpenFile,
  at: Located,
  path: readonly Step[],
  moment: Moment,
): string | undefined {
  const value = toValue(file.tree, at);
  if (typeof value === "string") return recordWith(file, value, path, at.start) ?? timeWords(value, moment);
  if (typeof value !== "number" || !file.schema) return undefined;
  const status = statusesAt(file, path, at.start)?.[value];
  if (status !== undefined) return `**${status.charAt(0).toUpperCase()}${status.slice(1)}**`;
  if (annotation(schemasAt(file.tree, file.schema, path), "x-unit") !== "minor") return undefined;
  const amount = money(value, currencyBeside(file, at));
  return amount === undefined ? undefined : `= **${amount}**`;
}

/** The documented statuses of the operation and its API, by their number, where a request says which one it expects. */
export function statusesAt(
  file: OpenFile,
  path: readonly Step[],
  offset: number,
): Readonly<Record<string, string>> | undefined {
  if (!isExpectedStatus(file, path)) return undefined;
  const operation = operationOf(file, entryAt(file, offset));
  return operation && { ...operation.statuses, ...file.catalogue.api(operation.api)?.statuses };
}

/** Whether a path leads to where a request says which status it expects, or one of several. */
export const isExpectedStatus = ({ format }: OpenFile, path: readonly Step[]): boolean =>
  format.kind === "request" && /(?:^|,)expect,status(?:,\d+)?$/.test(path.join());

function recordWith(file: OpenFile, id: string, path: readonly Step[], offset: number): string | undefined {
  const referred = resourceAtPath(file, path, offset);
  const known = referred && recordsOf(file.workspace.records, referred);
  const record = known?.records.find((each) => each.id === id);
  const words = record && recordWords(record);
  // What an API has sent is text, whatever it looks like.
  return words ? `**${markdownText(words)}**` : undefined;
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Local time and how far away it is. */
function timeWords(written: string, { now, timeZone }: Moment): string | undefined {
  const time = timestamp.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const local = new Intl.DateTimeFormat("en", {
    dateStyle: "full",
    timeStyle: "long",
    ...(timeZone !== undefined && { timeZone }),
  }).format(time);
  return `**${local}**, ${relativeTime(time, now.getTime())}`;
}
