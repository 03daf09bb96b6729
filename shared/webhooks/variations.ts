/** A delivery as it should not come, to see whether a handler is careful. */
import type { Api, Row } from "../api.ts";
import { rawJSON, type Revive } from "../raw-json.ts";
import type { Transport } from "../http/transport.ts";
import { isRow } from "../traits/values.ts";
import { type Answer, answerText, askHandler, isAccepted, type Outgoing } from "./handler.ts";
import { prefixOf } from "./payload.ts";
import { type SignatureSettings, signed } from "./verify.ts";

export interface Variation {
  name: string;
  /** What a careful handler does, as the rest of the sentence "A careful handler …". */
  careful: string;
  /** What is sent, one after the other. Empty where the variation has no sense for the API. */
  send: () => readonly Outgoing[];
  /** Why nothing is sent, as a sentence. */
  skipped?: string;
  /** Whether a careful handler would have answered so. */
  isCareful: (answers: readonly Answer[]) => boolean;
}

export interface VariationResult {
  variation: Variation;
  answers: readonly Answer[];
  state: "careful" | "careless" | "skipped";
  /** What the handler did, in words. */
  found: string;
}

export interface VariationOptions {
  /** Used where the API's deliveries are signed; with its secret. */
  settings: SignatureSettings;
  /** In milliseconds since 1970. */
  now: number;
  /** Another at each call: what follows an identifier's prefix. */
  unique: () => string;
}

const hugeBytes = 8 * 1024 * 1024;
const minute = 60_000;
const day = 24 * 60 * minute;

/** @param bytes a payload, which must be one JSON object. Throws where it is none. */
export function variationsOf(api: Api, bytes: Uint8Array, options: VariationOptions): Variation[] {
  const { settings, now, unique } = options;
  const sample = payloadOf(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  const { signature, eventNames, deliveryFields: { id, time } = {} } = api;
  const { secret = "" } = settings;

  /** As if it had happened now, or at another time. */
  const fresh = (at = now): Row => ({
    ...sample,
    ...(id !== undefined && { [id]: `${prefixOf(sample[id])}${unique()}` }),
    ...(time !== undefined && { [time]: new Date(at).toISOString().replace(/\.\d+Z$/, "Z") }),
  });
  const outgoing = (body: Uint8Array, given: string | undefined): Outgoing => ({
    bytes: body,
    headers: {
      "content-type": "application/json",
      ...(signature && given !== undefined && { [signature.header.toLowerCase()]: given }),
    },
  });
  const signedBody = (body: Uint8Array): Outgoing =>
    outgoing(body, signature && signed(body, secret, settings));
  const delivery = (row: Row): Outgoing => signedBody(bytesOf(row));

  const accepts = (answers: readonly Answer[]) => answers.every(isAccepted);
  const refuses = (answers: readonly Answer[]) =>
    answers.every(({ status = 0 }) => status >= 400 && status < 500);
  const needs = (what: unknown, skipped: string) => (what === undefined ? { skipped } : {});
  const ifSigned = needs(signature, `The documents show no signature of ${api.slug} webhooks.`);
  const ifTimed = needs(time, `The documents show no time in ${api.slug} deliveries.`);

  const asItIs = { send: () => [delivery(fresh())], isCareful: accepts };
  return [
    { name: "as it is", careful: "accepts it with a 2xx", ...asItIs },
    {
      name: "duplicate",
      careful: "accepts both with a 2xx, and acts once, which its answers do not show",
      send() {
        const one = delivery(fresh());
        return [one, one];
      },
      isCareful: accepts,
    },
    {
      name: "out of order",
      careful: "accepts both with a 2xx, though the later one happened earlier",
      send: () => [delivery(fresh()), delivery(fresh(now - minute))],
      isCareful: accepts,
      ...ifTimed,
    },
    {
      name: "stale timestamp",
      careful: "refuses with a 4xx what is a day old: it may be replayed",
      send: () => [delivery(fresh(now - day))],
      isCareful: refuses,
      ...ifTimed,
    },
    {
      name: "tampered body",
      careful: "refuses with a 4xx",
      send() {
        const row = fresh();
        const { headers } = delivery(row);
        return [{ headers, bytes: bytesOf({ ...row, tampered: true }) }];
      },
      isCareful: refuses,
      ...ifSigned,
    },
    {
      name: "wrong signature",
      careful: "refuses with a 4xx",
      send() {
        const body = bytesOf(fresh());
        return [outgoing(body, signed(body, `not ${secret}`, settings))];
      },
      isCareful: refuses,
      ...ifSigned,
    },
    {
      name: "missing signature",
      careful: "refuses with a 4xx",
      send: () => [outgoing(bytesOf(fresh()), undefined)],
      isCareful: refuses,
      ...ifSigned,
    },
    {
      name: "unknown event",
      careful: "accepts it with a 2xx and leaves it aside, else it is sent again and again",
      send: () => [
        delivery({ ...fresh(), ...(eventNames && { [eventNames.field]: "switchboard.unknown" }) }),
      ],
      isCareful: accepts,
      ...needs(eventNames, `The documents show no field that names the event of ${api.slug} deliveries.`),
    },
    {
      name: "unknown fields",
      careful: "accepts it with a 2xx: an API may add fields",
      send() {
        const row = fresh();
        const data = isRow(row.data) ? { data: { ...row.data, switchboard_unknown: [{ a: null }] } } : {};
        return [delivery({ ...row, ...data, switchboard_unknown: true })];
      },
      isCareful: accepts,
    },
    {
      name: "huge",
      careful: "refuses 8 MiB with a 4xx, or ends the connection",
      send: () => [delivery({ ...fresh(), switchboard_huge: "a".repeat(hugeBytes) })],
      isCareful: (answers) => answers.every((answer) => answer.isRefused === true || refuses([answer])),
    },
    {
      name: "invalid UTF-8",
      careful: "refuses with a 4xx what is no text",
      send() {
        const body = bytesOf({ ...fresh(), switchboard_text: "?" });
        const broken = Buffer.from(body);
        broken[broken.lastIndexOf("?")] = 0xff;
        return [signedBody(broken)];
      },
      isCareful: refuses,
    },
    { name: "as it is, again", careful: "goes on and accepts it with a 2xx", ...asItIs },
  ];
}

/** Its numbers are written again with the digits that they have: a handler may know more of them than a double. */
function payloadOf(text: string): Row {
  const asWritten: Revive = (_, value, context) =>
    typeof value === "number" && context?.source !== undefined && context.source !== String(value)
      ? rawJSON(context.source)
      : value;
  let payload: unknown;
  try {
    payload = JSON.parse(text, asWritten);
    JSON.stringify(payload);
  } catch (error) {
    throw error instanceof RangeError ? new Error("It is nested too deep to be written anew.") : error;
  }
  if (!isRow(payload)) throw new Error("A delivery is one JSON object.");
  return payload;
}

export interface VariationRun {
  transport: Transport;
  url: URL;
  signal: AbortSignal;
  /** Called before each that is sent. */
  begins?: (variation: Variation) => void;
}

/** Nothing is known of the handler. The message says what to do. */
export class HandlerUnreached extends Error {}

/**
 * Sends them one after the other, each on a connection of its own: a handler that ends one does nothing to the next. Throws
 * HandlerUnreached where the first finds nobody, and the signal's reason.
 */
export async function* runVariations(
  variations: readonly Variation[],
  run: VariationRun,
): AsyncGenerator<VariationResult> {
  let isReached = false;
  for (const variation of variations) {
    const { skipped } = variation;
    if (skipped !== undefined) {
      yield { variation, answers: [], state: "skipped", found: skipped };
      continue;
    }
    run.begins?.(variation);
    const answers: Answer[] = [];
    for (const outgoing of variation.send()) {
      const answer = await askAlone(run, outgoing);
      if (!isReached && answer.isUnreached)
        throw new HandlerUnreached(
          `The handler was ${answer.failure ?? "not reached"}. Start it, or check its address.`,
        );
      isReached = true;
      answers.push(answer);
    }
    yield {
      variation,
      answers,
      state: variation.isCareful(answers) ? "careful" : "careless",
      found: answers.map(answerText).join(", then "),
    };
  }
}

async function askAlone({ transport, url, signal }: VariationRun, outgoing: Outgoing): Promise<Answer> {
  const own = transport.another();
  try {
    return await askHandler(own, url, outgoing, { signal });
  } finally {
    await own.close();
  }
}

const bytesOf = (row: Row): Uint8Array => Buffer.from(JSON.stringify(row));
