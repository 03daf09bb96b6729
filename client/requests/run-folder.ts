/** Sends the request files of a folder in order of name, each from top to bottom, as `switchboard run` does. */
import * as vscode from "vscode";
import { resolveRequests } from "../../shared/protocol.ts";
import type { StepResult } from "../../shared/requests/run-sequence.ts";
import { noTotals, summary, type Totals } from "../../shared/requests/totals.ts";
import { findOperation } from "../routes/imported-operations.ts";
import { askConsent } from "../run/consent.ts";
import { commandIds } from "../session/command-ids.ts";
import { counted } from "../text/counted.ts";
import {
  type Button,
  showBriefly,
  showInformation,
  showingSlowWork,
  showWarning,
} from "../text/notifications.ts";
import { inOrder } from "./folder-order.ts";
import {
  begunNames,
  invocationsOf,
  type Ready,
  type ReadyFile,
  readyFile,
  requireSendable,
  runReady,
  type Sending,
  sentOf,
} from "./ready-requests.ts";
import { requestFiles } from "./request-folders.ts";
import type { Sent } from "./response-text.ts";

/** More files are nobody's collection. */
const mostFiles = 500;

/** A file that can be run. */
interface RunFile {
  /** Below the folder. */
  path: string;
  document: vscode.TextDocument;
  ready: ReadyFile;
}

/** A file of which nothing can be sent, and why. */
interface Obstacle {
  path: string;
  message: string;
}

export async function runFolder(sending: Sending, folder: vscode.Uri): Promise<void> {
  const { session } = sending;
  const { environment } = session.settings;
  const found = await filesOf(folder);
  const files: RunFile[] = [];
  const obstacles: Obstacle[] = [];
  for (const { path, uri } of found) {
    try {
      const file = await look(sending, uri, environment);
      if (file === "given up") return;
      if (file) files.push({ path, ...file });
    } catch (error) {
      // The other files go on.
      obstacles.push({ path, message: error instanceof Error ? error.message : String(error) });
    }
  }
  for (const { path, message } of obstacles) session.log.warn(`${path} could not be run: ${message}`);
  const [obstacle] = obstacles;
  if (files.length === 0)
    throw new Error(
      obstacle
        ? `Nothing was sent. ${obstacle.path}: ${obstacle.message}`
        : "There is no request in these files.",
    );
  const invocations = files.flatMap(({ ready }) => invocationsOf(sending, ready));
  if (!(await askConsent(session, invocations))) return;

  const begun = await session.begun.once(
    files.flatMap(({ document, ready }) =>
      begunNames(
        document.uri,
        ready.all.map(({ request }) => request),
      ),
    ),
    () => send(sending, folder, files, obstacles, environment),
    {
      repeatable: files.every(({ ready }) => ready.all.every(({ operation }) => operation.effect === "read")),
    },
  );
  if (!begun) showBriefly("info", "It is being sent already.");
}

async function filesOf(folder: vscode.Uri): Promise<{ path: string; uri: vscode.Uri }[]> {
  const uris = await requestFiles(mostFiles + 1, folder);
  if (uris.length === 0) throw new Error("There is no *.request.json file in this folder.");
  if (uris.length > mostFiles)
    throw new Error(`This folder has more than ${mostFiles} request files. Run one of the folders in it.`);
  return inOrder(uris.map((uri) => ({ uri, path: uri.path.slice(folder.path.length + 1) })));
}

/** Undefined where the file holds no request. */
async function look(
  sending: Sending,
  uri: vscode.Uri,
  environment: string,
): Promise<Omit<RunFile, "path"> | "given up" | undefined> {
  const document = await vscode.workspace.openTextDocument(uri);
  const requests = (await sending.language.request(resolveRequests, { uri: uri.toString() })) ?? [];
  if (requests.length === 0) return undefined;
  requireSendable(requests);
  const operations = await Promise.all(
    requests.map(({ operation }) => findOperation(sending.session, operation)),
  );
  const ready = await readyFile(sending, uri, requests, operations, environment);
  return ready ? { document, ready } : "given up";
}

async function send(
  sending: Sending,
  folder: vscode.Uri,
  files: readonly RunFile[],
  obstacles: readonly Obstacle[],
  environment: string,
): Promise<void> {
  const name = folder.path.split("/").at(-1) ?? "";
  const totals: Totals = { ...noTotals(), obstacles: obstacles.length };
  const sent: Sent[] = [];
  let left = 0;
  await showingSlowWork(`Running the requests of ${name}`, async (signal, report) => {
    for (const [index, file] of files.entries()) {
      if (signal.aborted) {
        left = files.length - index;
        break;
      }
      report(`${index + 1} of ${files.length}: ${file.path}`);
      sending.marks.clear(file.document.uri);
      for await (const result of runReady(sending, file.ready, { isAgreed: false, signal })) {
        totals[result.state]++;
        await showAtItsLine(sending, file.document, result);
        const one = sentOf(result, file.ready);
        if (one) sent.push({ ...one, title: `${file.path}: ${one.title}` });
      }
    }
  });
  if (sent.length > 0)
    await sending.responses.show(folder, name, sent, () => {
      sending.session.requireEnvironment(environment);
      return vscode.commands.executeCommand(commandIds.runFolder, folder);
    });
  tell(totals, { left, obstacles });
}

async function showAtItsLine(
  { marks, results }: Sending,
  document: vscode.TextDocument,
  { step, state, exchange, error, findings, duration }: StepResult<Ready>,
): Promise<void> {
  if (state === "skipped") return;
  const { status } = exchange ?? error?.reply ?? {};
  results.show(document, step.request.range, { state, status, duration, at: Date.now() });
  await marks.show(document, step.request.index, findings, error?.fault?.code);
}

function tell(totals: Totals, { left, obstacles }: { left: number; obstacles: readonly Obstacle[] }): void {
  const [obstacle] = obstacles;
  const words = [
    summary(totals),
    ...(obstacle ? [`${obstacle.path}: ${obstacle.message}`] : []),
    ...(left > 0 ? [`${counted(left, "file")} ${left === 1 ? "was" : "were"} not begun.`] : []),
  ].join(" ");
  const isGood = totals.missed + totals.failed + totals.unknown + totals.obstacles + left === 0;
  void (isGood ? showInformation(words) : showWarning(words, showProblems));
}

const showProblems: Button = {
  title: "Show Problems",
  apply: () => vscode.commands.executeCommand("workbench.actions.view.problems"),
};
