/** Opening a record as a document whose changes are sent when it is saved. */
import * as vscode from "vscode";
import type { NamedOperation } from "../../shared/api.ts";
import { unbound } from "../../shared/http/errors.ts";
import type { Session } from "../session/session.ts";
import { addressOf } from "./edited-record.ts";

/** `operation` is the operation that changes the record; `id` is undefined where there is only one such record. */
export async function openEdit(
  session: Session,
  operation: NamedOperation,
  id: string | undefined,
): Promise<void> {
  // What could never be saved is not laid out.
  if (!(await session.access.isBound(operation))) throw unbound(operation.id);
  const uri = addressOf(session.settings.environment, operation, id);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}
