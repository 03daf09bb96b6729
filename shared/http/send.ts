/** Sends one request: attempts, waits, and what a reply or a fault means for the caller. */
import { plainText } from "../plain-text.ts";
import type { Api, ApiFault, Headers, Reply } from "../api.ts";
import { isRow } from "../traits/values.ts";
import type { Clock } from "./clock.ts";
import { type FailureKind, type Outcome, type RawReply, RequestError } from "./errors.ts";
import { backoff, isIdempotent, longestWait, maxAttempts, statedWait } from "./retry.ts";
import { ExchangeFailed, type Transport, type WireReply, type WireRequest } from "./transport.ts";

export interface Exchange extends Reply, RawReply {
  attempts: number;
  /** Oddities that do not change the result, in words for the person. */
  notes: string[];
}

export interface SendOptions {
  transport: Transport;
  clock: Clock;
  /** How long each attempt may take, in milliseconds; waits between attempts do not count. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** Whether the reply must have a body; a documented 204 has none. */
  bodyExpected: boolean;
  /** Called with each reply's headers, also of failed attempts. */
  onHeaders?(headers: Headers): void;
  onWait?: OnWait | undefined;
  /** The path as messages show it: with its parameters in braces. */
  path: string;
}

/** Called before each wait for another attempt: how long it is, in milliseconds, and what came of the one before. */
export type OnWait = (span: number, error: RequestError) => void;

/** What one attempt came to. `again` says that another may follow, and after how long. */
type Verdict = { reply: Exchange } | { error: RequestError; again?: { afterMs?: number; atMost?: number } };

export async function send(api: Api, request: WireRequest, options: SendOptions): Promise<Exchange> {
  const { clock, signal } = options;
  let replyLost = false;
  for (let number = 1; ; number++) {
    const attempt = new Attempt(api, request, options, { number, replyLost });
    const verdict = await attempt.make();
    if ("reply" in verdict) return verdict.reply;
    const { error, again } = verdict;
    if (!again || number >= (again.atMost ?? maxAttempts)) throw error;
    replyLost ||= error.outcome === "unknown";
    const span = again.afterMs ?? backoff(number, clock.random());
    options.onWait?.(span, error);
    try {
      await clock.sleep(span, signal);
    } catch {
      throw attempt.aborted(error.outcome);
    }
  }
}

class Attempt {
  readonly #api: Api;
  readonly #request: WireRequest;
  readonly #options: SendOptions;
  readonly #number: number;
  /** Whether the reply of an earlier attempt was lost: that one may have been carried out. */
  readonly #replyLost: boolean;
  readonly #idempotent: boolean;
  #raw: RawReply | undefined;

  constructor(
    api: Api,
    request: WireRequest,
    options: SendOptions,
    { number, replyLost }: { number: number; replyLost: boolean },
  ) {
    this.#api = api;
    this.#request = request;
    this.#options = options;
    this.#number = number;
    this.#replyLost = replyLost;
    this.#idempotent = isIdempotent(request.method);
  }

  async make(): Promise<Verdict> {
    const options = this.#options;
    const request = this.#request;
    const deadline = new AbortController();
    const callOff = options.clock.after(options.timeout, () => deadline.abort());
    const signal = options.signal ? AbortSignal.any([deadline.signal, options.signal]) : deadline.signal;
    try {
      const reply = await options.transport.exchange(request, signal);
      options.onHeaders?.(reply.headers);
      return this.#judge(reply);
    } catch (error) {
      if (!(error instanceof ExchangeFailed)) throw error;
      const unsent = error.stage === "connect";
      if (options.signal?.aborted) return { error: this.aborted(unsent ? "not-sent" : "unknown") };
      if (!deadline.signal.aborted) return this.#judgeFailure(error);
      const what = `No complete reply within ${options.timeout / 1000} s`;
      const late = unsent
        ? this.#error("timeout", what, "not-sent", { cause: error })
        : this.#lost("timeout", what, error);
      return this.#idempotent || unsent ? { error: late, again: { atMost: 2 } } : { error: late };
    } finally {
      callOff();
    }
  }

  aborted(outcome: Outcome): RequestError {
    return this.#error("aborted", "Cancelled", outcome);
  }

  #judgeFailure(failed: ExchangeFailed): Verdict {
    const { host } = this.#request.url;
    switch (failed.stage) {
      case "request": {
        const what = `It cannot be sent: ${failed.message}. Headers and keys take printable Latin letters only`;
        return { error: this.#error("invalid-request", what, "not-sent", { cause: failed }) };
      }
      case "connect": {
        const what = `Could not reach ${host} (${failed.message}). Check the base address and the network`;
        return { error: this.#error("unreachable", what, "not-sent", { cause: failed }), again: {} };
      }
      case "tls": {
        const what = `The certificate of ${host} is not trusted (${failed.message}). Mend the certificate, or add its authority to the system; the check cannot be turned off`;
        return { error: this.#error("unreachable", what, "not-sent", { cause: failed }) };
      }
      case "refused-body":
        return { error: this.#lost("unreadable", `The reply was not read: ${failed.message}`, failed) };
      case "headers":
      case "body": {
        const when = failed.stage === "body" ? "within the reply" : "before a reply";
        const error = this.#lost("interrupted", `The connection was lost ${when}`, failed);
        return this.#idempotent ? { error, again: {} } : { error };
      }
    }
  }

  #judge({ status, headers, body: bytes }: WireReply): Verdict {
    const text = new TextDecoder().decode(bytes);
    this.#raw = { status, headers, text };
    const parsed = parseJson(text);
    if (status >= 200 && status < 300) return this.#judgeSuccess(status, headers, text, parsed);
    if (status >= 300 && status < 400) {
      const target = quoted(headers.location ?? "nowhere");
      const what = `A redirect to ${target} is not followed. Correct the base address`;
      return { error: this.#error("unreadable", what, "rejected") };
    }
    const fault = parsed && this.#api.faults.read(status, parsed.value);
    if (status === 404 && this.#request.method === "DELETE" && this.#replyLost)
      return this.#reply(
        status,
        headers,
        undefined,
        "The record is gone: an earlier try, whose reply was lost, had deleted it.",
      );
    if (status === 429) return this.#judgeRateLimit(headers, fault);
    if (status >= 500) return this.#judgeServerError(status, text, fault);
    return { error: this.#refused(fault ?? this.#bareFault(status, text, parsed)) };
  }

  #judgeSuccess(status: number, headers: Headers, text: string, parsed: Parsed): Verdict {
    if (status === 204) {
      const isEmpty = text === "" && Number(headers["content-length"] ?? 0) === 0;
      const note = isEmpty ? [] : ["The reply has a body although its status is 204; it was left aside."];
      return this.#reply(status, headers, undefined, ...note);
    }
    if (parsed) {
      const fault = hiddenFault(this.#api, status, parsed.value);
      return fault ? { error: this.#refused(fault) } : this.#reply(status, headers, parsed.value);
    }
    if (text === "" && !this.#options.bodyExpected) return this.#reply(status, headers, undefined);
    const what = text === "" ? "empty" : `not JSON: ${quoted(text)}`;
    const error = this.#lost("unreadable", `The reply is ${what}`);
    const truncated = /^\s*[{[]/.test(text);
    return this.#idempotent && truncated ? { error, again: { atMost: 2 } } : { error };
  }

  #judgeRateLimit(headers: Headers, fault: ApiFault | undefined): Verdict {
    const now = this.#options.clock.now();
    const wait = statedWait(headers, this.#api.rateLimit.headers.reset, now);
    const retryAt = wait === undefined ? undefined : new Date(Math.min(now + wait, 8.64e15));
    const when = retryAt ? `at ${retryAt.toISOString()}` : "later";
    const error = this.#error("rate-limited", `Rate limit exceeded. Try again ${when}`, "rejected", {
      fault: fault ?? { status: 429, message: "rate limit exceeded" },
      ...(retryAt && { retryAt }),
    });
    if (wait === undefined) return { error, again: {} };
    return wait > longestWait ? { error } : { error, again: { afterMs: wait } };
  }

  #judgeServerError(status: number, text: string, fault: ApiFault | undefined): Verdict {
    const said = fault?.message.replace(/\.$/, "") ?? (text === "" ? "The server failed" : quoted(text));
    const error = this.#lost(fault ? "refused" : "unreadable", `${said} (${status})`, undefined, fault);
    return this.#idempotent && [500, 502, 503, 504].includes(status) ? { error, again: {} } : { error };
  }

  #bareFault(status: number, text: string, parsed: Parsed): ApiFault {
    const message = this.#api.statuses[status] ?? (text === "" ? `status ${status}` : quoted(text));
    return { status, message, ...(parsed && { details: parsed.value }) };
  }

  #refused(fault: ApiFault): RequestError {
    const code = fault.code ? ` ${fault.code}` : "";
    const remedy =
      fault.status === 401
        ? ". Set the key again"
        : fault.status === 403
          ? ". Use a key with the permission"
          : "";
    const id = fault.requestId ? `. Request id: ${fault.requestId}` : "";
    const what = `${fault.message.replace(/\.$/, "")} (${fault.status}${code})${remedy}${id}`;
    return this.#error("refused", what, "rejected", { fault });
  }

  /** The request left and no reply can be believed: a request that may not be sent twice has an unknown outcome. */
  #lost(kind: FailureKind, what: string, cause?: unknown, fault?: ApiFault): RequestError {
    const advice = this.#idempotent
      ? ""
      : ". Whether it was carried out is unknown: look before sending it again";
    return this.#error(kind, what.replace(/\.$/, "") + advice, "unknown", { cause, ...(fault && { fault }) });
  }

  #error(
    kind: FailureKind,
    what: string,
    outcome: Outcome,
    more: { cause?: unknown; fault?: ApiFault; retryAt?: Date } = {},
  ): RequestError {
    const message = `${what}. ${this.#request.method} ${this.#options.path}`;
    return new RequestError(kind, message, {
      // What became of an earlier attempt is not told by this one.
      outcome: this.#replyLost ? "unknown" : outcome,
      attempts: this.#number,
      ...(this.#raw && { reply: this.#raw }),
      ...more,
    });
  }

  #reply(status: number, headers: Headers, body: unknown, ...notes: string[]): Verdict {
    return { reply: { status, headers, body, text: this.#raw?.text ?? "", attempts: this.#number, notes } };
  }
}

/** An error that comes with a status of success. */
function hiddenFault(api: Api, status: number, body: unknown): ApiFault | undefined {
  if (!isRow(body)) return undefined;
  // A record may have a field of that name.
  const isRecord = typeof body.id === "string";
  if (body.success !== false && (isRecord || !body.error)) return undefined;
  return api.faults.read(status, body) ?? { status, message: "the reply says that it failed", details: body };
}

type Parsed = { value: unknown } | undefined;

/** Undefined when the text is not JSON. */
function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    return undefined;
  }
}

/** At most 200 characters of foreign text, without control and direction characters. */
const quoted = (text: string): string => JSON.stringify(plainText(text, 200));
