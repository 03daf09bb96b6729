/** What mends a failure, as a command. */
import type * as vscode from "vscode";
import type { Sendable } from "../shared/api.ts";
import { commandIds } from "./command-ids.ts";
import type { Mend } from "./views/failure.ts";

/** Of an operation that failed. Trying again is for whoever tried. */
export function mendingCommand(
  mend: Exclude<Mend, "retry">,
  { api: { slug }, id }: Sendable,
): vscode.Command {
  switch (mend) {
    case "set-key":
      return { command: commandIds.setKey, title: "Set Key…", arguments: [slug] };
    case "set-address":
      return { command: commandIds.setBaseAddress, title: "Set Base Address…", arguments: [slug] };
    case "set-route":
      return { command: commandIds.bindRoute, title: "Bind Route…", arguments: [id] };
    case "start-sandbox":
      return { command: commandIds.startSandbox, title: "Start Sandbox" };
    case "trust":
      return { command: "workbench.trust.manage", title: "Manage Workspace Trust" };
  }
}
