/** All operations to pick from, with what is known of each. */
import * as vscode from "vscode";
import {
  type Api,
  documentedRoute,
  type NamedOperation,
  operationsOf,
  type Sendable,
} from "../../shared/api.ts";
import { formatRoute } from "../../shared/routes.ts";
import { importedOperations } from "../routes/imported-operations.ts";
import type { Session } from "../session/session.ts";

const icons = { read: "eye", write: "edit", delete: "trash" } as const;

export async function pickOperation(session: Session, title: string): Promise<Sendable | undefined> {
  const apis = await session.apis();
  const items = await Promise.all(
    apis.map(async (api) => [
      separator(api),
      ...operationsOf([api]).map((operation) => itemOf(operation, notShown(operation))),
      ...(await importedOperations(session, api)).map((operation) =>
        itemOf(operation, ["From the imported OpenAPI description."]),
      ),
    ]),
  );
  const picked = await vscode.window.showQuickPick(items.flat(), {
    title,
    placeHolder: "Search by title, operation id or route",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked && "operation" in picked ? picked.operation : undefined;
}

const separator = (api: Api) => ({ label: api.title, kind: vscode.QuickPickItemKind.Separator });

function notShown(operation: NamedOperation): string[] {
  const open = operation.notShown?.filter((fact) => fact !== "method and path") ?? [];
  return open.length > 0 ? [`Not shown: ${open.join(", ")}.`] : [];
}

function itemOf(operation: Sendable, remarks: readonly string[]) {
  const { id } = operation;
  const route = documentedRoute(operation);
  return {
    label: `$(${operation.icon ?? icons[operation.effect]}) ${operation.title}`,
    description: id,
    detail: [
      route ? formatRoute(route) : "Route not documented",
      ...(operation.description ? [operation.description] : []),
      ...remarks,
    ]
      .join(" · ")
      .replaceAll(". ·", " ·"),
    operation,
  };
}
