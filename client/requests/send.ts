/** Sends the requests of a file. */
import * as vscode from "vscode";
import type { Sendable } from "../../shared/api.ts";
import { RequestError } from "../../shared/http/errors.ts";
import { expressionsIn } from "../../shared/placeholders.ts";
import { type RequestProblem, type ResolvedRequest, resolveRequests } from "../../shared/protocol.ts";
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
import { fillRequest, requireFillable, secretsIn } from "./fill-request.ts";
import { concealed, isExchange, type Sent, withoutSecretsIn } from "./response-text.ts";
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
interface Ready {
  request: ResolvedRequest;
  operation: Sendable;
  target: Target;
}

/** All in order, until one fails. `which` is an index, or where the cursor is. */
export async function sendRequests(
  sending: Sending,
  document: vscode.TextDocument,
  which: number | vscode.Position | "all",
): Promise<void> {
  const { session, language } = sending;
  const { environment } = session.settings;
  const uri = document.uri.toString();
  const found = await language.request(resolveRequests, {
    uri,
    ...(typeof which === "number" && { index: which }),
  });
  const chosen = which instanceof vscode.Position ? atPosition(found ?? [], which) : (found ?? []);
  if (chosen.length === 0)
    throw new Error("There is no request here. Put the cursor into a request of a *.request.json file.");
  const operations = await Promise.all(chosen.map(({ operation }) => findOperation(session, operation)));
  const begun = await session.begun.once(
    chosen.map(({ index }) => `request ${index} of ${uri}`),
    () => sendInOrder(sending, document, chosen, operations, environment),
    { repeatable: operations.every((operation) => operation?.effect === "read") },
  );
  if (!begun) showBriefly("info", "It is being sent already.");
}

async function sendInOrder(
  sending: Sending,
  document: vscode.TextDocument,
  chosen: readonly ResolvedRequest[],
  operations: readonly (Sendable | undefined)[],
  environment: string,
): Promise<void> {
  const { session, marks, records, responses, results } = sending;
  if (!(await isSound(document, chosen))) return;
  requireFillable(chosen, responses.named(document.uri, environment));
  marks.clear(document.uri);

  const all: Ready[] = [];
  const targets = new Map<string, Target>();
  for (const [index, request] of chosen.entries()) {
    const operation = operations[index];
    if (!operation)
      throw new Error(
        "An operation of this file can't be sent from here. Check the operations that it names.",
      );
    const target = targets.get(operation.id) ?? (await resolveTarget(session, operation, environment));
    if (!target) return;
    targets.set(operation.id, target);
    all.push({ request, operation, target });
  }
  // Whatever is missing is asked for before anything is sent.
  const secrets = await secretsOf(session, all);
  if (!secrets) return;
  const known = all.filter(({ request }) => !waitsForItsRecord(request));
  const invocations = known.map(({ request: { values }, ...rest }) => withName(records, { ...rest, values }));
  if (!(await askConsent(session, invocations))) return;

  const sent: Sent[] = [];
  for (const { request, operation, target } of all) {
    const own = secrets.get(target.baseUrl) ?? new Map();
    const one = await sendOne(sending, document, { request, operation, target }, own);
    if (!one) break;
    sent.push(one);
    await responses.show(document.uri, nameOf(document), sent, () => {
      session.requireEnvironment(environment);
      return vscode.commands.executeCommand(commandIds.send, document.uri.toString(), request.index);
    });
    const { result, duration = 0 } = one;
    const reply = isExchange(result) ? result : result.reply;
    results.show(document, request.range, { status: reply?.status, duration, at: Date.now() });
    if (isExchange(result)) {
      if (request.name !== undefined) responses.named(document.uri, environment).set(request.name, result);
      for (const note of result.notes) void showInformation(note);
      if (one.expected === undefined) continue;
      const missed = `The reply's status is ${result.status}, and not ${one.expected}.`;
      await marks.showAt(document, request.index, [{ field: "expect.status", message: missed }]);
      tellRemaining(sent, all);
      return;
    }
    if (result.fault) await marks.show(document, request.index, result.fault);
    // The reply says it all, and stands open: a notification comes where it can mend something, or no reply is there.
    if (!result.reply || canMend(session, result, operation))
      reportFailure(session, result, { operation, remark: remaining(sent, all), isReplyShown: true });
    else tellRemaining(sent, all);
    return;
  }
}

function tellRemaining(sent: readonly unknown[], all: readonly unknown[]): void {
  const remark = remaining(sent, all);
  if (remark !== undefined) showBriefly("warning", remark);
}

/** The secrets of all requests by base address. Undefined when the person gives up. */
async function secretsOf(
  session: Session,
  all: readonly Ready[],
): Promise<Map<string, ReadonlyMap<string, string>> | undefined> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [baseUrl, group] of Map.groupBy(all, ({ target }) => target.baseUrl)) {
    const [first] = group;
    const names = secretsIn(group.map(({ request }) => request.values));
    const secrets = first && (await findSecrets(session, names, first.target));
    if (!secrets) return undefined;
    found.set(baseUrl, secrets);
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
const waitsForItsRecord = ({ values }: ResolvedRequest) =>
  expressionsIn(values.path ?? {}).some(({ kind }) => kind === "response");

/** Undefined when the person gives up before it is sent. */
async function sendOne(
  { session, records, responses }: Sending,
  document: vscode.TextDocument,
  { request, operation, target }: Ready,
  secrets: ReadonlyMap<string, string>,
): Promise<Sent | undefined> {
  const answered = responses.named(document.uri, target.environment);
  const invocation = (known: ReadonlyMap<string, string>): Invocation =>
    withName(records, { operation, target, values: fillRequest(request.values, known, answered) });
  // The question shows the path: secrets stay out of it.
  if (waitsForItsRecord(request) && !(await askConsent(session, [invocation(new Map())]))) return undefined;
  const filled = invocation(secrets);
  const start = performance.now();
  const result = await execute(session, filled).catch((error: unknown) => {
    if (error instanceof RequestError) return concealed(error, [...secrets.values()]);
    throw error;
  });
  const expected = request.expect?.status;
  const tokens = [...answered.values()].flatMap(
    ({ body }) => operation.api.auth.readToken?.(body)?.token ?? [],
  );
  return {
    api: operation.api,
    target,
    title: request.name ?? operation.id,
    duration: performance.now() - start,
    result,
    ...(expected !== undefined && isExchange(result) && result.status !== expected && { expected }),
    ...(operation.authorized === false && { holdsToken: true }),
    secrets: [...secrets.values()],
    request: { operation, target, values: withoutSecretsIn(invocation(new Map()).values, tokens) },
  };
}

const atPosition = (found: readonly ResolvedRequest[], { line, character }: vscode.Position) =>
  found.length === 1
    ? found
    : found.filter(({ range: { start, end } }) =>
        new vscode.Range(start.line, start.character, end.line, end.character).contains(
          new vscode.Position(line, character),
        ),
      );

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
