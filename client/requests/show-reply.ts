/** An operation that reads, sent at once: its reply opens beside the editor. */
import * as vscode from "vscode";
import type { NamedOperation } from "../../shared/api.ts";
import { execute } from "../run/execute.ts";
import type { Target } from "../session/access.ts";
import type { Session } from "../session/session.ts";
import type { Responses } from "./responses.ts";

export async function showReply(
  session: Session,
  responses: Responses,
  operation: NamedOperation,
  target: Target,
  path: Record<string, string>,
): Promise<void> {
  const start = performance.now();
  const result = await execute(session, { operation, target, values: { path } });
  const sent = {
    api: operation.api,
    target,
    title: operation.id,
    duration: performance.now() - start,
    result,
  };
  await responses.show(vscode.Uri.from({ scheme: "switchboard", path: `/${operation.id}` }), operation.id, [
    sent,
  ]);
}
