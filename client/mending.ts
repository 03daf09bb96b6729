/** What mends a failure, as a command. */
import type * as vscode from "vscode";
import { commandIds } from "./command-ids.ts";
import type { Mend } from "./views/failure.ts";

/** `slug` is that of the API that failed. Trying again is for whoever tried. */
export function mendingCommand(mend: Exclude<Mend, "retry">, slug: string): vscode.Command {
  switch (mend) {
    case "set-key":
      return { command: commandIds.setKey, title: "Set Key…", arguments: [slug] };
    case "set-address":
      return { command: commandIds.setBaseAddress, title: "Set Base Address…", arguments: [slug] };
    case "set-route":
      return {
        command: "workbench.action.openSettings",
        title: "Open Settings",
        arguments: ["switchboard.routes"],
      };
    case "allow-origin":
      return { command: commandIds.allowOrigin, title: "Allow Requests…", arguments: [slug] };
    case "start-sandbox":
      return { command: commandIds.startSandbox, title: "Start Sandbox" };
    case "trust":
      return { command: "workbench.trust.manage", title: "Manage Workspace Trust" };
  }
}
