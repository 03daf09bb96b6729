/** Sends the requests of a file. */
import * as vscode from "vscode";
import type { Sendable } from "../../shared/api.ts";
import {
  type FileRange,
  type RequestProblem,
  type ResolvedRequest,
  resolveRequests,
} from "../../shared/protocol.ts";
import type { StepResult } from "../../shared/requests/run-sequence.ts";
import { canMend, reportFailure } from "../failures/report-failure.ts";
import { findOperation } from "../routes/imported-operations.ts";
import { askConsent } from "../run/consent.ts";
import { commandIds } from "../session/command-ids.ts";
import { showBriefly, showError, showInformation } from "../text/notifications.ts";
import { showQuickPick } from "../text/questions.ts";
import {
  begunNames,
  invocationsOf,
  type Ready,
  readyFile,
  requireSendable,
  runReady,
  type Sending,
  sentOf,
} from "./ready-requests.ts";
import type { Sent } from "./response-text.ts";

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
    begunNames(document.uri, chosen),
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
  const { session, marks, responses, results } = sending;
  if (watch) requireSendable(chosen);
  else if (!(await isSound(document, chosen))) return;
  const ready = await readyFile(sending, document.uri, chosen, operations, environment);
  if (!ready) return;
  marks.clear(document.uri);
  const { all } = ready;
  // Who runs tests in the sandbox has said what is wanted.
  const isAgreed = watch !== undefined && environment === "sandbox";
  if (!isAgreed && !(await askConsent(session, invocationsOf(sending, ready)))) return;

  const sent: Sent[] = [];
  for await (const result of runReady(sending, ready, { isAgreed, signal: watch?.signal })) {
    if (watch) {
      const { step, error, exchange, findings, state, duration } = result;
      const status = (exchange ?? error?.reply)?.status;
      if (state !== "skipped")
        results.show(document, step.request.range, { state, status, duration, at: Date.now() });
      const ranges = await marks.show(document, step.request.index, findings, error?.fault?.code);
      await watch.hear(result, ranges);
      continue;
    }
    const one = sentOf(result, ready);
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

function tellRemaining(sent: readonly unknown[], all: readonly unknown[]): void {
  const remark = remaining(sent, all);
  if (remark !== undefined) showBriefly("warning", remark);
}

function remaining(sent: readonly unknown[], all: readonly unknown[]): string | undefined {
  const left = all.length - sent.length;
  return left === 0
    ? undefined
    : left === 1
      ? "The request that follows was not sent."
      : `The ${left} requests that follow were not sent.`;
}

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
    ? atPosition(found, which).map(aloneOf)
    : Array.isArray(which)
      ? found.filter(({ index }) => which.includes(index)).map(aloneOf)
      : found;

/** What is wrong with the rest of the file does not concern it. */
const aloneOf = (request: ResolvedRequest): ResolvedRequest => ({
  ...request,
  problems: request.problems.filter(({ ofFile }) => !ofFile),
});

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
