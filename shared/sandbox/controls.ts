/** What is asked of a running sandbox beyond its APIs. Another program may answer at its address: what it says is checked. */
import { type Transport, ExchangeFailed } from "../http/transport.ts";
import { isRow, numberAt, textAt } from "../traits/values.ts";
import { scheduleInWords } from "../webhooks/schedule.ts";
import type { Delivery } from "./deliveries.ts";

/** Longer than the sandbox waits for who receives, in milliseconds. */
export const controlPatience = 15_000;

export interface Triggered extends Pick<Delivery, "state" | "tries"> {
  /** What the receiver answered with, if it did. */
  status?: number;
}

/** "answered with 204", "no answer, and sent again after 1, 5 and 25 seconds" */
export function triggeredText({ state, tries, status }: Triggered): string {
  if (state === "unheard") return "reached nobody";
  if (tries === 0)
    return state === "pending"
      ? "waits for an earlier event of its record"
      : "not sent: too many events are pending";
  const answer = status === undefined ? "no answer" : `answered with ${status}`;
  if (state === "pending") return `${answer}, and sent again after ${scheduleInWords}`;
  return state === "given up" ? `${answer}, and not sent again` : answer;
}

/** @param record that the event is about, of those that it can be about; that of the sample unless it is given */
export interface SampleEvent {
  api: string;
  event: string;
  record?: string | undefined;
}

/**
 * The sandbox delivers the event. Undefined where it does not say that it did; `late` where it has not answered in time,
 * and may still deliver it. Throws the signal's reason.
 */
export async function triggerEvent(
  transport: Transport,
  sandbox: string,
  { api, event, record }: SampleEvent,
  { signal, patience }: { signal?: AbortSignal; patience?: number } = {},
): Promise<Triggered | "late" | undefined> {
  const answer = await ask(
    transport,
    "POST",
    new URL(`/_sandbox/events/${api}/${encodeURIComponent(event)}`, sandbox),
    { body: record === undefined ? undefined : { record }, signal, patience },
  );
  if (answer === late) return "late";
  const state = states.find((each) => each === textAt(answer, "state"));
  const status = numberAt(answer, "status");
  return state && { state, tries: numberAt(answer, "tries") ?? 0, ...(status !== undefined && { status }) };
}

const states: readonly Delivery["state"][] = ["pending", "delivered", "given up", "unheard"];

/**
 * Where each API's webhooks go, by slug, of those for which somebody has registered. Undefined where the sandbox does not
 * say that.
 */
export async function receiversAt(
  transport: Transport,
  sandbox: string,
  patience?: number,
): Promise<Map<string, string> | undefined> {
  const answer = await ask(transport, "GET", new URL("/_sandbox/webhooks", sandbox), { patience });
  if (!isRow(answer) || !isRow(answer.apis)) return undefined;
  return new Map(
    Object.entries(answer.apis).flatMap(([slug, entry]) => {
      const url = textAt(entry, "url");
      return url === undefined ? [] : [[slug, url] as const];
    }),
  );
}

const late = Symbol();

async function ask(
  transport: Transport,
  method: "GET" | "POST",
  url: URL,
  {
    body,
    signal,
    patience = controlPatience,
  }: { body?: unknown; signal?: AbortSignal | undefined; patience?: number | undefined } = {},
): Promise<unknown> {
  const deadline = AbortSignal.timeout(patience);
  try {
    const reply = await transport.exchange(
      {
        method,
        url,
        headers: body === undefined ? {} : { "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      signal ? AbortSignal.any([signal, deadline]) : deadline,
    );
    return reply.status === 200 ? JSON.parse(new TextDecoder().decode(reply.body)) : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted) return late;
    if (error instanceof ExchangeFailed || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
