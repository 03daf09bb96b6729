/** Begins an operation that a person wants carried out. */
import { type NamedOperation, recordIdIn } from "../../shared/api.ts";
import type { DashboardFeature } from "../dashboard/register.ts";
import { openEdit } from "../documents/open-edit.ts";
import type { KnownRecords } from "../../shared/relations.ts";
import { recordsAt } from "../records/known-records.ts";
import type { ListNode, RecordNode } from "../records/node.ts";
import type { RequestFiles } from "../requests/register.ts";
import { exchangeCredentials } from "../run/exchange-credentials.ts";
import { askPath, knownPath } from "../run/path-values.ts";
import { resolveTarget } from "../run/resolve-target.ts";
import { runAtOnce } from "../run/run-at-once.ts";
import type { Session } from "../session/session.ts";
import { beginningOf } from "./beginning.ts";

interface Rooms {
  requests: RequestFiles;
  dashboard: DashboardFeature;
}

/** `nodes` are those that the person chose in a tree. */
export async function runOperation(
  session: Session,
  { requests, dashboard }: Rooms,
  operation: NamedOperation,
  nodes: readonly (ListNode | RecordNode)[] = [],
): Promise<void> {
  const known = recordsAt(nodes[0]);
  switch (beginningOf(operation)) {
    case "look":
      return dashboard.open(operation);
    case "exchange":
      return exchangeCredentials(session, operation);
    case "edit":
      return editRecord(session, operation, known);
    case "fill in": {
      const { route } = await session.access.target(operation);
      const path = route && knownPath(operation, route.path, known);
      return requests.open(operation, { known, ...(path && Object.keys(path).length > 0 && { path }) });
    }
    case "read": {
      const target = await resolveTarget(session, operation);
      const values = target && (await askPath(session, operation, target.route.path, known));
      if (values) await requests.showReply(operation, target, values.path);
      return;
    }
    case "act": {
      const target = await resolveTarget(session, operation);
      const records = nodes.filter((node) => node.kind === "record");
      if (target) await runAtOnce(session, operation, target, records);
    }
  }
}

/** The record is asked for unless it is known, or the only one. */
async function editRecord(session: Session, operation: NamedOperation, known: KnownRecords): Promise<void> {
  const target = await resolveTarget(session, operation);
  const values = target && (await askPath(session, operation, target.route.path, known));
  if (values) await openEdit(session, operation, recordIdIn(values));
}
