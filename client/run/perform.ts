/** The one way in which the extension carries out what a person asked for. */
import * as vscode from "vscode";
import { RequestError } from "../../shared/http/errors.ts";
import type { Exchange, OnWait } from "../../shared/http/send.ts";
import { confirmOrigin } from "../environments/confirm-origin.ts";
import type { Route } from "../../shared/api.ts";
import { type Act, merged, type Question, questionOf } from "./question.ts";
import { routeOf } from "../routes/bind-route.ts";
import type { Session } from "../session/session.ts";
import { guardsWrites } from "../session/settings.ts";

/** Where the requests go that a person has agreed to. */
export interface Agreement {
  environment: string;
  /** By the operation's id. */
  targets: ReadonlyMap<string, { baseUrl: string; route: Route }>;
}

/**
 * Asks what must be asked, sends, and tells the views. Undefined when the person said no.
 * Throws a RequestError or an Obstacle, and an Error when another environment became active.
 */
export async function perform(
  session: Session,
  act: Act,
  environment = session.settings.environment,
): Promise<Exchange | undefined> {
  const agreed = await agreeOn(session, [act], environment);
  return agreed && carryOut(session, act, agreed);
}

/** Whether all may be carried out; undefined: no. For what has no route one is asked for. */
export async function agreeOn(
  session: Session,
  acts: readonly Act[],
  environment = session.settings.environment,
): Promise<Agreement | undefined> {
  const agreed = await targetsOf(session, acts, environment);
  if (!agreed) return undefined;
  const questions = [...Map.groupBy(acts, ({ operation }) => operation.id)].flatMap(([id, group]) => {
    const target = agreed.targets.get(id);
    const guarded = guardsWrites(session.settings);
    const question = target && questionOf(group, { environment, guarded, ...target });
    return question ?? [];
  });
  for (const question of merged(questions)) if (!(await ask(question))) return undefined;
  return agreed;
}

/** Where the acts go; undefined when the person does not want them to. */
export async function targetsOf(
  session: Session,
  acts: readonly Act[],
  environment = session.settings.environment,
): Promise<Agreement | undefined> {
  const targets = new Map<string, { baseUrl: string; route: Route }>();
  for (const { operation } of acts) {
    if (targets.has(operation.id)) continue;
    session.requireEnvironment(environment);
    if (!(await confirmOrigin(session, operation.api))) return undefined;
    const route = await routeOf(session, operation);
    if (!route) return undefined;
    const { baseUrl } = await session.access.target(operation);
    targets.set(operation.id, { baseUrl, route });
  }
  session.requireEnvironment(environment);
  return { environment, targets };
}

/** Sends without asking: the person has said yes. */
export async function carryOut(
  session: Session,
  act: Act,
  { environment, targets }: Agreement,
): Promise<Exchange> {
  const { operation, values } = act;
  const baseUrl = targets.get(operation.id)?.baseUrl;
  const caller = await session.caller(operation.api, { environment, baseUrl });
  const isRead = operation.effect === "read";
  const inFlight = session.inFlight(act);
  try {
    const exchange = await cancellable(
      `${operation.title}${act.subject ? `: ${act.subject.label}` : ""}`,
      (signal, onWait) => caller.call(operation, values, { signal, onWait }),
    );
    session.replied({ operation, body: exchange.body, environment });
    if (!isRead) session.wrote(operation);
    return exchange;
  } catch (error) {
    if (!isRead && error instanceof RequestError && error.outcome === "unknown") session.wrote(operation);
    throw error;
  } finally {
    inFlight.dispose();
  }
}

async function ask({ title, meaning, target, confirm, typed }: Question): Promise<boolean> {
  if (typed !== undefined) {
    const answer = await vscode.window.showInputBox({
      title,
      prompt: [meaning, `${target}.`, `Type ${typed} to go on.`].filter(Boolean).join(" "),
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

/** Shows work that takes long, what it waits for, and a button that ends it. */
async function cancellable<T>(
  title: string,
  work: (signal: AbortSignal, onWait: OnWait) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const waits = new vscode.EventEmitter<string>();
  let waiting: string | undefined;
  const result = work(abort.signal, (span, { fault }) => {
    const status = fault ? `answered with ${fault.status}, ` : "";
    waiting = `${status}trying again in ${Math.ceil(span / 1000)} s`;
    waits.fire(waiting);
  });
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        if (waiting !== undefined) progress.report({ message: waiting });
        waits.event((message) => progress.report({ message }));
        token.onCancellationRequested(() => abort.abort());
        await result.catch(() => {}); // Told by whoever awaits the work itself.
      },
    );
  }, patience);
  return result.finally(() => {
    clearTimeout(timer);
    waits.dispose();
  });
}
