/** Operations as people begin them: by a command of their own, or picked from all. */
import * as vscode from "vscode";
import { type NamedOperation, operationsOf } from "../../shared/api.ts";
import type { DashboardFeature } from "../dashboard/register.ts";
import { reportFailure } from "../failures/report-failure.ts";
import { type ListNode, type RecordNode, selectionOf } from "../records/node.ts";
import type { RequestFiles } from "../requests/register.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { showInformation } from "../text/notifications.ts";
import { commands, operationCommandPrefix } from "./contributions.ts";

type Node = ListNode | RecordNode;

export interface Operations extends Feature {
  /** Begins the operation on what was chosen. */
  run(operation: NamedOperation, nodes: readonly Node[]): Promise<void>;
}

export function register(
  session: Session,
  rooms: { requests: RequestFiles; dashboard: DashboardFeature },
): Operations {
  const run = async (operation: NamedOperation, nodes: readonly Node[] = []) => {
    const { runOperation } = await import("./run-operation.ts");
    await runOperation(session, rooms, operation, nodes).catch((error: unknown) =>
      reportFailure(session, error, { operation }),
    );
  };
  const documented = async (id: string) => operationsOf(await session.apis()).find((each) => each.id === id);
  const ofOperations = vscode.Disposable.from(
    ...operationIds(session.context).map((id) =>
      vscode.commands.registerCommand(
        `${operationCommandPrefix}${id}`,
        async (node?: Node, selection?: Node[]) => {
          const operation = await documented(id);
          if (operation) await run(operation, node ? selectionOf(node, selection) : []);
        },
      ),
    ),
  );
  return {
    commands: bind(commands, {
      async runOperation() {
        const { pickOperation } = await import("../requests/pick-operation.ts");
        const picked = await pickOperation(session, "Run Operation");
        const operation = picked && (await documented(picked.id));
        if (operation) await run(operation);
        // Of an imported one nothing is known that would ask for the parts of its path.
        else if (picked) await rooms.requests.open(picked);
      },
      async deleteRecords(node, selection) {
        const { endOfAll } = await import("../records/capabilities.ts");
        const nodes = selectionOf(node, selection);
        const operation = endOfAll(nodes);
        if (operation) await run(operation, nodes);
        else
          void showInformation(
            `The documents show no operation that deletes ${nodes.length === 1 ? "this record" : "all of these records"}.`,
          );
      },
    }),
    run,
    dispose: () => void ofOperations.dispose(),
  };
}

/** Those with a command of their own: the descriptions are not loaded for it. */
function operationIds({ extension }: vscode.ExtensionContext): string[] {
  const manifest: { contributes: { commands: { command: string }[] } } = extension.packageJSON;
  return manifest.contributes.commands
    .filter(({ command }) => command.startsWith(operationCommandPrefix))
    .map(({ command }) => command.slice(operationCommandPrefix.length));
}
