/** The view of rate limits: a node for each key used in the active environment, below it what is known. */
import * as vscode from "vscode";
import { placeNames } from "../../shared/keys/key-store.ts";
import { isLow, type Use } from "../session/budgets.ts";
import { environmentPresentation } from "../session/environments.ts";
import { limitsView } from "./contributions.ts";
import { type Fact, factsOf, lineOf, summaryOf, whose } from "./budget-text.ts";
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
      const { rateReserve, backgroundRefresh } = session.settings;
      if (!node)
        return session
          .uses()
          .sort((a, b) => a.api.title.localeCompare(b.api.title))
          .map((use) => ({ kind: "use", use }));
      if (node.kind === "fact") return (node.fact.facts ?? []).map((fact) => ({ ...node, fact }));
      const key = await keyOf(session, node.use);
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
  const describe = () => {
    view.description = environmentPresentation(session.settings.environment).title;
  };
  describe();
  return vscode.Disposable.from(
    changed,
    view,
    // VS Code leaves rows that are there at once without height for two seconds, unless it has a message to lay out.
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) view.message = "";
    }),
    watchBudgets(session, () => {
      describe();
      changed.fire(undefined);
    }),
  );
}

/** What the requests are counted by, in words. */
async function keyOf(session: Session, { api, owner }: Use): Promise<string> {
  const { environment, origin } = owner;
  if (api.oauth && (await session.tokens.find({ signedInTo: api.slug, environment, origin })))
    return "your sign-in, in place of one";
  if (environment === "sandbox") return "the sandbox's own";
  const found = await session.keys.find(owner);
  return found ? placeNames[found.place] : "none";
}

function useItem(use: Use, reserve: number): vscode.TreeItem {
  const item = new vscode.TreeItem(use.api.title, vscode.TreeItemCollapsibleState.Collapsed);
  const low = isLow(use, reserve);
  item.id = idOf(use);
  item.description = lineOf(use);
  item.iconPath = low
    ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("charts.yellow"))
    : new vscode.ThemeIcon("dashboard");
  item.tooltip = whose(use);
  item.accessibilityInformation = {
    label: `${whose(use)}, ${summaryOf(use).replace("/", " of ")}${low ? ", low" : ""}`,
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
