/** "Run Operation…": all operations, with what the documents say of each. */
import * as vscode from "vscode";
import { type Api, documentedRoute, type NamedOperation, operationsOf } from "../../shared/api.ts";
import { formatRoute } from "../../shared/routes.ts";
import type { Session } from "../session.ts";

const icons = { read: "eye", write: "edit", delete: "trash" } as const;

export async function pickOperation(session: Session): Promise<NamedOperation | undefined> {
  const { apis } = await session.registry();
  const items = apis.flatMap((api) => [separator(api), ...operationsOf([api]).map(itemOf)]);
  const picked = await vscode.window.showQuickPick(items, {
    title: "Run Operation",
    placeHolder: "Search by title, operation id or route",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked && "named" in picked ? picked.named : undefined;
}

const separator = (api: Api) => ({ label: api.title, kind: vscode.QuickPickItemKind.Separator });

function itemOf(named: NamedOperation) {
  const { operation, id } = named;
  const route = documentedRoute(operation);
  const open = operation.notShown?.filter((fact) => fact !== "method and path") ?? [];
  return {
    label: `$(${operation.icon ?? icons[operation.effect]}) ${operation.title}`,
    description: id,
    detail: [
      route ? formatRoute(route) : "Route not documented",
      ...(operation.description ? [operation.description] : []),
      ...(open.length > 0 ? [`Not shown: ${open.join(", ")}.`] : []),
    ]
      .join(" · ")
      .replaceAll(". ·", " ·"),
    named,
  };
}
