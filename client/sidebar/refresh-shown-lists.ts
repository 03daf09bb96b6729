/** Background refresh of the sidebar's lists: in turn, as set, and of what is under way. */
import * as vscode from "vscode";
import { AnnouncedRefresh } from "./announced-refresh.ts";
import { BackgroundRefresh } from "./background-refresh.ts";
import { isBelow } from "../session/budgets.ts";
import type { Session } from "../session/session.ts";
import type { ListNode, TreeNode } from "../records/node.ts";
import type { Tree } from "./tree.ts";
import { UnderWayRefresh } from "./under-way-refresh.ts";

interface ListOfTree {
  tree: Tree;
  list: ListNode;
}

interface Shown {
  tree: Tree;
  view: vscode.TreeView<TreeNode>;
}

export function refreshShownLists(session: Session, shown: readonly Shown[]): vscode.Disposable {
  const isActive = () => vscode.window.state.focused && vscode.workspace.isTrusted;
  const visible = () => shown.filter(({ view }) => view.visible).map(({ tree }) => tree);
  const host = {
    mayRead({ tree, list }: ListOfTree) {
      const { rateReserve } = session.settings;
      const use = session.uses().findLast(({ api }) => api.slug === list.source.api.slug);
      if (!use) return true;
      // All pages that were read are read again.
      const { limit, remaining } = use;
      const left = remaining === undefined ? undefined : remaining - tree.pagesOf(list) + 1;
      return !isBelow(
        { ...(limit !== undefined && { limit }), ...(left !== undefined && { remaining: left }) },
        rateReserve,
      );
    },
    read: ({ tree, list }: ListOfTree) => tree.reread(list),
    after(time: number, then: () => void) {
      const timer = setTimeout(then, time);
      return () => clearTimeout(timer);
    },
  };
  const refresh = new BackgroundRefresh<ListOfTree>({
    ...host,
    interval: () => session.settings.backgroundRefresh,
    isActive,
    lists: () => visible().flatMap((tree) => tree.loaded().map((list) => ({ tree, list }))),
  });
  const underWay = new UnderWayRefresh<ListOfTree>({
    ...host,
    lists: () =>
      isActive()
        ? visible().flatMap((tree) =>
            tree.underWay().map(({ list, what }) => ({ list: { tree, list }, what })),
          )
        : [],
  });
  const announced = new AnnouncedRefresh<ListOfTree>({
    ...host,
    lists: () => {
      if (!vscode.workspace.isTrusted) return [];
      return visible().flatMap((tree) => tree.loaded().map((list) => ({ tree, list })));
    },
    subjectOf: ({ list: { source } }) => ({ api: source.api, resource: source.list.resource }),
  });
  const look = () => underWay.changed();
  return vscode.Disposable.from(
    refresh,
    underWay,
    announced,
    session.onDidAnnounce((announcement) => announced.announce(announcement)),
    session.onDidChange(() => refresh.changed()),
    session.onDidChange(look),
    session.onDidList(look),
    vscode.window.onDidChangeWindowState(look),
    vscode.workspace.onDidGrantWorkspaceTrust(look),
    ...shown.flatMap(({ view }) => [
      view.onDidChangeVisibility(look),
      view.onDidExpandElement(look),
      view.onDidCollapseElement(look),
    ]),
  );
}
