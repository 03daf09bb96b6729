/** Choosing one of all lists, where no node of a view names it. */
import * as vscode from "vscode";
import { allCollections, type NamedCollection } from "../../shared/collections.ts";
import { isRow } from "../../shared/traits/values.ts";
import type { ListFilters } from "../records/list-filters.ts";
import type { Session } from "../session/session.ts";
import { showingWork } from "../text/notifications.ts";
import { filterText } from "../records/filter.ts";
import { listRequest } from "../records/list-request.ts";
import { type ListNode, listsOf } from "../records/node.ts";
import { recordId, rowPresentation } from "../records/row.ts";
import { showQuickPick } from "../text/questions.ts";

interface Item extends vscode.QuickPickItem {
  list: ListNode;
  /** The list of whose records one has to be chosen. */
  of?: ListNode;
}

/** `filters` are loaded. Undefined when the person left without an answer. */
export async function pickList(
  session: Session,
  filters: ListFilters,
  title: string,
): Promise<ListNode | undefined> {
  const apis = await session.apis();
  const items = allCollections(apis).flatMap((source): Item[] => {
    const list = rootOf(source);
    const filter = filterText(filters.of(list).values);
    return [
      {
        label: source.collection.title,
        description: [source.api.title, ...(filter ? [`filtered by ${filter}`] : [])].join(", "),
        iconPath: new vscode.ThemeIcon(source.collection.icon),
        list,
      },
      ...source.children.map((child) => ({
        label: child.collection.title,
        description: `${child.api.title}, of one of the ${source.collection.title.toLowerCase()}`,
        iconPath: new vscode.ThemeIcon(child.collection.icon),
        list: rootOf(child),
        of: list,
      })),
    ];
  });
  const picked = await showQuickPick(items, { title, matchOnDescription: true });
  return picked?.of ? pickOwned(session, filters, picked.of, picked.list.source.id) : picked?.list;
}

const rootOf = (source: NamedCollection): ListNode => ({ kind: "list", id: source.id, source, open: false });

/** The list `id` of a record that is picked from the first page of `of`. */
async function pickOwned(session: Session, filters: ListFilters, of: ListNode, id: string) {
  const { api, collection, list } = of.source;
  const caller = await session.caller(api);
  const parameters = filters.parametersOf(of);
  const { pageSize } = session.settings;
  const request = listRequest(of, parameters, filters.of(of).values, parameters.size?.most ?? pageSize);
  const { value: page } = await showingWork(`Reading ${collection.title}`, () =>
    caller.list(list, request).pages().next(),
  );
  const items = (page?.rows ?? []).flatMap((row) => {
    const key = isRow(row) ? recordId(row) : undefined;
    if (key === undefined) return [];
    const look = rowPresentation(collection, row, collection.title);
    const node = listsOf({ kind: "record", id: `${of.id}/${key}`, list: of, read: { key, row } });
    return node
      .filter(({ source }) => source.id === id)
      .map((each) => ({
        label: look.label,
        description: look.description,
        iconPath: new vscode.ThemeIcon(collection.icon),
        list: each,
      }));
  });
  const picked = await showQuickPick(items, {
    title: `Of which of the ${collection.title.toLowerCase()}?`,
    matchOnDescription: true,
    ...(page?.next && {
      placeHolder: `The first ${items.length}; others export it by their own menu in the sidebar`,
    }),
  });
  return picked?.list;
}
