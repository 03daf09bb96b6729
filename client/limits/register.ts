/** What is left of rate limits: in the status bar, beside the environment, and in a view. */
import * as vscode from "vscode";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { commands, limitsView } from "./contributions.ts";
import { showRateLimits } from "./rate-limits.ts";
import { showStatus } from "./status-bar.ts";

export function register(session: Session): Feature {
  const shown = vscode.Disposable.from(showStatus(session), showRateLimits(session));
  return {
    commands: bind(commands, {
      showRateLimits: () => vscode.commands.executeCommand(`${limitsView}.focus`),
    }),
    dispose: () => void shown.dispose(),
  };
}
