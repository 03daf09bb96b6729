/** Background refresh of the sidebar's lists. */
import * as vscode from "vscode";
import { BackgroundRefresh } from "./background-refresh.ts";
import { isBelow } from "../session/budgets.ts";
import type { Session } from "../session/session.ts";
import type { ListNode, TreeNode } from "../records/node.ts";
import type { Tree } from "./tree.ts";

interface Shown {
  tree: Tree;
  view: vscode.TreeView<TreeNode>;
}

export function refreshShownLists(session: Session, shown: readonly Shown[]): vscode.Disposable {
  const refresh = new BackgroundRefresh<{ tree: Tree; list: ListNode }>({
    interval: () => session.settings.backgroundRefresh,
    isActive: () => vscode.window.state.focused && vscode.workspace.isTrusted,
    lists: () =>
      shown
        .filter(({ view }) => view.visible)
        .flatMap(({ tree }) => tree.loaded().map((list) => ({ tree, list }))),
    mayRead({ list }) {
      const { rateReserve } = session.settings;
      const use = session.uses().findLast(({ api }) => api.slug === list.source.api.slug);
      return !use || !isBelow(use, rateReserve);
    },
    read: ({ tree, list }) => tree.reread(list),
    after(time, then) {
      const timer = setTimeout(then, time);
      return () => clearTimeout(timer);
    },
  });
  return vscode.Disposable.from(
    refresh,
    session.onDidChange(() => refresh.changed()),
  );
}
