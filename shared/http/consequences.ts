/**
 * What follows from an attempt that brought no good reply: which error it is, what is known of the request, and how many
 * attempts there may be in all. This table alone decides it; `send` names the row.
 */
import type { Method } from "../api.ts";
import type { FailureKind, Outcome } from "./errors.ts";
import { maxAttempts } from "./retry.ts";

/** GET and what else only reads; PUT, DELETE; POST, PATCH, which may not be sent twice. */
export type Repeatability = "read" | "repeatable" | "once";

type Fate = readonly [outcome: Outcome, attempts: number];
export type Consequence = { readonly kind: FailureKind } & { readonly [R in Repeatability]: Fate };

/** The same for every request. */
const certain = (kind: FailureKind, outcome: Outcome, attempts: number): Consequence => ({
  kind,
  read: [outcome, attempts],
  repeatable: [outcome, attempts],
  once: [outcome, attempts],
});

/** The request left, and no reply says what became of it. */
const uncertain = (kind: FailureKind, attempts: number): Consequence => ({
  kind,
  read: ["unknown", attempts],
  repeatable: ["unknown", attempts],
  once: ["unknown", 1],
});

export const consequences = {
  "not one that HTTP can carry": certain("invalid-request", "not-sent", 1),
  "no proxy to go through": certain("unreachable", "not-sent", 1),
  "no connection": certain("unreachable", "not-sent", maxAttempts),
  "no connection in time": certain("timeout", "not-sent", 2),
  "no trust in the certificate": certain("unreachable", "not-sent", 1),
  "no secure connection": certain("unreachable", "not-sent", 1),
  "cancelled before it left": certain("aborted", "not-sent", 1),
  cancelled: uncertain("aborted", 1),
  "reply lost": uncertain("interrupted", maxAttempts),
  "reply late": uncertain("timeout", 2),
  /** Too large, badly encoded, or with a head that is no reply's. */
  "reply not to be read": uncertain("unreadable", 1),
  "reply cut short": uncertain("unreadable", 2),
  "reply not JSON": uncertain("unreadable", 1),
  "reply empty": uncertain("unreadable", 1),
  redirect: certain("unreadable", "rejected", 1),
  /** 302 and 303 may lead to what came of a request that was carried out. */
  "redirect to a result": {
    kind: "unreadable",
    read: ["rejected", 1],
    repeatable: ["unknown", 1],
    once: ["unknown", 1],
  },
  "rate limit": certain("rate-limited", "rejected", maxAttempts),
  "wait too long": certain("rate-limited", "rejected", 1),
  refusal: certain("refused", "rejected", 1),
  /** 500, 502, 503 and 504, with and without the API's envelope; other statuses from 500 on come again. */
  "server failure": uncertain("refused", maxAttempts),
  "server failure without words": uncertain("unreadable", maxAttempts),
  "lasting server failure": uncertain("refused", 1),
  "lasting server failure without words": uncertain("unreadable", 1),
} as const satisfies Record<string, Consequence>;

export type Mishap = keyof typeof consequences;

/** No API documents an idempotency key. */
export function repeatabilityOf(method: Method, reads: boolean): Repeatability {
  if (method === "GET") return reads ? "read" : "repeatable";
  return method === "PUT" || method === "DELETE" ? "repeatable" : "once";
}
