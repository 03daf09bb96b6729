/** The one way in which the extension carries out what a person asked for. */
import * as vscode from "vscode";
import { RequestError } from "../../shared/http/errors.ts";
import type { Exchange } from "../../shared/http/send.ts";
import { confirmOrigin } from "../environments/confirm-origin.ts";
import { type Act, merged, type Question, questionOf } from "./question.ts";
import { routeOf } from "../routes/bind-route.ts";
import type { Session } from "../session.ts";
import { guardsWrites } from "../settings.ts";

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

/** Whether all may be carried out. For what has no route one is asked for. */
export async function isWanted(session: Session, acts: readonly Act[]): Promise<boolean> {
  const questions: Question[] = [];
  for (const group of Map.groupBy(acts, ({ named }) => named.id).values()) {
    const [act] = group;
    if (!act) continue;
    if (!(await confirmOrigin(session, act.named.api))) return false;
    const route = await routeOf(session, act.named);
    if (!route) return false;
    const { settings } = session;
    const { baseUrl } = await session.target(act.named);
    const { environment } = settings;
    const question = questionOf(group, { environment, guarded: guardsWrites(settings), route, baseUrl });
    if (question) questions.push(question);
  }
  for (const question of merged(questions)) if (!(await ask(question))) return false;
  return true;
}

/** Sends without asking: the person has said yes. */
export async function carryOut(session: Session, act: Act, signal?: AbortSignal): Promise<Exchange> {
  const { named, values } = act;
  const caller = await session.caller(named.api);
  const isRead = named.operation.effect === "read";
  const inFlight = session.inFlight(act);
  try {
    const exchange = await cancellable(
      `${named.operation.title}${act.subject ? `: ${act.subject.label}` : ""}`,
      (stop) => caller.call(named, values, { signal: signal ? AbortSignal.any([signal, stop]) : stop }),
    );
    session.replied(named, exchange.body);
    if (!isRead) session.wrote(named);
    return exchange;
  } catch (error) {
    if (!isRead && error instanceof RequestError && error.outcome === "unknown") session.wrote(named);
    throw error;
  } finally {
    inFlight.dispose();
  }
}

async function ask({ title, meaning, target, confirm, typed }: Question): Promise<boolean> {
  if (typed !== undefined) {
    const answer = await vscode.window.showInputBox({
      title,
      prompt: [meaning, `${target}.`, `Type ${typed} to go on; this cannot be undone.`]
        .filter(Boolean)
        .join(" "),
      placeHolder: typed,
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === typed ? undefined : `Type ${typed}, or press Escape.`),
    });
    return answer?.trim() === typed;
  }
  const answer = await vscode.window.showQuickPick(
    [
      { label: confirm, detail: target, wanted: true },
      { label: "Do nothing", wanted: false },
    ],
    { title, ignoreFocusOut: true, ...(meaning && { placeHolder: meaning }) },
  );
  return answer?.wanted === true;
}

/** Most answers come sooner than a notification could be read. */
const patience = 700;

/** Shows work that takes long, with a button that ends it. */
async function cancellable<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const result = work(abort.signal);
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      async (_, token) => {
        token.onCancellationRequested(() => abort.abort());
        await result.catch(() => {}); // Told by whoever awaits the work itself.
      },
    );
  }, patience);
  return result.finally(() => clearTimeout(timer));
}
