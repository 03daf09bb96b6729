/** Binds the features' commands to their ids, and reports what fails. */
import * as vscode from "vscode";
import { reportFailure } from "./failures/report-failure.ts";
import type { RecordNode } from "./records/node.ts";
import { type CommandName, commandIds } from "./session/command-ids.ts";
import { type BoundCommands, chosen } from "./session/contributions.ts";
import type { Session } from "./session/session.ts";
import { completing, doneKey } from "./walkthrough.ts";

/** @param records are those that a key acts on */
export function bindCommands(
  session: Session,
  records: () => Promise<readonly RecordNode[]>,
  commands: BoundCommands,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...commands.map(({ name, command, handler }) =>
      vscode.commands.registerCommand(commandIds[name], async (...handed: unknown[]) => {
        try {
          const nodes = handed[0] === chosen ? await records() : undefined;
          if (nodes?.length === 0) return undefined;
          const given = nodes ? [nodes[0], nodes] : handed;
          if (command.needsNode && given[0] === undefined)
            throw new Error("The list was just read again. Choose the entry once more.");
          const result = await handler(...given);
          if (completing.has(name)) sayDone(name);
          return result;
        } catch (error) {
          reportFailure(session, error);
          return undefined;
        }
      }),
    ),
  );
}

const turns = new Map<CommandName, 0 | 1>();

/**
 * Completes a step of the walkthrough. VS Code hears of no command that a tree or a lens gives something to, and
 * completes no step by what held before it knew the walkthrough: so the value is another each time.
 */
function sayDone(name: CommandName): void {
  const turn = turns.get(name) === 0 ? 1 : 0;
  turns.set(name, turn);
  void vscode.commands.executeCommand("setContext", doneKey(name), turn);
}
