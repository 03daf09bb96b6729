/** A failure as a notification, with a button that mends it. */
import * as vscode from "vscode";
import type { Sendable } from "../../shared/api.ts";
import { RequestError } from "../../shared/http/errors.ts";
import { commandIds } from "../session/command-ids.ts";
import { mendingCommand } from "./mending.ts";
import { SignInError } from "../../shared/oauth/sign-in-error.ts";
import { Obstacle } from "../session/obstacle.ts";
import type { Session } from "../session/session.ts";
import { failureLook } from "./failure-presentation.ts";
import { unlinked } from "../../shared/plain-text.ts";

/** `operation` is the operation that failed, where one did. `remark` follows the message, `further` buttons come first. */
export function reportFailure(
  session: Session,
  error: unknown,
  operation?: Sendable,
  { remark, further = [] }: { remark?: string; further?: Remedy[] } = {},
): void {
  if (error instanceof SignInError && error.kind === "cancelled") return;
  if (error instanceof RequestError && error.kind === "aborted" && error.outcome === "not-sent") return;
  // It may hold what an API or a file said.
  const failure = unlinked(error instanceof Error ? error.message : String(error));
  session.log.error(failure);
  const message = remark === undefined ? failure : `${failure} ${remark}`;
  const remedies = [...further, ...remediesOf(session, error, operation)];
  void vscode.window.showErrorMessage(message, ...remedies).then((remedy) => remedy?.apply());
}

/** A button and what it does. */
export interface Remedy extends vscode.MessageItem {
  apply(): unknown;
}

function remediesOf(session: Session, error: unknown, operation: Sendable | undefined): Remedy[] {
  if (error instanceof SignInError) return [signInRemedy(error)];
  if (!(error instanceof RequestError || error instanceof Obstacle)) return [];
  const { mend } = failureLook(error, session.settings.environment === "sandbox");
  const isUnknown =
    error instanceof RequestError && error.outcome === "unknown" && operation && operation.effect !== "read";
  const look = {
    command: commandIds.lookWhetherItHappened,
    title: "Look Whether It Happened",
    arguments: [operation],
  };
  return [...(isUnknown ? [look] : []), ...(mend === "retry" ? [] : [mendingCommand(mend, operation)])].map(
    ({ title, command, arguments: given = [] }) => ({
      title,
      apply: () => vscode.commands.executeCommand(command, ...given),
    }),
  );
}

const signInRemedy = ({ kind }: SignInError): Remedy =>
  kind === "not-configured"
    ? {
        title: "Open Setting",
        apply: () => vscode.commands.executeCommand("workbench.action.openSettings", "switchboard.oauth"),
      }
    : { title: "Sign In…", apply: () => vscode.commands.executeCommand(commandIds.signIn) };
