/** Operations that need no file: they act as soon as the person has said yes. */
import * as vscode from "vscode";
import type { NamedOperation } from "../../shared/api.ts";
import type { Exchange } from "../../shared/http/send.ts";
import { agreeOn, carryOut, targetsOf } from "./perform.ts";
import type { Act } from "./question.ts";
import { reportFailure } from "../failures/report-failure.ts";
import type { Session } from "../session/session.ts";
import type { RecordNode } from "../records/node.ts";
import { askHeaders } from "./ask-headers.ts";
import { recordsAt, subjectOf } from "../records/known-records.ts";
import { askPath } from "./path-values.ts";

/** On the records given, or on one that is asked for. Undefined when the person gave up. */
export async function actAtOnce(
  session: Session,
  operation: NamedOperation,
  path: string,
  nodes: readonly RecordNode[],
): Promise<Exchange | undefined> {
  const { environment } = session.settings;
  const acts: Act[] = [];
  let headers: Record<string, string> | undefined;
  for (const node of nodes.length > 0 ? nodes : [undefined]) {
    const values = await askPath(session, operation, path, recordsAt(node));
    // One answer for all of them.
    if (values) headers ??= await askHeaders(operation);
    if (!values || !headers) return undefined;
    const subject = values.subject ?? (node && takenSubject(node, values.path));
    acts.push({
      operation,
      values: { path: values.path, ...(Object.keys(headers).length > 0 && { headers }) },
      ...(subject && { subject }),
    });
  }
  const agreed = await agreeOn(session, acts, environment);
  if (!agreed) return undefined;
  let last: Exchange | undefined;
  let done = 0;
  // One after the other, so that a failure leaves no doubt about which were done.
  for (const act of acts) {
    try {
      last = await carryOut(session, act, agreed);
      done++;
    } catch (error) {
      if (acts.length === 1) throw error;
      reportFailure(session, error, operation, {
        remark: `${done} of ${acts.length} were done before that.`,
      });
      return undefined;
    }
  }
  const count = acts.length > 1 ? `, ${acts.length} records` : "";
  void vscode.window.setStatusBarMessage(`$(check) ${operation.title}${count}: done`, 5000);
  for (const note of last?.notes ?? []) void vscode.window.showInformationMessage(note);
  return last;
}

/** The node's own record when the path names it; else the record that it refers to. */
function takenSubject(node: RecordNode, path: Record<string, string>) {
  const own = subjectOf(node);
  const id = Object.values(path).at(-1);
  return id === undefined || id === own.id ? own : { id, label: id };
}

/** The credentials that a person has set, turned into a token. The token itself is shown nowhere. */
export async function exchangeCredentials(session: Session, operation: NamedOperation): Promise<void> {
  const { api } = operation;
  const agreed = await targetsOf(session, [{ operation, values: {} }]);
  if (!agreed) return;
  const credentials = await session.access.credentials(api);
  if (!credentials) throw new Error(`No key is set for ${api.title}. Set the key first.`);
  const act = { operation, values: { body: api.auth.exchangeBody?.(credentials) } };
  const exchange = await carryOut(session, act, agreed);
  const token = api.auth.readToken?.(exchange.body);
  if (!token) throw new Error(`${operation.id} was answered without a token.`);
  void vscode.window.showInformationMessage(
    `${api.title} gives a token that is valid for ${token.expiresIn} seconds. Requests get theirs by themselves.`,
  );
}
