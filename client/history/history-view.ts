/** The view of what was sent: days, below each its entries. */
import * as vscode from "vscode";
import { commandIds } from "../session/command-ids.ts";
import { TreeSelection } from "../session/tree-selection.ts";
import { clockWords } from "../text/clock-words.ts";
import { historyView } from "./contributions.ts";
import { daysOf, descriptionOf, type Head, type HistoryNode, labelOf, linesOf, lookOf } from "./head.ts";
import type { History } from "./history.ts";

export function showHistory(history: History): vscode.Disposable & { chosen(): readonly HistoryNode[] } {
  const changed = new vscode.EventEmitter<undefined>();
  /** What it shows. */
  let heads: readonly Head[] = [];
  const view = vscode.window.createTreeView<HistoryNode>(historyView, {
    showCollapseAll: true,
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (node) => (node.kind === "day" ? dayItem(node) : entryItem(node.head)),
      async getChildren(node) {
        if (node?.kind === "entry") return [];
        if (node) return node.day.heads.map((head) => ({ kind: "entry", head }));
        heads = await history.heads();
        return daysOf(heads, Date.now()).map((day, index) => ({
          kind: "day",
          day,
          isFirst: index === 0,
        }));
      },
    },
  });
  const selection = new TreeSelection(view);
  const shown = vscode.Disposable.from(
    changed,
    view,
    selection,
    history.onDidChange(async () => {
      // A window hears of its own changes as well: a tree that is drawn anew forgets a click.
      const now = await history.heads().catch(() => undefined); // The view says why.
      if (!now || !isSame(now, heads)) changed.fire(undefined);
    }),
    view.onDidChangeVisibility(({ visible }) => {
      if (!visible) return;
      view.message = ""; // As in the view of rate limits: else rows that are there at once have no height.
      changed.fire(undefined); // Another day may have begun.
    }),
  );
  return { chosen: () => selection.nodes, dispose: () => void shown.dispose() };
}

const isSame = (some: readonly Head[], others: readonly Head[]) =>
  some.length === others.length && some.every(({ id }, index) => id === others[index]?.id);

function dayItem({ day, isFirst }: HistoryNode & { kind: "day" }): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(day.label, isFirst ? Expanded : Collapsed);
  item.id = day.key;
  item.contextValue = "day";
  item.description = String(day.heads.length);
  return item;
}

function entryItem(head: Head): vscode.TreeItem {
  const item = new vscode.TreeItem(labelOf(head));
  const { icon, color, meaning } = lookOf(head);
  item.id = head.id;
  item.contextValue = "entry";
  item.description = `${descriptionOf(head)} · ${clockWords(head.begun)}`;
  item.tooltip = linesOf(head).join("\n");
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
  item.accessibilityInformation = {
    label: `${labelOf(head)}, ${meaning}, ${item.description}`,
    role: "treeitem",
  };
  const node: HistoryNode = { kind: "entry", head };
  item.command = { command: commandIds.openReply, title: "Open Reply", arguments: [node] };
  return item;
}
