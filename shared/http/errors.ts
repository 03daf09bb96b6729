import type { ApiFault, Headers } from "../api.ts";

/**
 * What went wrong, to branch on:
 * `unbound` the route is not documented and nobody bound one; `invalid-request` it cannot be sent as it stands;
 * `no-credentials` no key is set; `signed-out` a sign-in has ended; `unreachable` no connection; `interrupted` the connection broke after the request left;
 * `timeout`; `aborted` by the caller; `rate-limited` the stated wait is too long; `refused` the API answered with a fault;
 * `unreadable` the reply is not one that the API documents.
 */
export type FailureKind =
  | "unbound"
  | "invalid-request"
  | "no-credentials"
  | "signed-out"
  | "unreachable"
  | "interrupted"
  | "timeout"
  | "aborted"
  | "rate-limited"
  | "refused"
  | "unreadable";

/** What the API made of the request. `unknown`: it may have been carried out. */
export type Outcome = "not-sent" | "rejected" | "unknown";

/** A reply as it came over the wire, its body as text. */
export interface RawReply {
  status: number;
  headers: Headers;
  text: string;
}

interface FailureFacts {
  outcome: Outcome;
  attempts?: number;
  /** When a further try may succeed. */
  retryAt?: Date;
  fault?: ApiFault;
  /** The reply that is no success, where one came whole. */
  reply?: RawReply;
  cause?: unknown;
}

/** The one error that a typed client throws. Its message names the reason, the remedy, the method and the path, in this order, and never a key. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly kind: FailureKind;
  readonly outcome: Outcome;
  readonly attempts: number;
  readonly retryAt: Date | undefined;
  readonly fault: ApiFault | undefined;
  readonly reply: RawReply | undefined;

  constructor(kind: FailureKind, message: string, facts: FailureFacts) {
    super(message, { cause: facts.cause });
    this.kind = kind;
    this.outcome = facts.outcome;
    this.attempts = facts.attempts ?? 0;
    this.retryAt = facts.retryAt;
    this.fault = facts.fault;
    this.reply = facts.reply;
  }

  get requestId(): string | undefined {
    return this.fault?.requestId;
  }
}

/** The same failure, of another request: that whose token could not be fetched. */
export const withOutcome = (error: RequestError, outcome: Outcome): RequestError => {
  const { kind, message, attempts, retryAt, fault, reply } = error;
  return new RequestError(kind, message, {
    outcome,
    attempts,
    cause: error,
    ...(retryAt && { retryAt }),
    ...(fault && { fault }),
    ...(reply && { reply }),
  });
};

/** The error of sending an operation whose route is not documented, before one is bound. */
export const unbound = (operation: string): RequestError =>
  new RequestError(
    "unbound",
    `The route of ${operation} is not documented. Bind it first: give its method and path.`,
    { outcome: "not-sent" },
  );
