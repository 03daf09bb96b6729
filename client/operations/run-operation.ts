/** How each operation is begun: as a file to fill in, at once after the right question, or as something to look at. */
import type { NamedOperation } from "../../shared/api.ts";
import { routeOf } from "../routes/bind-route.ts";
import type { Session } from "../session/session.ts";
import type { ListNode, RecordNode } from "../records/node.ts";
import { actAtOnce, exchangeCredentials } from "../run/act.ts";
import { type KnownRecords, recordsAt } from "../records/known-records.ts";
import { askPath, knownPath } from "../run/path-values.ts";

/** Ways that lead out of here. */
export interface Ways {
  openRequest(
    operation: NamedOperation,
    given: { known: KnownRecords; path?: Record<string, string> },
  ): Promise<void>;
  openEdit(operation: NamedOperation, id: string | undefined): Promise<void>;
  showReply(operation: NamedOperation, path: Record<string, string>): Promise<void>;
}

/** `nodes` are those that the person chose in a tree. */
export async function startOperation(
  session: Session,
  ways: Ways,
  operation: NamedOperation,
  nodes: readonly (ListNode | RecordNode)[] = [],
): Promise<void> {
  const [first] = nodes;
  const known = recordsAt(first);
  if (operation.authorized === false) return exchangeCredentials(session, operation);
  if (operation.partial) {
    const record = await recordToEdit(session, operation, known);
    if (record) await ways.openEdit(operation, record.id);
    return;
  }
  if (operation.request.body) {
    const { route } = await session.access.target(operation);
    const path = route && knownPath(operation, route.path, known);
    return ways.openRequest(operation, { known, ...(path && Object.keys(path).length > 0 && { path }) });
  }
  const route = await routeOf(session, operation);
  if (!route) return;
  if (operation.effect === "read") {
    const values = await askPath(session, operation, route.path, known);
    if (values) await ways.showReply(operation, values.path);
    return;
  }
  await actAtOnce(
    session,
    operation,
    route.path,
    nodes.filter((node) => node.kind === "record"),
  );
}

/** Undefined when the person gives up; without an id where there is only one such record. */
async function recordToEdit(
  session: Session,
  operation: NamedOperation,
  known: KnownRecords,
): Promise<{ id?: string } | undefined> {
  const route = await routeOf(session, operation);
  if (!route) return undefined;
  const values = await askPath(session, operation, route.path, known);
  const id = values && Object.values(values.path).at(-1);
  return values && (id === undefined ? {} : { id });
}
