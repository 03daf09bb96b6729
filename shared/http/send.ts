/** Sends one request: attempts, waits, and what a reply or a fault means for the caller. */
import type { Api, Headers, Reply } from "../api.ts";
import { isRow } from "../traits/values.ts";
import type { Clock } from "./clock.ts";
import { RequestError } from "./errors.ts";
import { backoff, isIdempotent, longestWait, maxAttempts, statedWait } from "./retry.ts";
import { ExchangeFailed, type Transport, type WireReply, type WireRequest } from "./transport.ts";

export interface Exchange extends Reply {
  attempts: number;
  /** Oddities that do not change the result, in words for the person. */
  notes: string[];
}

export interface SendOptions {
  transport: Transport;
  clock: Clock;
  /** For each attempt, in milliseconds; waits between attempts are apart. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** Whether the reply must have a JSON body; a documented 204 has none. */
  bodyExpected: boolean;
  /** Called with each reply's headers, also of failed attempts. */
  onHeaders?(headers: Headers): void;
  /** The path as documented, for messages. */
  path: string;
}

/** What one attempt came to. `again` says whether another may follow, and after how long. */
type Verdict = { reply: Exchange } | { error: RequestError; again?: { afterMs?: number; atMost?: number } };

export async function send(api: Api, request: WireRequest, options: SendOptions): Promise<Exchange> {
  const { clock, signal } = options;
  let replyLost = false;
  for (let attempt = 1; ; attempt++) {
    const verdict = await attemptOnce(api, request, options, attempt, replyLost);
    if ("reply" in verdict) return verdict.reply;
    const { error, again } = verdict;
    if (!again || attempt >= (again.atMost ?? maxAttempts)) throw error;
    replyLost ||= error.outcome === "unknown";
    try {
      await clock.sleep(again.afterMs ?? backoff(attempt, clock.random()), signal);
    } catch {
      throw aborted(request, options, error.outcome, attempt);
    }
  }
}

async function attemptOnce(
  api: Api,
  request: WireRequest,
  options: SendOptions,
  attempt: number,
  replyLost: boolean,
): Promise<Verdict> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), Math.min(options.timeout, 2 ** 31 - 1));
  const signal = options.signal ? AbortSignal.any([deadline.signal, options.signal]) : deadline.signal;
  try {
    const reply = await options.transport.exchange(request, signal);
    options.onHeaders?.(reply.headers);
    return judge(api, request, reply, options, attempt, replyLost);
  } catch (error) {
    if (error instanceof ExchangeFailed) return judgeFailure(request, error, options, attempt);
    if (options.signal?.aborted) return { error: aborted(request, options, "unknown", attempt) };
    if (!deadline.signal.aborted) throw error;
    const idempotent = isIdempotent(request.method);
    return {
      error: failure(
        "timeout",
        request,
        options,
        attempt,
        `gave no complete reply within ${options.timeout / 1000} s`,
        error,
      ),
      ...(idempotent && { again: { atMost: 2 } }),
    };
  } finally {
    clearTimeout(timer);
  }
}

function judgeFailure(
  request: WireRequest,
  failed: ExchangeFailed,
  options: SendOptions,
  attempt: number,
): Verdict {
  const idempotent = isIdempotent(request.method);
  const { host } = request.url;
  switch (failed.stage) {
    case "connect":
      return {
        error: failure(
          "unreachable",
          request,
          options,
          attempt,
          `could not reach ${host} (${failed.message}). Check the base address and the network`,
          failed,
        ),
        again: {},
      };
    case "tls":
      return {
        error: failure(
          "unreachable",
          request,
          options,
          attempt,
          `did not trust the certificate of ${host} (${failed.message}). There is no way around this check: mend the certificate or add its authority to the system`,
          failed,
        ),
      };
    case "refused-body":
      return {
        error: failure("unreadable", request, options, attempt, failed.message.replace(/\.$/, ""), failed),
      };
    default:
      return {
        error: failure(
          "interrupted",
          request,
          options,
          attempt,
          `lost the connection ${failed.stage === "body" ? "within the reply" : "before a reply"}`,
          failed,
        ),
        ...(idempotent && { again: {} }),
      };
  }
}

function judge(
  api: Api,
  request: WireRequest,
  wire: WireReply,
  options: SendOptions,
  attempt: number,
  replyLost: boolean,
): Verdict {
  const { status, headers } = wire;
  const idempotent = isIdempotent(request.method);
  const reply = (body: unknown, ...notes: string[]): Verdict => ({
    reply: { status, headers, body, attempts: attempt, notes },
  });
  const unreadable = (what: string) => failure("unreadable", request, options, attempt, what);

  if (status >= 300 && status < 400)
    return {
      error: new RequestError(
        "unreadable",
        `${request.method} ${options.path} was answered with a redirect to ${quoted(headers.location ?? "nowhere")}, which is not followed. Correct the base address.`,
        { outcome: "rejected", attempts: attempt },
      ),
    };

  const text = new TextDecoder().decode(wire.body);
  const parsed = parseJson(text);
  const isJson = "value" in parsed;
  const body = isJson ? parsed.value : undefined;

  if (status >= 200 && status < 300) {
    if (status === 204)
      return reply(
        undefined,
        ...(text === "" ? [] : ["The reply has a body although its status is 204; it was left aside."]),
      );
    const fault = isJson && hiddenFault(api, status, body);
    if (fault) return { error: refused(request, options, attempt, fault) };
    if (isJson) return reply(body);
    if (text === "" && !options.bodyExpected) return reply(undefined);
    const what =
      text === ""
        ? "was answered with an empty body"
        : `was answered with something other than JSON: ${quoted(text)}`;
    const truncated = /^\s*[{[]/.test(text);
    return { error: unreadable(what), ...(idempotent && truncated && { again: { atMost: 2 } }) };
  }

  const fault = (isJson && api.faults.read(status, body)) || undefined;
  if (status === 404 && request.method === "DELETE" && replyLost)
    return reply(undefined, "The record is gone: an earlier try, whose reply was lost, had deleted it.");

  if (status === 429) {
    const wait = statedWait(headers, api.rateLimit.headers.reset, options.clock.now());
    const retryAt = wait === undefined ? undefined : new Date(Math.min(options.clock.now() + wait, 8.64e15));
    const error = new RequestError(
      "rate-limited",
      `${request.method} ${options.path} was refused: rate limit exceeded.${retryAt ? ` Try again at ${retryAt.toISOString()}.` : " Try again later."}`,
      {
        outcome: "rejected",
        attempts: attempt,
        fault: fault ?? { status, message: "rate limit exceeded" },
        ...(retryAt && { retryAt }),
      },
    );
    return wait !== undefined && wait > longestWait
      ? { error }
      : { error, again: wait === undefined ? {} : { afterMs: wait } };
  }

  if (status >= 500) {
    const error = new RequestError(
      fault ? "refused" : "unreadable",
      `${request.method} ${options.path} failed with ${status}: ${fault?.message ?? (text === "" ? "no body" : quoted(text))}.${idempotent ? "" : " Whether it was carried out is unknown: look before sending it again."}`,
      { outcome: idempotent ? "rejected" : "unknown", attempts: attempt, ...(fault && { fault }) },
    );
    const retried = [500, 502, 503, 504].includes(status);
    return idempotent && retried ? { error, again: {} } : { error };
  }

  return {
    error: refused(
      request,
      options,
      attempt,
      fault ?? {
        status,
        message: api.statuses[status] ?? quoted(text || `status ${status}`),
        ...(isJson && { details: body }),
      },
    ),
  };
}

function refused(
  request: WireRequest,
  options: SendOptions,
  attempts: number,
  fault: NonNullable<RequestError["fault"]>,
): RequestError {
  const code = fault.code ? ` (${fault.code})` : "";
  const remedy =
    fault.status === 401
      ? " Set the key again."
      : fault.status === 403
        ? " Use a key with the permission."
        : "";
  const id = fault.requestId ? ` Request id: ${fault.requestId}.` : "";
  const message = fault.message.replace(/\.$/, "");
  return new RequestError(
    "refused",
    `${request.method} ${options.path} was refused with ${fault.status}${code}: ${message}.${remedy}${id}`,
    {
      outcome: "rejected",
      attempts,
      fault,
    },
  );
}

/** A failure of the exchange itself. What happened to a request that may not be sent twice is unknown once it left. */
function failure(
  kind: "unreachable" | "interrupted" | "timeout" | "unreadable",
  request: WireRequest,
  options: SendOptions,
  attempts: number,
  what: string,
  cause?: unknown,
): RequestError {
  const outcome = kind === "unreachable" ? "not-sent" : "unknown";
  const unsure = outcome === "unknown" && !isIdempotent(request.method);
  const advice = unsure ? " Whether it was carried out is unknown: look before sending it again." : "";
  return new RequestError(kind, `${request.method} ${options.path} ${what}.${advice}`, {
    outcome,
    attempts,
    cause,
  });
}

const aborted = (
  request: WireRequest,
  options: SendOptions,
  outcome: RequestError["outcome"],
  attempts: number,
) => new RequestError("aborted", `${request.method} ${options.path} was cancelled.`, { outcome, attempts });

/** An error that comes with a status of success. */
function hiddenFault(api: Api, status: number, body: unknown) {
  if (!isRow(body)) return undefined;
  const says =
    body.success === false || (api.faults.documented && Object.hasOwn(body, "error") && body.error !== null);
  return says
    ? (api.faults.read(status, body) ?? { status, message: "the reply says that it failed", details: body })
    : undefined;
}

function parseJson(text: string): { value: unknown } | { failed: true } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    return { failed: true };
  }
}

/** At most 200 characters of foreign text, without control and direction characters. */
function quoted(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return JSON.stringify(clean.length > 200 ? `${clean.slice(0, 200)}…` : clean);
}
