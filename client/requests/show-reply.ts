/** An operation that reads, sent at once: its reply opens beside the editor. */
import * as vscode from "vscode";
import type { NamedOperation } from "../../shared/api.ts";
import { perform } from "../run/perform.ts";
import type { Session } from "../session/session.ts";
import type { Responses } from "./responses.ts";

export async function showReply(
  session: Session,
  responses: Responses,
  operation: NamedOperation,
  path: Record<string, string>,
): Promise<void> {
  const start = performance.now();
  const result = await perform(session, { operation, values: { path } });
  const { baseUrl, route } = await session.access.target(operation);
  if (!result || !route) return;
  const sent = {
    api: operation.api,
    route,
    baseUrl,
    title: operation.id,
    duration: performance.now() - start,
    result,
  };
  await responses.show(vscode.Uri.from({ scheme: "switchboard", path: `/${operation.id}` }), operation.id, [
    sent,
  ]);
}
