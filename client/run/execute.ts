/** Sending what a person has agreed to. */
import { RequestError } from "../../shared/http/errors.ts";
import type { CallOptions } from "../../shared/client.ts";
import type { Exchange, OnWait } from "../../shared/http/send.ts";
import type { Session } from "../session/session.ts";
import { showingSlowWork } from "../text/notifications.ts";
import { type Invocation, recordOf } from "./invocation.ts";

/**
 * Sends to the invocation's target without asking, and tells the views. Throws a RequestError or an Obstacle, and an
 * Error when another environment became active or its API moved.
 */
export async function execute(
  session: Session,
  invocation: Invocation,
  { ended, isWanted }: { ended?: AbortSignal | undefined; isWanted?: CallOptions["isWanted"] } = {},
): Promise<Exchange> {
  const { operation, target, values } = invocation;
  const { environment, route } = target;
  const caller = await session.caller(operation.api, target);
  const isRead = operation.effect === "read";
  const record = recordOf(invocation);
  const mark = session.inFlight.mark(operation, record?.id);
  const shown = invocation.shown ?? { values, placeholders: [], secrets: [] };
  const begun = Date.now();
  const start = performance.now();
  const tell = (result: Exchange | RequestError) =>
    session.attempted({ ...shown, operation, target, begun, duration: performance.now() - start, result });
  try {
    const exchange = await showingSlowWork(
      `${operation.title}${record ? `: ${record.label}` : ""}`,
      (cancelled, report) => {
        const signal = ended ? AbortSignal.any([cancelled, ended]) : cancelled;
        const onWait: OnWait = (span, { fault }) => {
          const status = fault ? `answered with ${fault.status}, ` : "";
          report(`${status}trying again in ${Math.ceil(span / 1000)} s`);
        };
        return caller.call(operation, values, { route, signal, onWait, isWanted });
      },
    );
    session.replied({ operation, body: exchange.body, environment });
    if (!isRead) session.wrote(operation);
    tell(exchange);
    return exchange;
  } catch (error) {
    if (!isRead && error instanceof RequestError && error.outcome === "unknown") session.wrote(operation);
    if (error instanceof RequestError) tell(error);
    throw error;
  } finally {
    mark.dispose();
  }
}
