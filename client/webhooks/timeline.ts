/** What was sent of a record, and what came of it as webhooks, in the order of time. Without vscode. */
import { isRow } from "../../shared/traits/values.ts";
import type { Entry } from "../history/entry.ts";
import type { Head as SentHead, HistoryNode } from "../history/head.ts";
import type { RecordNode } from "../records/node.ts";
import { recordId } from "../records/row.ts";
import type { Head } from "./delivery-head.ts";
import type { DeliveryNode } from "./delivery-node.ts";

/** From where a timeline is opened. */
export type TimelineNode = DeliveryNode | HistoryNode | RecordNode;

export interface Subject {
  /** The slug. */
  api: string;
  environment: string;
  id: string;
}

export type Moment =
  | { kind: "request"; at: number; head: SentHead }
  | { kind: "delivery"; at: number; head: Head };

/** The newest first. */
export function momentsOf(
  subject: Subject,
  sent: readonly { head: SentHead; entry: Entry }[],
  deliveries: readonly Head[],
): Moment[] {
  const { api, environment, id } = subject;
  const requests = sent
    .filter(({ entry }) => entry.environment === environment && isAbout(entry, id))
    .map(({ head }): Moment => ({ kind: "request", at: head.begun, head }));
  const came = deliveries
    .filter(
      (head) =>
        head.api === api &&
        head.environment === environment &&
        (head.subject === id || head.records.some((record) => record.id === id)),
    )
    .map((head): Moment => ({ kind: "delivery", at: head.at, head }));
  return [...requests, ...came].toSorted((a, b) => b.at - a.at);
}

/** The record that a request was about: the one that it names, else the one that it was answered with. */
export function recordIn({ values, reply }: Entry): string | undefined {
  const named = Object.values(values?.path ?? {}).at(-1);
  if (named !== undefined) return String(named);
  const body = parsed(reply?.text);
  return isRow(body) ? (recordId(body) ?? (isRow(body.data) ? recordId(body.data) : undefined)) : undefined;
}

/** Lists name each of their records: a read is about those alone that its values name. */
function isAbout({ route, values, reply }: Entry, id: string): boolean {
  if (names(values, id, 0)) return true;
  return route.method !== "GET" && reply !== undefined && reply.text.includes(JSON.stringify(id));
}

const deepest = 16;

function names(value: unknown, id: string, depth: number): boolean {
  if (depth > deepest) return false;
  if (typeof value === "object" && value !== null)
    return Object.values(value).some((inner) => names(inner, id, depth + 1));
  return value === id || (typeof value === "number" && String(value) === id);
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
