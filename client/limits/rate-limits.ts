/** The view of rate limits: a node for each key used in the active environment, below it what is known. */
import * as vscode from "vscode";
import { placeNames } from "../../shared/keys/key-store.ts";
import { isLow, type Use } from "../session/budgets.ts";
import { limitsView } from "./contributions.ts";
import { type Fact, factsOf, summaryOf } from "./budget-text.ts";
import type { Session } from "../session/session.ts";
import { watchBudgets } from "./watch-budgets.ts";

type LimitNode = { kind: "use"; use: Use } | { kind: "fact"; use: Use; fact: Fact };

export function showRateLimits(session: Session): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.TreeDataProvider<LimitNode> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (node) =>
      node.kind === "use" ? useItem(node.use, session.settings.rateReserve) : factItem(node),
    async getChildren(node) {
      const { environment, rateReserve, backgroundRefresh } = session.settings;
      if (!node)
        return session
          .uses()
          .sort((a, b) => a.api.title.localeCompare(b.api.title))
          .map((use) => ({ kind: "use", use }));
      if (node.kind === "fact") return (node.fact.facts ?? []).map((fact) => ({ ...node, fact }));
      const key =
        environment === "sandbox"
          ? "the sandbox's own"
          : ((await session.keys.find(node.use.owner).then((found) => found && placeNames[found.place])) ??
            "none");
      return factsOf(node.use, {
        key,
        reserve: rateReserve,
        refreshes: backgroundRefresh > 0,
        now: Date.now(),
      }).map((fact) => ({ kind: "fact", use: node.use, fact }));
    },
  };
  const view = vscode.window.createTreeView(limitsView, {
    treeDataProvider: provider,
    showCollapseAll: true,
  });
  return vscode.Disposable.from(
    changed,
    view,
    // VS Code leaves rows that are there at once without height for two seconds, unless it has a message to lay out.
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) view.message = "";
    }),
    watchBudgets(session, () => changed.fire(undefined)),
  );
}

function useItem(use: Use, reserve: number): vscode.TreeItem {
  const item = new vscode.TreeItem(use.api.title, vscode.TreeItemCollapsibleState.Collapsed);
  const low = isLow(use, reserve);
  item.id = idOf(use);
  item.description = summaryOf(use);
  item.iconPath = low
    ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
    : new vscode.ThemeIcon("dashboard");
  item.tooltip = `${use.api.title} at ${use.owner.origin}`;
  item.accessibilityInformation = {
    label: `${use.api.title}, ${summaryOf(use).replace("/", " of ")}${low ? ", low" : ""}`,
    role: "treeitem",
  };
  return item;
}

function factItem({ use, fact }: LimitNode & { kind: "fact" }): vscode.TreeItem {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(fact.label, fact.facts && fact.facts.length > 0 ? Expanded : None);
  const words = fact.description === "" ? fact.label : `${fact.label}: ${fact.description}`;
  item.id = `${idOf(use)} ${fact.label}`;
  item.description = fact.description;
  item.iconPath = new vscode.ThemeIcon(fact.icon);
  item.tooltip = fact.tooltip ?? words;
  item.accessibilityInformation = { label: words, role: "treeitem" };
  return item;
}

const idOf = ({ owner }: Use) => `${owner.environment} ${owner.api} ${owner.origin}`;
