/** Sends one request: attempts, waits, and what a reply or a fault means for the caller. */
import { plainText } from "../plain-text.ts";
import type { Api, ApiFault, Headers, Reply } from "../api.ts";
import { isRow } from "../traits/values.ts";
import type { Clock } from "./clock.ts";
import { consequences, type Mishap, repeatabilityOf, type Repeatability } from "./consequences.ts";
import { type Outcome, type RawReply, RequestError } from "./errors.ts";
import type { Mask } from "./mask.ts";
import { backoff, longestWait, statedWait } from "./retry.ts";
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
  /** Whether the operation changes nothing. */
  reads: boolean;
  /** Whether it may be sent twice though its method says otherwise. */
  repeatable?: boolean;
  /** Hides what must not be seen in the reply, also where the service repeats it. */
  mask: Mask;
  /** Called with each reply's headers, also of failed attempts. */
  onHeaders?(headers: Headers): void;
  onWait?: OnWait | undefined;
  /** Whether a reply of that status is what is wanted, though it says that the request failed: it is not sent again. */
  isWanted?: ((status: number) => boolean) | undefined;
  /** The path as messages show it: with its parameters in braces. */
  path: string;
}

/** Called before each wait for another attempt: how long it is, in milliseconds, and what came of the one before. */
export type OnWait = (span: number, error: RequestError) => void;

/** What one attempt came to. `again` says that another may follow, and after how long. */
type Verdict = { reply: Exchange } | { error: RequestError; again?: { afterMs?: number; atMost: number } };

/** What is not known of the attempts before: their replies were lost, or said that the server failed. */
interface Doubt {
  status?: number;
}

export async function send(api: Api, request: WireRequest, options: SendOptions): Promise<Exchange> {
  const { clock, signal } = options;
  let doubt: Doubt | undefined;
  for (let number = 1; ; number++) {
    const attempt = new Attempt(api, request, options, { number, ...(doubt && { doubt }) });
    const verdict = await attempt.make();
    if ("reply" in verdict) return verdict.reply;
    const { error, again } = verdict;
    if (!again || number >= again.atMost) throw error;
    const status = error.reply?.status;
    if (status !== undefined && options.isWanted?.(status)) throw error;
    if (error.outcome === "unknown") doubt ??= status === undefined ? {} : { status };
    const span = again.afterMs ?? backoff(number, clock.random());
    options.onWait?.(span, error);
    try {
      await clock.sleep(span, signal);
    } catch {
      throw attempt.cancelledAfter(error.outcome);
    }
  }
}

class Attempt {
  readonly #api: Api;
  readonly #request: WireRequest;
  readonly #options: SendOptions;
  readonly #number: number;
  readonly #doubt: Doubt | undefined;
  readonly #mask: Mask;
  readonly #repeatability: Repeatability;
  #raw: RawReply | undefined;

  constructor(
    api: Api,
    request: WireRequest,
    options: SendOptions,
    { number, doubt }: { number: number; doubt?: Doubt },
  ) {
    this.#api = api;
    this.#request = request;
    this.#options = options;
    this.#number = number;
    this.#doubt = doubt;
    this.#mask = options.mask;
    this.#repeatability = options.repeatable ? "read" : repeatabilityOf(request.method, options.reads);
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
      if (options.signal?.aborted)
        return this.#failed(unsent ? "cancelled before it left" : "cancelled", "Cancelled");
      if (!deadline.signal.aborted) return this.#judgeFailure(error);
      const what = `No complete reply within ${options.timeout / 1000} s`;
      return this.#failed(unsent ? "no connection in time" : "reply late", what, { cause: error });
    } finally {
      callOff();
    }
  }

  /** The wait for the next attempt was cancelled: what is known is what the one before came to. */
  cancelledAfter(outcome: Outcome): RequestError {
    return this.#error("cancelled", "Cancelled", { outcome });
  }

  #judgeFailure(failed: ExchangeFailed): Verdict {
    const { host } = this.#request.url;
    const because = plainText(this.#mask.text(failed.message), 200);
    const cause = { cause: failed };
    switch (failed.stage) {
      case "request": {
        const what = `It cannot be sent: ${because}. Headers and keys take printable Latin letters only`;
        return this.#failed("not one that HTTP can carry", what, cause);
      }
      case "proxy":
        return this.#failed("no proxy to go through", because, cause);
      case "connect": {
        const what = `Could not reach ${host} (${because}). Check the base address and the network`;
        return this.#failed("no connection", what, cause);
      }
      case "certificate": {
        const what = `The certificate of ${host} is not trusted (${because}). Mend the certificate, or add its authority to the system; the check cannot be turned off`;
        return this.#failed("no trust in the certificate", what, cause);
      }
      case "tls": {
        const what = `No secure connection to ${host} could be agreed on (${because}). Check the base address, its port and the proxy`;
        return this.#failed("no secure connection", what, cause);
      }
      case "refused-reply":
        return this.#failed("reply not to be read", `The reply was not read: ${because}`, cause);
      case "headers":
      case "body": {
        const when = failed.stage === "body" ? "within the reply" : "before a reply";
        return this.#failed("reply lost", `The connection was lost ${when}`, cause);
      }
    }
  }

  #judge({ status, headers: given, body: bytes }: WireReply): Verdict {
    const { text, parsed, isUtf8 } = this.#read(bytes);
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, this.#mask.text(value)]),
    );
    this.#raw = { status, headers, text };
    if (status >= 200 && status < 300) {
      const verdict = this.#judgeSuccess(status, headers, text, parsed);
      if ("reply" in verdict && !isUtf8)
        verdict.reply.notes.push(
          "The reply is not valid UTF-8: what cannot be read of it is shown as \uFFFD.",
        );
      return verdict;
    }
    if (status >= 300 && status < 400) {
      const what = `A redirect to ${quoted(headers.location ?? "nowhere")} is not followed. Correct the base address`;
      return this.#failed(status === 302 || status === 303 ? "redirect to a result" : "redirect", what);
    }
    const fault = parsed && this.#faultIn(status, parsed.value);
    if (status === 404 && this.#request.method === "DELETE" && this.#doubt)
      return this.#reply(status, headers, undefined, goneWords(this.#doubt));
    if (status === 429) return this.#judgeRateLimit(headers, fault);
    if (status >= 500) return this.#judgeServerError(status, text, fault);
    return this.#refused(fault ?? this.#bareFault(status, text, parsed));
  }

  /** The one place at which a reply's bytes become text: what must not be seen of them is gone from here on. */
  #read(bytes: Uint8Array): { text: string; parsed: Parsed; isUtf8: boolean } {
    const decoded = decoder.decode(bytes);
    const isUtf8 = !decoded.includes("\uFFFD") || isValidUtf8(bytes);
    const parsed = parseJson(decoded);
    if (!parsed) return { text: this.#mask.text(decoded), parsed, isUtf8 };
    // What is nested without end would end whoever goes through it.
    if (isDeep(decoded))
      throw new ExchangeFailed(
        "refused-reply",
        `It is nested more than ${deepest.toLocaleString("en")} levels deep.`,
      );
    const text = this.#mask.json(decoded);
    return { text, parsed: text === decoded ? parsed : parseJson(text), isUtf8 };
  }

  #judgeSuccess(status: number, headers: Headers, text: string, parsed: Parsed): Verdict {
    if (status === 204 || status === 205) {
      const isEmpty = text === "" && Number(headers["content-length"] ?? 0) === 0;
      const note = isEmpty
        ? []
        : [`The reply has a body although its status is ${status}; it was left aside.`];
      return this.#reply(status, headers, undefined, ...note);
    }
    if (parsed) {
      const fault = this.#hiddenFault(status, parsed.value);
      return fault ? this.#refused(fault) : this.#reply(status, headers, parsed.value);
    }
    if (text === "") return this.#failed("reply empty", "The reply is empty");
    const isCutShort = /^\s*[{[]/.test(text);
    return this.#failed(
      isCutShort ? "reply cut short" : "reply not JSON",
      `The reply is not JSON: ${quoted(text)}`,
    );
  }

  #judgeRateLimit(headers: Headers, fault: ApiFault | undefined): Verdict {
    const now = this.#options.clock.now();
    const wait = statedWait(headers, this.#api.rateLimit.headers.reset, now);
    const retryAt = wait === undefined ? undefined : new Date(Math.min(now + wait, 8.64e15));
    const when = retryAt ? `at ${retryAt.toISOString()}` : "later";
    const what = `Rate limit exceeded. Try again ${when}`;
    const facts = {
      fault: fault ?? { status: 429, message: "rate limit exceeded" },
      ...(retryAt && { retryAt }),
    };
    if (wait !== undefined && wait > longestWait) return this.#failed("wait too long", what, facts);
    return this.#failed("rate limit", what, facts, wait);
  }

  #judgeServerError(status: number, text: string, fault: ApiFault | undefined): Verdict {
    const said = fault?.message.replace(/\.$/, "") ?? (text === "" ? "The server failed" : quoted(text));
    const lasts = ![500, 502, 503, 504].includes(status);
    const failure = lasts ? "lasting server failure" : "server failure";
    return this.#failed(fault ? failure : `${failure} without words`, `${said} (${status})`, {
      ...(fault && { fault }),
    });
  }

  #bareFault(status: number, text: string, parsed: Parsed): ApiFault {
    const message = this.#api.statuses[status] ?? (text === "" ? `status ${status}` : quoted(text));
    return { status, message, ...(parsed && { details: parsed.value }) };
  }

  #refused(fault: ApiFault): Verdict {
    const code = fault.code ? ` ${fault.code}` : "";
    const remedy =
      fault.status === 401
        ? ". Set the key again"
        : fault.status === 403
          ? ". Use a key with the permission"
          : "";
    const id = fault.requestId ? `. Request id: ${fault.requestId}` : "";
    const what = `${fault.message.replace(/\.$/, "")} (${fault.status}${code})${remedy}${id}`;
    return this.#failed("refusal", what, { fault });
  }

  /** The fault that a body holds, its texts plain: they go into messages, logs and notifications. */
  #faultIn(status: number, body: unknown): ApiFault | undefined {
    const fault = this.#api.faults.read(status, body);
    return fault && plainFault(fault);
  }

  /** An error that comes with a status of success. */
  #hiddenFault(status: number, body: unknown): ApiFault | undefined {
    if (!isRow(body)) return undefined;
    // A record may have a field of that name.
    const isRecord = typeof body.id === "string";
    if (body.success !== false && (isRecord || !body.error)) return undefined;
    return this.#faultIn(status, body) ?? { status, message: "the reply says that it failed", details: body };
  }

  #failed(mishap: Mishap, what: string, facts: ErrorFacts = {}, afterMs?: number): Verdict {
    const error = this.#error(mishap, what, facts);
    const [, atMost] = consequences[mishap][this.#repeatability];
    return atMost > 1 ? { error, again: { atMost, ...(afterMs !== undefined && { afterMs }) } } : { error };
  }

  #error(mishap: Mishap, what: string, { outcome, ...facts }: ErrorFacts): RequestError {
    const consequence = consequences[mishap];
    const [usual] = consequence[this.#repeatability];
    // What became of an earlier attempt is not told by this one.
    const known = this.#doubt ? "unknown" : (outcome ?? usual);
    const advice =
      known === "unknown" && this.#repeatability !== "read"
        ? ". Whether it was carried out is unknown: look before sending it again"
        : "";
    const { method } = this.#request;
    const message = `${what.replace(/\.$/, "")}${advice}. ${method} ${this.#options.path}`;
    return new RequestError(consequence.kind, message, {
      outcome: known,
      attempts: this.#number,
      ...(this.#raw && { reply: this.#raw }),
      ...facts,
    });
  }

  #reply(status: number, headers: Headers, body: unknown, ...notes: string[]): Verdict {
    return { reply: { status, headers, body, text: this.#raw?.text ?? "", attempts: this.#number, notes } };
  }
}

interface ErrorFacts {
  /** Where it is not that of the table. */
  outcome?: Outcome;
  cause?: unknown;
  fault?: ApiFault;
  retryAt?: Date;
}

/** Of a DELETE that found nothing after an earlier try of which nothing certain is known. */
const goneWords = ({ status }: Doubt): string =>
  status === undefined
    ? "The record is gone: an earlier try, whose reply was lost, has deleted it, or it was gone before."
    : `The record is gone. Whether an earlier try, which was answered with ${status}, deleted it, or it was gone before, is not known.`;

/** A service may write as much as it likes, and controls among it. */
function plainFault({ message, code, field, requestId, documentationUrl, ...rest }: ApiFault): ApiFault {
  return {
    ...rest,
    message: plainText(message, 500),
    ...(code !== undefined && { code: plainText(code, 100) }),
    ...(field !== undefined && { field: plainText(field, 200) }),
    ...(requestId !== undefined && { requestId: plainText(requestId, 100) }),
    ...(documentationUrl !== undefined && { documentationUrl: plainText(documentationUrl, 500) }),
  };
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

const deepest = 1000;

/** Whether JSON is nested more levels deep than anybody may have to go through. */
function isDeep(text: string): boolean {
  if (!hasBrackets(text, deepest)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charAt(at)) {
      case '"':
        for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
        break;
      case "{":
      case "[":
        if (++depth > deepest) return true;
        break;
      case "}":
      case "]":
        depth--;
    }
  }
  return false;
}

/** Whether there are more opening brackets than that: most replies have fewer, and need not be gone through. */
function hasBrackets(text: string, more: number): boolean {
  let count = 0;
  for (const bracket of "{[")
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++count > more) return true;
  return false;
}

const decoder = new TextDecoder();

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** At most 200 characters of foreign text, without control and direction characters. */
const quoted = (text: string): string => JSON.stringify(plainText(text, 200));
