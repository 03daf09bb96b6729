/** The views of the sidebar, one for each kind of thing. */
import * as vscode from "vscode";
import { type Sendable, type View, views } from "../../shared/api.ts";
import { collectionsOf } from "../../shared/collections.ts";
import type { ListFilters } from "../records/list-filters.ts";
import type { LiveRecords } from "../records/live-records.ts";
import type { ListNode, RecordNode, TreeNode } from "../records/node.ts";
import type { Session } from "../session/session.ts";
import { showInformation } from "../text/notifications.ts";
import { chosenRecords } from "./chosen-records.ts";
import { viewId } from "./contributions.ts";
import { refreshShownLists } from "./refresh-shown-lists.ts";
import { Tree } from "./tree.ts";

export class Sidebar implements vscode.Disposable {
  readonly #session: Session;
  readonly #trees: ReadonlyMap<View, Tree>;
  readonly #views: readonly vscode.TreeView<TreeNode>[];
  readonly #disposables: vscode.Disposable[];

  /** @param records name what rows refer to */
  constructor(session: Session, filters: ListFilters, records: LiveRecords) {
    this.#session = session;
    this.#trees = new Map(
      views.map((view) => [
        view,
        new Tree(session, view, filters, (api, resource, id) => records.nameOf(api, resource, id)),
      ]),
    );
    const shown = [...this.#trees].map(([view, tree]) => ({
      tree,
      view: vscode.window.createTreeView(viewId(view), {
        treeDataProvider: tree,
        showCollapseAll: true,
        canSelectMany: true,
      }),
    }));
    this.#views = shown.map(({ view }) => view);
    this.#disposables = shown.flatMap(({ tree, view }) => [
      tree,
      view,
      tree.shownIn(view),
      session.onDidChange(() => tree.refreshAll()),
      session.onDidWrite((operation) => tree.refreshAfter(operation)),
      session.onDidMark((operation) => tree.redraw(operation)),
      session.onDidList(({ source }) => tree.redrawReferring(source.list)),
    ]);
    this.#disposables.push(refreshShownLists(session, shown));
  }

  /** Shows the view with the records that an operation changes, read anew. */
  async showRecordsOf({ api, resource }: Sendable): Promise<void> {
    const apis = await this.#session.apis();
    const found = views.find((view) =>
      collectionsOf(apis, view).some(({ list }) => list.api === api && list.resource === resource),
    );
    if (!found)
      return void showInformation(
        `${api.title} documents no list that would show it. Look at the service itself.`,
      );
    await vscode.commands.executeCommand(`${viewId(found)}.focus`);
    this.#trees.get(found)?.refreshAll();
  }

  /** The records that a key acts on, in the view that has the focus. */
  chosen(): Promise<readonly RecordNode[]> {
    return chosenRecords(this.#views);
  }

  treeOf(list: ListNode): Tree {
    const tree = [...this.#trees.values()].find((each) => each.has(list));
    if (!tree) throw new Error("The list is not shown any more. Refresh the view.");
    return tree;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
