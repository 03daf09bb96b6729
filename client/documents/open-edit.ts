/** Opening a record as a document whose changes are sent when it is saved. */
import * as vscode from "vscode";
import type { NamedOperation } from "../../shared/api.ts";
import { unbound } from "../../shared/http/errors.ts";
import type { Session } from "../session/session.ts";
import { recordIn } from "./changes.ts";
import { addressOf, labelOf, recordAt } from "./edited-record.ts";
import { showNamed } from "./show-named.ts";
import { editName } from "./tab-name.ts";

/**
 * `operation` is the operation that changes the record; `id` is undefined where there is only one such record. `label`
 * is the record's name, where it is known.
 */
export async function openEdit(
  session: Session,
  operation: NamedOperation,
  id: string | undefined,
  label?: string,
): Promise<void> {
  // What could never be saved is not laid out.
  if (!(await session.access.isBound(operation))) throw unbound(operation.id);
  const uri = addressOf(session.settings.environment, operation, id);
  const document = await vscode.workspace.openTextDocument(uri);
  // What has changes is open, and has its name.
  const name =
    label ??
    (document.isDirty ? undefined : labelOf(await recordAt(session, uri), recordIn(document.getText())));
  await showNamed(uri, name === undefined ? undefined : editName(name), { preview: false });
}
