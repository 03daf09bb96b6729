/** Replies of what no request file sent: of operations that read, and of those that failed. */
import * as vscode from "vscode";
import type { NamedOperation, Sendable } from "../../shared/api.ts";
import type { RequestError } from "../../shared/http/errors.ts";
import { execute } from "../run/execute.ts";
import type { Target } from "../session/access.ts";
import type { Session } from "../session/session.ts";
import type { Sent } from "./response-text.ts";
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
  await showSent(responses, operation.id, sent);
}

export const showFailure = (
  responses: Responses,
  { api, id, authorized }: Sendable,
  result: RequestError,
): Promise<void> =>
  showSent(responses, id, { api, title: id, result, ...(authorized === false && { holdsToken: true }) });

const showSent = (responses: Responses, id: string, sent: Sent): Promise<void> =>
  responses.show(vscode.Uri.from({ scheme: "switchboard", path: `/${id}` }), id, [sent]);
