/** A failure as a notification, with a button that mends it. */
import * as vscode from "vscode";
import type { Sendable } from "../../shared/api.ts";
import { RequestError } from "../../shared/http/errors.ts";
import { SignInError } from "../../shared/oauth/sign-in-error.ts";
import { commandIds } from "../session/command-ids.ts";
import { Obstacle } from "../session/obstacle.ts";
import type { Session } from "../session/session.ts";
import { type Button, showError } from "../text/notifications.ts";
import { failurePresentation } from "./failure-presentation.ts";
import { mendingCommand } from "./mending.ts";

interface Circumstances {
  /** The operation that failed, where one did. */
  operation?: Sendable;
  /** Follows the message. */
  remark?: string | undefined;
  /** Whether the person sees the reply already. */
  isReplyShown?: boolean;
  /** Buttons that come first. */
  buttons?: readonly Button[];
}

/** What a person has called off is no failure. */
export function reportFailure(
  session: Session,
  error: unknown,
  { operation, remark, isReplyShown = false, buttons = [] }: Circumstances = {},
): void {
  if (error instanceof SignInError && error.kind === "cancelled") return;
  if (error instanceof RequestError && error.kind === "aborted" && error.outcome === "not-sent") return;
  const failure = error instanceof Error ? error.message : String(error);
  session.log.error(failure);
  const message = remark === undefined ? failure : `${failure} ${remark}`;
  const reply =
    !isReplyShown && operation && error instanceof RequestError && error.reply
      ? [
          buttonOf({
            command: commandIds.showResponse,
            title: "Show Response",
            arguments: [operation, error],
          }),
        ]
      : [];
  void showError(message, ...buttons, ...remediesOf(session, error, operation), ...reply);
}

/** Whether a notification would offer something that mends it. */
export const canMend = (session: Session, error: unknown, operation: Sendable): boolean =>
  remediesOf(session, error, operation).length > 0;

function remediesOf(session: Session, error: unknown, operation: Sendable | undefined): Button[] {
  if (error instanceof SignInError) return [signInRemedy(error)];
  if (!(error instanceof RequestError || error instanceof Obstacle)) return [];
  const { mend } = failurePresentation(error, { inSandbox: session.settings.environment === "sandbox" });
  const isUnknown =
    error instanceof RequestError && error.outcome === "unknown" && operation && operation.effect !== "read";
  return [
    ...(isUnknown ? [buttonOf(lookCommand(operation))] : []),
    ...(mend === "retry" ? [] : [buttonOf(mendingCommand(mend, operation))]),
  ];
}

const lookCommand = (operation: Sendable): vscode.Command => ({
  command: commandIds.lookWhetherItHappened,
  title: "Look Whether It Happened",
  arguments: [operation],
});

const buttonOf = ({ title, command, arguments: given = [] }: vscode.Command): Button => ({
  title,
  apply: () => vscode.commands.executeCommand(command, ...given),
});

const signInRemedy = ({ kind }: SignInError): Button =>
  kind === "not-configured"
    ? {
        title: "Open Setting",
        apply: () => vscode.commands.executeCommand("workbench.action.openSettings", "switchboard.oauth"),
      }
    : buttonOf({ command: commandIds.signIn, title: "Sign In…" });
