/** Binds the features' commands to their ids, and reports what fails. */
import * as vscode from "vscode";
import { reportFailure } from "./failures/report-failure.ts";
import { commandIds } from "./session/command-ids.ts";
import type { BoundCommands } from "./session/contributions.ts";
import type { Session } from "./session/session.ts";

export function bindCommands(session: Session, commands: BoundCommands): vscode.Disposable {
  return vscode.Disposable.from(
    ...commands.map(({ name, command, handler }) =>
      vscode.commands.registerCommand(commandIds[name], async (...given: unknown[]) => {
        try {
          if (command.needsNode && given[0] === undefined)
            throw new Error("The list was just read again. Choose the entry once more.");
          return await handler(...given);
        } catch (error) {
          reportFailure(session, error);
          return undefined;
        }
      }),
    ),
  );
}
