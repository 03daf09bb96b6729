/** How each operation is begun: as a file to fill in, at once after the right question, or as something to look at. */
import { type NamedOperation, recordIdIn } from "../../shared/api.ts";
import { openEdit } from "../documents/open-edit.ts";
import { type KnownRecords, recordsAt } from "../records/known-records.ts";
import type { ListNode, RecordNode } from "../records/node.ts";
import type { RequestFiles } from "../requests/register.ts";
import { exchangeCredentials } from "../run/exchange-credentials.ts";
import { askPath, knownPath } from "../run/path-values.ts";
import { resolveTarget } from "../run/resolve-target.ts";
import { runAtOnce } from "../run/run-at-once.ts";
import type { Session } from "../session/session.ts";

/** `nodes` are those that the person chose in a tree. */
export async function runOperation(
  session: Session,
  requests: RequestFiles,
  operation: NamedOperation,
  nodes: readonly (ListNode | RecordNode)[] = [],
): Promise<void> {
  const [first] = nodes;
  const known = recordsAt(first);
  if (operation.authorized === false) return exchangeCredentials(session, operation);
  if (operation.partial) return editRecord(session, operation, known);
  if (operation.request.body) {
    const { route } = await session.access.target(operation);
    const path = route && knownPath(operation, route.path, known);
    return requests.open(operation, { known, ...(path && Object.keys(path).length > 0 && { path }) });
  }
  const target = await resolveTarget(session, operation);
  if (!target) return;
  if (operation.effect === "read") {
    const values = await askPath(session, operation, target.route.path, known);
    if (values) await requests.showReply(operation, target, values.path);
    return;
  }
  const records = nodes.filter((node) => node.kind === "record");
  await runAtOnce(session, operation, target, records);
}

/** The record is asked for unless it is known, or the only one. */
async function editRecord(session: Session, operation: NamedOperation, known: KnownRecords): Promise<void> {
  const target = await resolveTarget(session, operation);
  const values = target && (await askPath(session, operation, target.route.path, known));
  if (values) await openEdit(session, operation, recordIdIn(values));
}
