/** Sends requests in order until one fails, and says of each what came of it. */
import type { Reply, RequestValues, Sendable } from "../api.ts";
import { type RawReply, RequestError } from "../http/errors.ts";
import type { Exchange } from "../http/send.ts";
import type { Place } from "../placeholders.ts";
import { concealed, withoutSecretsIn } from "./concealed.ts";
import { expectsStatus, hold, namesStatus, type Missed } from "./expectation.ts";
import { faultyFields } from "./faulty-fields.ts";
import {
  type Earlier,
  fillExpectation,
  fillRequest,
  type Hidden,
  hiddenTexts,
  NoValue,
  shownRequest,
  type Unfilled,
} from "./fill-request.ts";

/** A request, prepared, with the operation that it names. */
export interface Step extends Unfilled {
  operation: Sendable;
}

/**
 * What came of a request. `held`: it was answered, and as expected. `missed`: it was answered otherwise. `failed`: it was
 * refused, or not sent for a reason of its own. `unknown`: it was sent, and may have been carried out or not.
 * `skipped`: it was not sent because of an earlier one, or because somebody gave up.
 */
export type StepState = "held" | "missed" | "failed" | "unknown" | "skipped";

/** Something to be said of a request at a place of it. */
export interface StepFinding {
  /** Keys and indexes in the request, or the field as the service names it. */
  at: Place | string;
  message: string;
  /** Of an expectation. */
  missed?: Pick<Missed, "expected" | "actual">;
}

export interface StepResult<S extends Step> {
  step: S;
  state: StepState;
  /** As it was sent, without what is kept out of sight. Undefined when it was not. */
  shown?: RequestValues;
  /** The time that all attempts and the waits between them took, in milliseconds. */
  duration: number;
  /** The success, or why there is none. Both are undefined when it was skipped. */
  exchange?: Exchange;
  error?: RequestError;
  findings: readonly StepFinding[];
}

export interface SequenceOptions<S extends Step> {
  /**
   * Sends one. Undefined when somebody gave up.
   * @param shown the same values without what is kept out of sight
   * @param isWanted whether a reply of that status is expected, so that nothing is sent for another
   */
  send(
    step: S,
    values: RequestValues,
    shown: RequestValues,
    isWanted: (status: number) => boolean,
  ): Promise<Exchange | undefined>;
  hidden(step: S): Hidden;
  /** By name: what was sent before, to which each request that has a name is added. */
  earlier: Map<string, Earlier>;
  /** In milliseconds, from any begin. */
  now: () => number;
  signal?: AbortSignal;
}

/** One result for each request, as soon as it is there. What is thrown is no RequestError and ends it all. */
export async function* runSequence<S extends Step>(
  steps: readonly S[],
  options: SequenceOptions<S>,
): AsyncGenerator<StepResult<S>> {
  let goesOn = true;
  for (const step of steps) {
    const result: StepResult<S> =
      goesOn && !options.signal?.aborted
        ? await run(step, options)
        : { step, state: "skipped", duration: 0, findings: [] };
    goesOn &&= result.state === "held";
    yield result;
  }
}

async function run<S extends Step>(step: S, options: SequenceOptions<S>): Promise<StepResult<S>> {
  const { earlier, now } = options;
  const hidden = options.hidden(step);
  const secrets = [...hiddenTexts(hidden), ...tokensIn(step.operation, repliesOf(earlier))];
  const start = now();
  let shown: RequestValues | undefined;
  const done = (state: StepState, more: Partial<StepResult<S>> = {}): StepResult<S> => ({
    step,
    state,
    duration: now() - start,
    ...(shown && { shown }),
    findings: [],
    ...more,
  });
  try {
    shown = shownRequest(step.values, earlier);
    const sent = fillRequest(step.values, { hidden, earlier });
    const exchange = await options.send(step, sent, shown, (status) => namesStatus(step.expect, status));
    if (!exchange) return { step, state: "skipped", duration: 0, findings: [] };
    const missed = judge(step, exchange, { hidden, earlier }, now() - start);
    return done(missed.length > 0 ? "missed" : "held", { exchange, findings: saidOf(missed) });
  } catch (error) {
    if (error instanceof NoValue) {
      const { message, place } = error;
      const failure = new RequestError("invalid-request", message, { outcome: "not-sent" });
      return done("failed", { error: failure, findings: [{ at: place, message }] });
    }
    if (!(error instanceof RequestError)) throw error;
    const failure = concealed(error, secrets);
    const reply = error.reply && replyOf(error.reply, error.kind !== "unreadable");
    const faults = failure.fault
      ? faultyFields(failure.fault).map(({ field, message }) => ({ at: field, message }))
      : [];
    const otherwise = error.outcome === "unknown" ? "unknown" : "failed";
    if (!reply || !expectsStatus(step.expect)) return done(otherwise, { error: failure, findings: faults });
    const missed = judge(step, reply, { hidden, earlier }, now() - start);
    // It is the failure that was asked for.
    if (missed.length === 0) return done("held", { error: failure });
    return done(error.outcome === "unknown" ? "unknown" : "missed", {
      error: failure,
      findings: [...saidOf(missed), ...faults],
    });
  }
}

/** What is not as expected. Later requests may refer to this one from now on. */
function judge(
  { operation, name, values, expect, written = expect }: Step,
  reply: Reply,
  given: { hidden: Hidden; earlier: Map<string, Earlier> },
  duration: number,
): Missed[] {
  if (name !== undefined) given.earlier.set(name, { reply, values });
  try {
    const tokens = tokensIn(operation, [reply, ...repliesOf(given.earlier)]);
    const secrets = [...hiddenTexts(given.hidden), ...tokens];
    return hold(fillExpectation(expect, given), reply, duration, {
      written,
      conceal: (value) => withoutSecretsIn(value, secrets),
    });
  } catch (error) {
    if (!(error instanceof NoValue)) throw error;
    const { place, message } = error;
    return [{ place, expected: undefined, actual: undefined, message }];
  }
}

/** A reply may hand out a token, which is a key like any other. */
export const tokensIn = ({ api }: Sendable, replies: readonly Pick<Reply, "body">[]): string[] =>
  replies.flatMap(({ body }) => api.auth.readToken?.(body)?.token ?? []);

const repliesOf = (earlier: ReadonlyMap<string, Earlier>) => [...earlier.values()].map(({ reply }) => reply);

const saidOf = (missed: readonly Missed[]): StepFinding[] =>
  missed.map(({ place, message, expected, actual }) => ({
    at: place,
    message,
    missed: { expected, actual },
  }));

/** A reply that is no success, as an expectation sees it. What is not JSON, or nested without end, is text. */
function replyOf({ status, headers, text }: RawReply, isReadable: boolean): Reply {
  try {
    if (isReadable && text !== "") return { status, headers, body: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    // A page of a proxy, say.
  }
  return { status, headers, body: text === "" ? undefined : text };
}
