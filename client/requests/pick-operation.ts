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
import { isFound } from "./operation-search.ts";
import { createQuickPick } from "../text/questions.ts";

const icons = { read: "eye", write: "edit", delete: "trash" } as const;

export async function pickOperation(session: Session, title: string): Promise<Sendable | undefined> {
  const apis = await session.apis();
  const groups = await Promise.all(
    apis.map(async (api) => ({
      api,
      items: [
        ...operationsOf([api]).map((operation) => itemOf(operation, notShown(operation))),
        ...(await importedOperations(session, api)).map((operation) =>
          itemOf(operation, ["From the imported OpenAPI description."]),
        ),
      ],
    })),
  );
  return pick(title, (search) =>
    groups.flatMap(({ api, items }) => {
      const found = items.filter(({ operation }) => isFound(operation, search));
      return found.length > 0 ? [separator(api), ...found] : [];
    }),
  );
}

type Item = vscode.QuickPickItem & { operation?: Sendable };

/** VS Code would search each line of an item for the words as one. */
function pick(title: string, itemsFor: (search: string) => readonly Item[]): Promise<Sendable | undefined> {
  const picker = createQuickPick<Item>();
  picker.title = title;
  picker.placeholder = "Search by API, verb, title, operation id or route";
  picker.items = itemsFor("");
  picker.onDidChangeValue((search) => (picker.items = itemsFor(search)));
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.operation);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
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
    alwaysShow: true, // What is found here is found.
    operation,
  };
}
