/** The one way in which the extension carries out what a person asked for. */
import * as vscode from "vscode";
import { RequestError } from "../shared/http/errors.ts";
import type { Exchange } from "../shared/http/send.ts";
import { type Act, type Question, inProgress, questionOf } from "./question.ts";
import type { Session } from "./session.ts";
import { guardsWrites } from "./settings.ts";

/**
 * Asks what must be asked, sends, and tells the views. Undefined when the person said no.
 * Throws a RequestError or an Obstacle.
 */
export async function perform(
  session: Session,
  act: Act,
  signal?: AbortSignal,
): Promise<Exchange | undefined> {
  return (await isWanted(session, [act])) ? carryOut(session, act, signal) : undefined;
}

/** Whether all may be carried out. Acts of several operations are asked about operation by operation. */
export async function isWanted(session: Session, acts: readonly Act[]): Promise<boolean> {
  const byOperation = Map.groupBy(acts, ({ named }) => named.id);
  for (const group of byOperation.values()) {
    const [act] = group;
    if (!act) continue;
    const { baseUrl, route } = await session.target(act.named);
    if (!route)
      throw new RequestError("unbound", `The route of ${act.named.id} is not documented. Bind it first.`, {
        outcome: "not-sent",
      });
    const { environment } = session.settings;
    const question = questionOf(group, {
      environment,
      guarded: guardsWrites(session.settings),
      route,
      baseUrl,
    });
    if (question && !(await ask(question))) return false;
  }
  return true;
}

/** Sends without asking: the person has said yes. */
export async function carryOut(session: Session, act: Act, signal?: AbortSignal): Promise<Exchange> {
  const { named, values } = act;
  const caller = await session.caller(named.api);
  const isRead = named.operation.effect === "read";
  const inFlight = session.inFlight(act);
  try {
    const exchange = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: `${inProgress(named.operation.title)}: ${named.operation.title}`,
        cancellable: true,
      },
      (_, token) => caller.call(named, values, { signal: either(signal, token) }),
    );
    if (!isRead) session.wrote(named);
    return exchange;
  } catch (error) {
    if (!isRead && error instanceof RequestError && error.outcome === "unknown") session.wrote(named);
    throw error;
  } finally {
    inFlight.dispose();
  }
}

async function ask({ title, detail, confirm, typed }: Question): Promise<boolean> {
  if (typed !== undefined) {
    const answer = await vscode.window.showInputBox({
      title,
      prompt: `${detail}. Type ${typed} to go on; this cannot be undone.`,
      placeHolder: typed,
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === typed ? undefined : `Type ${typed}, or press Escape.`),
    });
    return answer?.trim() === typed;
  }
  const answer = await vscode.window.showQuickPick(
    [
      { label: confirm, detail, wanted: true },
      { label: "Don't send", wanted: false },
    ],
    { title, ignoreFocusOut: true },
  );
  return answer?.wanted === true;
}

function either(signal: AbortSignal | undefined, token: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  token.onCancellationRequested(() => abort.abort());
  return signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
}
