/** Sends the requests of a file. */
import * as vscode from "vscode";
import type { Sendable } from "../../shared/api.ts";
import { expressionsIn, written } from "../../shared/placeholders.ts";
import {
  type FileRange,
  type RequestProblem,
  type ResolvedRequest,
  resolveRequests,
} from "../../shared/protocol.ts";
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
import { canMend, reportFailure } from "../failures/report-failure.ts";
import { findOperation } from "../routes/imported-operations.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { askConsent } from "../run/consent.ts";
import { execute } from "../run/execute.ts";
import type { Invocation } from "../run/invocation.ts";
import { resolveTarget } from "../run/resolve-target.ts";
import type { Target } from "../session/access.ts";
import { commandIds } from "../session/command-ids.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showError, showInformation } from "../text/notifications.ts";
import type { FaultMarks } from "./fault-marks.ts";
import type { Sent } from "./response-text.ts";
import type { Responses } from "./responses.ts";
import type { ResultMarks } from "./result-marks.ts";
import { findSecrets } from "./secrets.ts";
import { showQuickPick } from "../text/questions.ts";

export interface Sending {
  session: Session;
  language: LanguageServer;
  records: LiveRecords;
  responses: Responses;
  marks: FaultMarks;
  results: ResultMarks;
}

/** A request and where it goes. */
interface Ready extends Step {
  request: ResolvedRequest;
  target: Target;
}

/** Who hears what came of each request, in place of replies and notifications. */
export interface Watch {
  signal: AbortSignal;
  /** @param ranges of the findings; null for one that stands nowhere */
  hear(result: StepResult<Ready>, ranges: readonly (FileRange | null)[]): Promise<void>;
}

/** All in order, until one fails. `which` is an index or several, or where the cursor is. */
export async function sendRequests(
  sending: Sending,
  document: vscode.TextDocument,
  which: number | readonly number[] | vscode.Position | "all",
  watch?: Watch,
): Promise<void> {
  const { session, language } = sending;
  const { environment } = session.settings;
  const uri = document.uri.toString();
  const found = await language.request(resolveRequests, {
    uri,
    ...(typeof which === "number" && { index: which }),
  });
  const chosen = chosenOf(found ?? [], which);
  if (chosen.length === 0)
    throw new Error("There is no request here. Put the cursor into a request of a *.request.json file.");
  const operations = await Promise.all(chosen.map(({ operation }) => findOperation(session, operation)));
  const begun = await session.begun.once(
    chosen.map(({ index }) => `request ${index} of ${uri}`),
    () => sendInOrder(sending, document, chosen, operations, environment, watch),
    // Tests are run again as soon as they are over.
    { repeatable: watch !== undefined || operations.every((operation) => operation?.effect === "read") },
  );
  if (begun) return;
  const words = "It is being sent already.";
  if (watch) throw new Error(words);
  showBriefly("info", words);
}

async function sendInOrder(
  sending: Sending,
  document: vscode.TextDocument,
  chosen: readonly ResolvedRequest[],
  operations: readonly (Sendable | undefined)[],
  environment: string,
  watch?: Watch,
): Promise<void> {
  const { session, marks, records, responses, results } = sending;
  if (watch) requireSendable(chosen);
  else if (!(await isSound(document, chosen))) return;
  const earlier = responses.named(document.uri, environment);
  const prepared = prepare(chosen, earlier);
  const ofProcess = processValues(prepared, process.env);
  marks.clear(document.uri);

  const all: Ready[] = [];
  const targets = new Map<string, Target>();
  for (const [index, request] of prepared.entries()) {
    const operation = operations[index];
    if (!operation)
      throw new Error(
        "An operation of this file can't be sent from here. Check the operations that it names.",
      );
    const target = targets.get(operation.id) ?? (await resolveTarget(session, operation, environment));
    if (!target) return;
    targets.set(operation.id, target);
    all.push({ ...request, request, operation, target });
  }
  // Whatever is missing is asked for before anything is sent.
  const hidden = await hiddenOf(session, all, ofProcess);
  if (!hidden) return;
  const known = all.filter((each) => !waitsForItsRecord(each));
  const invocations = known.map(({ operation, target, values }) =>
    withName(records, { operation, target, values }),
  );
  // Who runs tests in the sandbox has said what is wanted.
  const isAgreed = watch !== undefined && environment === "sandbox";
  if (!isAgreed && !(await askConsent(session, invocations))) return;

  const sent: Sent[] = [];
  const run = runSequence(all, {
    earlier,
    hidden: ({ target }) => hidden.get(target.baseUrl) ?? new Map(),
    now: () => performance.now(),
    ...(watch && { signal: watch.signal }),
    async send({ name, operation, target, values }, filled, shown) {
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
      return execute(session, invocation, watch?.signal);
    },
  });
  for await (const result of run) {
    if (watch) {
      const { step, error, exchange, findings, state, duration } = result;
      const status = (exchange ?? error?.reply)?.status;
      if (state !== "skipped")
        results.show(document, step.request.range, { state, status, duration, at: Date.now() });
      const ranges = await marks.show(document, step.request.index, findings, error?.fault?.code);
      await watch.hear(result, ranges);
      continue;
    }
    const one = sentOf(result, hidden.get(result.step.target.baseUrl) ?? new Map(), earlier);
    if (!one) break;
    const { step, error, exchange, findings, state, duration } = result;
    const { request, operation } = step;
    sent.push(one);
    await responses.show(document.uri, nameOf(document), sent, () => {
      session.requireEnvironment(environment);
      return vscode.commands.executeCommand(commandIds.send, document.uri.toString(), request.index);
    });
    const reply = exchange ?? error?.reply;
    results.show(document, request.range, {
      state,
      status: reply?.status,
      duration,
      at: Date.now(),
    });
    for (const note of exchange?.notes ?? []) void showInformation(note);
    if (state === "held") continue;
    if (findings.length > 0) await marks.show(document, request.index, findings, error?.fault?.code);
    // The reply says it all, and stands open: a notification comes where it can mend something, or no reply is there.
    if (error && state !== "missed" && (!error.reply || canMend(session, error, operation)))
      reportFailure(session, error, { operation, remark: remaining(sent, all), isReplyShown: true });
    else tellRemaining(sent, all);
    return;
  }
}

/** Undefined when it was not sent because somebody gave up. */
function sentOf(
  { step, exchange, error, duration, shown, findings }: StepResult<Ready>,
  hidden: Hidden,
  earlier: ReadonlyMap<string, Earlier>,
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
    secrets: hiddenTexts(hidden),
    request: { operation, target, values: withoutSecretsIn(shown ?? step.values, tokens) },
  };
}

/** The tokens that earlier requests were answered with. */
const tokensOf = ({ api }: Sendable, earlier: ReadonlyMap<string, Earlier>): string[] =>
  [...earlier.values()].flatMap(({ reply }) => api.auth.readToken?.(reply.body)?.token ?? []);

function tellRemaining(sent: readonly unknown[], all: readonly unknown[]): void {
  const remark = remaining(sent, all);
  if (remark !== undefined) showBriefly("warning", remark);
}

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
    const written = [...secrets].map(([name, value]) => [`secret:${name}`, value] as const);
    found.set(baseUrl, new Map([...ofProcess, ...written]));
  }
  return found;
}

function withName(records: LiveRecords, invocation: Invocation): Invocation {
  const record = records.named(invocation.operation, invocation.values);
  return { ...invocation, ...(record && { record }) };
}

function remaining(sent: readonly unknown[], all: readonly unknown[]): string | undefined {
  const left = all.length - sent.length;
  return left === 0
    ? undefined
    : left === 1
      ? "The request after it was not sent."
      : `The ${left} after it were not sent.`;
}

/** The record that its path names comes from an earlier response: the person is asked when it is known. */
const waitsForItsRecord = ({ values }: Pick<Step, "values">) =>
  expressionsIn(values.path ?? {}).some(({ kind }) => kind === "response");

const atPosition = (found: readonly ResolvedRequest[], { line, character }: vscode.Position) =>
  found.length === 1
    ? found
    : found.filter(({ range: { start, end } }) =>
        new vscode.Range(start.line, start.character, end.line, end.character).contains(
          new vscode.Position(line, character),
        ),
      );

const chosenOf = (
  found: readonly ResolvedRequest[],
  which: number | readonly number[] | vscode.Position | "all",
) =>
  which instanceof vscode.Position
    ? atPosition(found, which)
    : Array.isArray(which)
      ? found.filter(({ index }) => which.includes(index))
      : found;

/** What contradicts the documents may be what is tested. */
function requireSendable(chosen: readonly ResolvedRequest[]): void {
  const blocking = chosen.flatMap(({ problems }) => problems).find(({ blocks }) => blocks);
  if (blocking) throw new Error(`This can't be sent: ${blocking.message}`);
}

/** Whether the requests may be sent as they stand. */
async function isSound(document: vscode.TextDocument, chosen: readonly ResolvedRequest[]): Promise<boolean> {
  const problems = chosen.flatMap((request) => request.problems);
  const [first] = problems;
  const blocking = problems.find(({ blocks }) => blocks);
  if (blocking) {
    void showError(`This can't be sent: ${blocking.message}`, {
      title: "Show Problem",
      apply: () => showProblem(document, blocking),
    });
    return false;
  }
  if (!first) return true;
  const count = problems.length === 1 ? "" : `, and ${problems.length - 1} more`;
  const answer = await showQuickPick(
    [
      { label: "Show the problem", detail: `${first.message}${count}`, wanted: false },
      { label: "Send anyway", detail: "The service decides what becomes of it.", wanted: true },
    ],
    { title: "The request contradicts what is documented", ignoreFocusOut: true },
  );
  if (answer?.wanted === false) await showProblem(document, first);
  return answer?.wanted === true;
}

async function showProblem(
  document: vscode.TextDocument,
  { range: { start, end } }: RequestProblem,
): Promise<void> {
  const editor = await vscode.window.showTextDocument(document);
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

const nameOf = ({ uri }: vscode.TextDocument) =>
  (uri.path.split("/").at(-1) ?? "request").replace(/(\.request)?\.jsonc?$/, "") || "request";
