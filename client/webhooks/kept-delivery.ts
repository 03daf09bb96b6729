/** A delivery as it is kept on disk. Without vscode. */
import * as z from "zod";
import { concernedRecords } from "../../shared/webhooks/concerned-records.ts";
import type { Delivery } from "../../shared/webhooks/receiver.ts";

/** What is shown of a name in a payload, which may be a mebibyte long. */
const longest = 200;
/** So much of the body's text is looked through for words. */
const longestStart = 1000;

const format = z.object({
  format: z.literal(1),
  /** When it came, in milliseconds since 1970. */
  at: z.number().min(0).max(8.64e15),
  /** The slug. */
  api: z.string(),
  /** Which was active when it came: its secret was the one. */
  environment: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The bytes as they came, in base64. */
  body: z.base64(),
  verdict: z.object({ state: z.enum(["verified", "wrong", "unsigned", "unchecked"]), reason: z.string() }),
  /** By how many seconds its own time was away from its arrival; absent within the tolerance. */
  stale: z.number().optional(),
  /** One with the same identifier came before. */
  isReplay: z.boolean(),
  event: z.string().optional(),
  /** The delivery's own identifier. */
  delivery: z.string().optional(),
  /** The identifier of the record that it is about. */
  subject: z.string().optional(),
  /** Why the bytes are no JSON. */
  problem: z.string().optional(),
  /** The records that it names, that which it is about first. */
  records: z.array(z.object({ resource: z.string(), id: z.string() })),
  /** The begin of its text. */
  start: z.string(),
});

export type KeptDelivery = z.infer<typeof format>;

export function keptDelivery(delivery: Delivery, environment: string): KeptDelivery {
  const { api, bytes, headers, at, payload, verdict, stale, isReplay } = delivery;
  const { event, id, subject, problem } = payload;
  const cut = (name: string, text: string | undefined) =>
    text === undefined ? {} : { [name]: text.slice(0, longest) };
  return {
    format: 1,
    at,
    api: api.slug,
    environment,
    headers,
    body: Buffer.from(bytes).toString("base64"),
    verdict,
    ...(stale !== undefined && { stale }),
    isReplay,
    ...cut("event", event),
    ...cut("delivery", id),
    ...cut("subject", subject),
    ...cut("problem", problem),
    records: concernedRecords(api, payload),
    start: Buffer.from(bytes.subarray(0, longestStart)).toString(),
  };
}

/** Undefined when it is no such file. */
export function parseDelivery(text: string): KeptDelivery | undefined {
  try {
    return format.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
