/** Replies of what no request file sent: of operations that read, and of those that failed. */
import * as vscode from "vscode";
import type { NamedOperation, Sendable } from "../../shared/api.ts";
import type { RequestError } from "../../shared/http/errors.ts";
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
    request: { operation, target, values: { path } },
  };
  await responses.show(addressOf(operation.id), operation.id, [sent], () =>
    showReply(session, responses, operation, target, path),
  );
}

export const showFailure = (
  responses: Responses,
  { api, id, authorized }: Sendable,
  result: RequestError,
): Promise<void> =>
  responses.show(addressOf(id), id, [
    { api, title: id, result, ...(authorized === false && { holdsToken: true }) },
  ]);

const addressOf = (id: string) => vscode.Uri.from({ scheme: "switchboard", path: `/${id}` });
