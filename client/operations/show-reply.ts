/** What an operation that reads is answered with, as JSON. */
import * as vscode from "vscode";
import type { NamedOperation } from "../../shared/api.ts";
import { perform } from "../perform.ts";
import type { Session } from "../session.ts";

export async function showReply(
  session: Session,
  named: NamedOperation,
  path: Record<string, string>,
): Promise<void> {
  const exchange = await perform(session, { named, values: { path } });
  if (!exchange) return;
  const document = await vscode.workspace.openTextDocument({
    language: "json",
    content: `${JSON.stringify(exchange.body, null, 2)}\n`,
  });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}
