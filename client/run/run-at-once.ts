/** Operations that need no file: they are sent as soon as the person has said yes. */
import type { NamedOperation } from "../../shared/api.ts";
import type { Exchange } from "../../shared/http/send.ts";
import { reportFailure } from "../failures/report-failure.ts";
import { nameOf, type RecordName, recordsAt } from "../records/known-records.ts";
import type { RecordNode } from "../records/node.ts";
import type { Target } from "../session/access.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showInformation } from "../text/notifications.ts";
import { askHeaders } from "./ask-headers.ts";
import { askConsent } from "./consent.ts";
import { execute } from "./execute.ts";
import { type Invocation, recordOf } from "./invocation.ts";
import { askPath, type PathValues } from "./path-values.ts";

/** Carries the operation out on the records given, or on one that is asked for. Undefined when the person gave up. */
export async function runAtOnce(
  session: Session,
  operation: NamedOperation,
  target: Target,
  nodes: readonly RecordNode[],
): Promise<Exchange | undefined> {
  const invocations: Invocation[] = [];
  let headers: Record<string, string> | undefined;
  for (const node of nodes.length > 0 ? nodes : [undefined]) {
    const values = await askPath(session, operation, target.route.path, recordsAt(node));
    // One answer for all of them.
    if (values) headers ??= await askHeaders(operation);
    if (!values || !headers) return undefined;
    const record = recordFor(node, values);
    invocations.push({
      operation,
      target,
      values: { path: values.path, ...(Object.keys(headers).length > 0 && { headers }) },
      ...(record && { record }),
    });
  }
  let last: Exchange | undefined;
  const begun = await session.begun.once(invocations.flatMap(nameOfAct), async () => {
    last = await sendAll(session, operation, invocations);
  });
  if (!begun) showBriefly("info", `${operation.title} is under way already.`);
  return last;
}

/** Reading twice does no harm. */
const nameOfAct = ({ operation, target, values }: Invocation): string[] =>
  operation.effect === "read"
    ? []
    : [JSON.stringify([operation.id, target.environment, target.baseUrl, values.path ?? null])];

/** The last reply. Undefined when the person gave up, or one of several failed. */
async function sendAll(
  session: Session,
  operation: NamedOperation,
  invocations: readonly Invocation[],
): Promise<Exchange | undefined> {
  if (!(await askConsent(session, invocations))) return undefined;
  let last: Exchange | undefined;
  let done = 0;
  // One after the other, so that a failure leaves no doubt about which were done.
  for (const invocation of invocations) {
    try {
      last = await execute(session, invocation);
      done++;
    } catch (error) {
      if (invocations.length === 1) throw error;
      const remark = `${done} of ${invocations.length} were done before that.`;
      reportFailure(session, error, { operation, remark });
      return undefined;
    }
  }
  const count = invocations.length > 1 ? `, ${invocations.length} records` : "";
  showBriefly("check", `${operation.title}${count}: done`);
  for (const note of last?.notes ?? []) void showInformation(note);
  return last;
}

/** The one picked, else the node's own where the path names it. */
function recordFor(node: RecordNode | undefined, { path, picked }: PathValues): RecordName | undefined {
  if (picked || !node) return picked;
  const own = nameOf(node);
  const named = recordOf({ values: { path } });
  return named && named.id !== own.id ? named : own;
}
