/** A request file to fill in, beside the editor. */
import * as vscode from "vscode";
import type { NamedOperation } from "../../shared/api.ts";
import type { KnownRecords } from "./known-records.ts";

export async function openRequest(
  { id, operation }: NamedOperation,
  { path }: { known: KnownRecords; path?: Record<string, string> },
): Promise<void> {
  const [sample] = operation.samples;
  const request = { operation: id, ...sample, ...(path && { path }) };
  const document = await vscode.workspace.openTextDocument({
    language: "switchboard-request",
    content: `${JSON.stringify(request, null, 2)}\n`,
  });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}
