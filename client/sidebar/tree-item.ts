/** A node as VS Code shows it. */
import * as vscode from "vscode";
import { markdown } from "../text/markdown.ts";
import { commandIds } from "../session/command-ids.ts";
import { mendingCommand } from "../failures/mending.ts";
import { failurePresentation, type Mend } from "../failures/failure-presentation.ts";
import { filterText, isFiltered, type ListFilter } from "../records/filter.ts";
import type { FailureNode, ListNode, TreeNode } from "../records/node.ts";
import { rowPresentation } from "../records/row.ts";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** What the item says beyond its node. */
export interface ItemState {
  inSandbox: boolean;
  /** The words of its context value after its kind. */
  capabilities: readonly string[];
  /** What a list is filtered by. */
  filter: ListFilter;
  /** How many rows a closed list has, where that is known. */
  count?: string | undefined;
  /** What is to be said of the version at which the API is reached. */
  deprecation?: string | undefined;
  /** What is being done to the record: "Deleting…". */
  inFlight?: string | undefined;
  /** The names of the records that the record's fields refer to, by field. */
  names?: ReadonlyMap<string, string>;
}

export function treeItem(
  node: TreeNode,
  { inSandbox, capabilities, filter, count, deprecation, inFlight, names }: ItemState,
): vscode.TreeItem {
  switch (node.kind) {
    case "list": {
      const { collection } = node.source;
      const item = new vscode.TreeItem(collection.title, node.open ? Expanded : Collapsed);
      item.id = node.id;
      item.iconPath = new vscode.ThemeIcon(collection.icon);
      const { description, tooltip } = listPresentation(node, filter, count, deprecation);
      item.description = description;
      // The tooltip says more, which takes a moment: Tree.resolveTreeItem.
      item.accessibilityInformation = { label: tooltip, role: "treeitem" };
      item.contextValue = [...listWords(node, filter), ...capabilities].join(" ");
      return item;
    }
    case "record": {
      const { collection, list, api, children } = node.list.source;
      const { row: record, fault } = node.read;
      const kind = (list.resource && api.resources[list.resource]?.title) || "Record";
      const row = rowPresentation(collection, record, kind, {
        fault,
        now: Date.now(),
        names,
      });
      // The label, because a description is cut off first.
      const label = inFlight ? `${inFlight} ${row.label}` : row.label;
      const item = new vscode.TreeItem(label, children.length > 0 ? Collapsed : None);
      item.id = node.id;
      if (!inFlight) item.description = row.description;
      item.iconPath = inFlight
        ? new vscode.ThemeIcon("loading~spin")
        : new vscode.ThemeIcon(
            row.icon.name,
            row.icon.color === undefined ? undefined : new vscode.ThemeColor(row.icon.color),
          );
      item.tooltip = markdown(row.tooltip);
      item.accessibilityInformation = {
        label: inFlight ? label : row.spoken,
        role: "treeitem",
      };
      // Nothing more can be done to it meanwhile.
      item.contextValue = inFlight ? "record" : ["record", ...capabilities].join(" ");
      item.command = { command: commandIds.openRecord, title: "Open Record", arguments: [node] };
      return item;
    }
    case "more": {
      const item = new vscode.TreeItem("Load more…", None);
      item.iconPath = new vscode.ThemeIcon("fold-down");
      item.command = { command: commandIds.loadMore, title: "Load More", arguments: [node] };
      return item;
    }
    case "note": {
      const item = new vscode.TreeItem(node.text, None);
      if (node.icon) item.iconPath = new vscode.ThemeIcon(node.icon);
      if (node.tooltip) item.tooltip = node.tooltip;
      if (node.resetsFilter)
        item.command = { command: commandIds.resetFilters, title: "Reset Filters", arguments: [node.list] };
      return item;
    }
    case "failure": {
      const failure = failurePresentation(node.error, { inSandbox });
      const item = new vscode.TreeItem(failure.label, None);
      item.description = failure.description;
      item.tooltip = failure.tooltip;
      item.iconPath = new vscode.ThemeIcon(failure.icon, new vscode.ThemeColor("charts.yellow"));
      item.command = mending(failure.mend, node);
      item.accessibilityInformation = { label: `${failure.label}. ${failure.tooltip}`, role: "treeitem" };
      return item;
    }
  }
}

function listPresentation(
  { source: { api, collection }, owner }: ListNode,
  filter: ListFilter,
  count: string | undefined,
  deprecation: string | undefined,
) {
  const parts = isFiltered(filter) ? [filterText(filter.values)] : [];
  return {
    description: [
      // First, because the end of a description is cut off.
      ...(owner === undefined && deprecation !== undefined ? ["deprecated version"] : []),
      ...parts,
      ...(count === undefined ? [] : [count]),
      ...(owner === undefined && api.title !== collection.title ? [api.title] : []),
    ].join(" · "),
    tooltip: `${[
      collection.title,
      ...(count === undefined ? [] : [count]),
      api.title,
      ...parts.map((text) => `filtered by ${text}`),
    ].join(", ")}${deprecation === undefined ? "" : `. ${deprecation}`}`,
  };
}

/** The words of a list's context value, by which menus choose their acts. */
function listWords({ owner }: ListNode, filter: ListFilter): string[] {
  return [
    "list",
    ...(owner === undefined ? [] : ["owned"]),
    ...(filter.parameters.length > 0 ? ["filterable"] : []),
    ...(isFiltered(filter) ? ["filtered"] : []),
  ];
}

/** The command of a click on a failure. */
function mending(mend: Mend, { list }: FailureNode): vscode.Command {
  return mend === "retry"
    ? { command: commandIds.refreshList, title: "Retry", arguments: [list] }
    : mendingCommand(mend, list.source.list);
}
