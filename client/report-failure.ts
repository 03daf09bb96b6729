/** A failure as a notification, with a button that mends it. */
import * as vscode from "vscode";
import type { Sendable } from "../shared/api.ts";
import { RequestError } from "../shared/http/errors.ts";
import { commandIds } from "./command-ids.ts";
import { Obstacle } from "./obstacle.ts";
import type { Session } from "./session.ts";
import { failureLook, type Mend } from "./views/failure.ts";
import { unlinked } from "./views/plain-text.ts";

/** `named` is the operation that failed, where one did. `remark` follows the message, `further` buttons come first. */
export function reportFailure(
  session: Session,
  error: unknown,
  named?: Sendable,
  { remark, further = [] }: { remark?: string; further?: Remedy[] } = {},
): void {
  if (error instanceof RequestError && error.kind === "aborted" && error.outcome === "not-sent") return;
  // It may hold what an API or a file said.
  const failure = unlinked(error instanceof Error ? error.message : String(error));
  session.log.error(failure);
  const message = remark === undefined ? failure : `${failure} ${remark}`;
  const remedies = [...further, ...remediesOf(session, error, named)];
  void vscode.window.showErrorMessage(message, ...remedies).then((remedy) => remedy?.apply());
}

/** A button and what it does. */
export interface Remedy extends vscode.MessageItem {
  apply(): unknown;
}

function remediesOf(session: Session, error: unknown, named: Sendable | undefined): Remedy[] {
  const run = (title: string, command: string, ...given: unknown[]): Remedy => ({
    title,
    apply: () => vscode.commands.executeCommand(command, ...given),
  });
  if (!(error instanceof RequestError || error instanceof Obstacle)) return [];
  const slug = named?.api.slug;
  const remedies: Partial<Record<Mend, Remedy>> = {
    "set-key": run("Set Key…", commandIds.setKey, slug),
    "set-address": run("Set Base Address…", commandIds.setBaseAddress, slug),
    ...(named && { "set-route": run("Bind Route…", commandIds.bindRoute, named.id) }),
    "start-sandbox": run("Start Sandbox", commandIds.startSandbox),
    trust: run("Manage Workspace Trust", "workbench.trust.manage"),
  };
  const remedy = remedies[failureLook(error, session.settings.environment === "sandbox").mend];
  const unknown = error instanceof RequestError && error.outcome === "unknown" && named?.operation.effect;
  return [
    ...(unknown && unknown !== "read"
      ? [run("Look Whether It Happened", commandIds.lookWhetherItHappened, named)]
      : []),
    ...(remedy ? [remedy] : []),
  ];
}
