/** The views of the sidebar, one for each kind of thing. */
import * as vscode from "vscode";
import { type Sendable, type View, views } from "../../shared/api.ts";
import { collectionsOf } from "../../shared/collections.ts";
import type { Edits } from "../documents/edits.ts";
import { ListFilters } from "../records/list-filters.ts";
import type { Records } from "../documents/records.ts";
import { refreshInBackground } from "./refresh-views.ts";
import type { Session } from "../session/session.ts";
import type { ListNode } from "../records/node.ts";
import { Tree, viewId } from "./tree.ts";

export class Sidebar implements vscode.Disposable {
  readonly filters: ListFilters;
  readonly #session: Session;
  readonly #trees: ReadonlyMap<View, Tree>;
  readonly #disposables: vscode.Disposable[];

  constructor(session: Session, records: Records, edits: Edits) {
    this.#session = session;
    this.filters = new ListFilters(session);
    this.#trees = new Map(views.map((view) => [view, new Tree(session, view, this.filters)]));
    const shown = [...this.#trees].map(([view, tree]) => ({
      tree,
      view: vscode.window.createTreeView(viewId(view), {
        treeDataProvider: tree,
        showCollapseAll: true,
        canSelectMany: true,
      }),
    }));
    this.#disposables = shown.flatMap(({ tree, view }) => [
      tree,
      view,
      tree.shownIn(view),
      tree.onDidRead((list) => records.update(list.source, tree.rows(list)?.rows ?? [])),
      tree.onDidRead((list) => edits.update(list.source, tree.rows(list)?.rows ?? [])),
      session.onDidChange(() => tree.refreshAll()),
      session.onDidWrite((operation) => tree.refreshAfter(operation)),
      session.onDidWork((operation) => tree.redraw(operation)),
    ]);
    this.#disposables.push(refreshInBackground(session, shown));
  }

  /** Shows the records that an operation changes, read anew. */
  async look({ api, resource }: Sendable): Promise<void> {
    const { apis } = await this.#session.registry();
    const found = views.find((view) =>
      collectionsOf(apis, view).some(({ list }) => list.api === api && list.resource === resource),
    );
    if (!found)
      return void vscode.window.showInformationMessage(
        `${api.title} documents no list that would show it. Look at the service itself.`,
      );
    await vscode.commands.executeCommand(`${viewId(found)}.focus`);
    this.#trees.get(found)?.refreshAll();
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
