/** Asking what becomes of a record that others have changed while it was edited. */
import * as vscode from "vscode";
import { plainText } from "../../shared/plain-text.ts";
import { shortValue } from "../text/short-value.ts";
import type { Conflict, Decision } from "./save.ts";
import { showQuickPick } from "../text/questions.ts";

export async function askConflict(
  label: string,
  { fields, read, now, changed }: Conflict,
): Promise<Decision> {
  const name = (field: string) => plainText(field, 40);
  const value = (row: Conflict["now"], field: string) =>
    Object.hasOwn(row, field) ? (shortValue(row[field], 40) ?? "empty") : "absent";
  const mine = Object.keys(changed).map(name).join(", ");
  const picked = await showQuickPick<vscode.QuickPickItem & { decision: Decision }>(
    [
      {
        label: "$(diff) Compare",
        detail: "Merges both and shows the record as it is now beside yours. Nothing is sent yet.",
        decision: "compare",
      },
      {
        label: "$(cloud-upload) Overwrite",
        detail: `Sends what you wrote in ${mine}.`,
        decision: "overwrite",
      },
      {
        label: "$(cloud-download) Take Theirs",
        detail: "Shows the record as it is now. Undo brings your text back.",
        decision: "theirs",
      },
    ],
    {
      title: `${label} was changed by someone else`,
      placeHolder: fields
        .map((field) => `${name(field)}: ${value(read, field)} → ${value(now, field)}`)
        .join("; "),
      ignoreFocusOut: true,
    },
  );
  return picked?.decision ?? "nothing";
}
