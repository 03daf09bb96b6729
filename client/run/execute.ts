/** Sending what a person has agreed to. */
import { RequestError } from "../../shared/http/errors.ts";
import type { Exchange, OnWait } from "../../shared/http/send.ts";
import type { Session } from "../session/session.ts";
import { showingCancellableWork } from "../text/notifications.ts";
import { type Invocation, recordOf } from "./invocation.ts";

/**
 * Sends to the invocation's target without asking, and tells the views. Throws a RequestError or an Obstacle, and an
 * Error when another environment became active or its API moved.
 */
export async function execute(session: Session, invocation: Invocation): Promise<Exchange> {
  const { operation, target, values } = invocation;
  const { environment, route } = target;
  const caller = await session.caller(operation.api, target);
  const isRead = operation.effect === "read";
  const record = recordOf(invocation);
  const mark = session.inFlight.mark(operation, record?.id);
  try {
    const exchange = await cancellable(
      `${operation.title}${record ? `: ${record.label}` : ""}`,
      (signal, onWait) => caller.call(operation, values, { route, signal, onWait }),
    );
    session.replied({ operation, body: exchange.body, environment });
    if (!isRead) session.wrote(operation);
    return exchange;
  } catch (error) {
    if (!isRead && error instanceof RequestError && error.outcome === "unknown") session.wrote(operation);
    throw error;
  } finally {
    mark.dispose();
  }
}

/** Most answers come sooner than a notification could be read. */
const patience = 700;

/** Shows work that takes long, what it waits for, and a button that ends it. */
async function cancellable<T>(
  title: string,
  work: (signal: AbortSignal, onWait: OnWait) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let waiting: string | undefined;
  let report = (message: string): void => {
    waiting = message;
  };
  const result = work(abort.signal, (span, { fault }) => {
    const status = fault ? `answered with ${fault.status}, ` : "";
    report(`${status}trying again in ${Math.ceil(span / 1000)} s`);
  });
  const timer = setTimeout(() => {
    void showingCancellableWork(title, abort, async (show) => {
      if (waiting !== undefined) show(waiting);
      report = show;
      await result.catch(() => {}); // Told by whoever awaits the work itself.
    });
  }, patience);
  return result.finally(() => clearTimeout(timer));
}
