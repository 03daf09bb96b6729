/** The requests of a file with all that is needed to send them: looked at together, before the first is sent. */
import type * as vscode from "vscode";
import type { Sendable } from "../../shared/api.ts";
import { expressionsIn, written } from "../../shared/placeholders.ts";
import type { ResolvedRequest } from "../../shared/protocol.ts";
import { withoutSecretsIn } from "../../shared/requests/concealed.ts";
import {
  type Earlier,
  type Hidden,
  hiddenTexts,
  prepare,
  processValues,
  secretsIn,
} from "../../shared/requests/fill-request.ts";
import { runSequence, type Step, type StepResult } from "../../shared/requests/run-sequence.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { askConsent } from "../run/consent.ts";
import { execute } from "../run/execute.ts";
import type { Invocation } from "../run/invocation.ts";
import { resolveTarget } from "../run/resolve-target.ts";
import type { Target } from "../session/access.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import type { FaultMarks } from "./fault-marks.ts";
import type { Sent } from "./response-text.ts";
import type { Responses } from "./responses.ts";
import type { ResultMarks } from "./result-marks.ts";
import { findSecrets } from "./secrets.ts";

/** What sending needs of the room. */
export interface Sending {
  session: Session;
  language: LanguageServer;
  records: LiveRecords;
  responses: Responses;
  marks: FaultMarks;
  results: ResultMarks;
}

/** A request and where it goes. */
export interface Ready extends Step {
  request: ResolvedRequest;
  target: Target;
}

export interface ReadyFile {
  all: readonly Ready[];
  /** What is kept out of sight, by base address. */
  hidden: ReadonlyMap<string, Hidden>;
  /** What the file's requests were answered before, to which these add. */
  earlier: Map<string, Earlier>;
}

/** Undefined when the person gives up. Throws where a placeholder can have no value, or a request no address. */
export async function readyFile(
  { session, responses }: Sending,
  uri: vscode.Uri,
  chosen: readonly ResolvedRequest[],
  operations: readonly (Sendable | undefined)[],
  environment: string,
): Promise<ReadyFile | undefined> {
  const earlier = responses.named(uri, environment);
  const prepared = prepare(chosen, earlier);
  const ofProcess = processValues(prepared, process.env);
  const all: Ready[] = [];
  const targets = new Map<string, Target>();
  for (const [index, request] of prepared.entries()) {
    const operation = operations[index];
    if (!operation)
      throw new Error(
        "An operation of this file can't be sent from here. Check the operations that it names.",
      );
    const target = targets.get(operation.id) ?? (await resolveTarget(session, operation, environment));
    if (!target) return undefined;
    targets.set(operation.id, target);
    all.push({ ...request, request, operation, target });
  }
  // Whatever is missing is asked for before anything is sent.
  const hidden = await hiddenOf(session, all, ofProcess);
  return hidden && { all, hidden, earlier };
}

/** What a person is asked about before the first is sent. */
export const invocationsOf = ({ records }: Sending, { all }: ReadyFile): Invocation[] =>
  all
    .filter((each) => !waitsForItsRecord(each))
    .map(({ operation, target, values }) => withName(records, { operation, target, values }));

/** One result for each request, as soon as it is there. @param isAgreed nothing more is asked */
export function runReady(
  { session, records }: Sending,
  { all, hidden, earlier }: ReadyFile,
  { isAgreed, signal }: { isAgreed: boolean; signal?: AbortSignal | undefined },
): AsyncGenerator<StepResult<Ready>> {
  return runSequence(all, {
    earlier,
    hidden: ({ target }) => hidden.get(target.baseUrl) ?? new Map(),
    now: () => performance.now(),
    ...(signal && { signal }),
    async send({ name, operation, target, values }, filled, shown, isWanted) {
      // The question shows the path: secrets stay out of it.
      const asked = withName(records, { operation, target, values: shown });
      const asks = !isAgreed && waitsForItsRecord({ values });
      if (asks && !(await askConsent(session, [asked]))) return undefined;
      const own = hidden.get(target.baseUrl) ?? new Map();
      const invocation = {
        ...withName(records, { operation, target, values: filled }),
        shown: {
          name,
          values: shown,
          placeholders: expressionsIn(values)
            .map(written)
            .filter((each) => own.has(each)),
          secrets: [...hiddenTexts(own), ...tokensOf(operation, earlier)],
        },
      };
      return execute(session, invocation, { ended: signal, isWanted });
    },
  });
}

/** Undefined when it was not sent because somebody gave up. */
export function sentOf(
  { step, exchange, error, duration, shown, findings }: StepResult<Ready>,
  { hidden, earlier }: ReadyFile,
): Sent | undefined {
  const result = exchange ?? error;
  if (!result) return undefined;
  const { request, operation, target } = step;
  const missed = findings.flatMap((finding) => (finding.missed ? [finding.message] : []));
  const tokens = tokensOf(operation, earlier);
  return {
    api: operation.api,
    target,
    title: request.name ?? operation.id,
    duration,
    result,
    ...(missed.length > 0 && { missed }),
    ...(operation.authorized === false && { holdsToken: true }),
    secrets: hiddenTexts(hidden.get(target.baseUrl) ?? new Map()),
    request: { operation, target, values: withoutSecretsIn(shown ?? step.values, tokens) },
  };
}

/** Throws where a request has no meaning. What contradicts the documents may be what is tested. */
export function requireSendable(chosen: readonly ResolvedRequest[]): void {
  const blocking = chosen.flatMap(({ problems }) => problems).find(({ blocks }) => blocks);
  if (blocking) throw new Error(`This can't be sent: ${blocking.message}`);
}

/** What a request under way is called, in this window and in others. */
export const begunNames = (uri: vscode.Uri, requests: readonly ResolvedRequest[]): string[] =>
  requests.map(({ index }) => `request ${index} of ${uri.toString()}`);

/** The tokens that earlier requests were answered with. */
const tokensOf = ({ api }: Sendable, earlier: ReadonlyMap<string, Earlier>): string[] =>
  [...earlier.values()].flatMap(({ reply }) => api.auth.readToken?.(reply.body)?.token ?? []);

/** What is kept out of sight of all requests, by base address. Undefined when the person gives up. */
async function hiddenOf(
  session: Session,
  all: readonly Ready[],
  ofProcess: Hidden,
): Promise<Map<string, Hidden> | undefined> {
  const found = new Map<string, Hidden>();
  for (const [baseUrl, group] of Map.groupBy(all, ({ target }) => target.baseUrl)) {
    const [first] = group;
    const names = secretsIn(group.map(({ values, expect }) => ({ values, expect })));
    const secrets = first && (await findSecrets(session, names, first.target));
    if (!secrets) return undefined;
    const named = [...secrets].map(([name, value]) => [`secret:${name}`, value] as const);
    found.set(baseUrl, new Map([...ofProcess, ...named]));
  }
  return found;
}

function withName(records: LiveRecords, invocation: Invocation): Invocation {
  const record = records.named(invocation.operation, invocation.values);
  return { ...invocation, ...(record && { record }) };
}

/** The record that its path names comes from an earlier response: the person is asked when it is known. */
const waitsForItsRecord = ({ values }: Pick<Step, "values">) =>
  expressionsIn(values.path ?? {}).some(({ kind }) => kind === "response");
