/** What mends a failure, as a command. */
import type * as vscode from "vscode";
import type { Sendable } from "../../shared/api.ts";
import { commandIds } from "../session/command-ids.ts";
import type { Mend } from "./failure-presentation.ts";

/** Without the operation that failed, the person is asked for the API. Trying again is for whoever tried. */
export function mendingCommand(mend: Exclude<Mend, "retry">, operation?: Sendable): vscode.Command {
  const ofApi = operation ? { arguments: [operation.api.slug] } : {};
  switch (mend) {
    case "set-key":
      return { command: commandIds.setKey, title: "Set Key…", ...ofApi };
    case "sign-in":
      return { command: commandIds.signIn, title: "Sign In…", ...ofApi };
    case "set-address":
      return { command: commandIds.setBaseAddress, title: "Set Base Address…", ...ofApi };
    case "set-route":
      return {
        command: commandIds.bindRoute,
        title: "Bind Route…",
        ...(operation && { arguments: [operation.id] }),
      };
    case "allow-origin":
      return { command: commandIds.allowOrigin, title: "Allow Requests…", ...ofApi };
    case "start-sandbox":
      return { command: commandIds.startSandbox, title: "Start Sandbox" };
    case "set-sandbox-address":
      return { command: commandIds.setSandboxAddress, title: "Set Sandbox Address…" };
    case "trust":
      return { command: "workbench.trust.manage", title: "Manage Workspace Trust" };
  }
}
