/** One of the sidebar's views, as VS Code asks for it. */
import * as vscode from "vscode";
import { type Query, type Sendable, type View, views } from "../../shared/api.ts";
import { deprecationAt } from "../../shared/deprecation.ts";
import { collectionsOf } from "../../shared/collections.ts";
import { unfiltered } from "../records/filter.ts";
import type { NameOf } from "../records/known-records.ts";
import type { ListFilters } from "../records/list-filters.ts";
import { listRequest } from "../records/list-request.ts";
import { type ListNode, listsOf, nodesOf, type TreeNode } from "../records/node.ts";
import { isUnderWay } from "../records/row.ts";
import { routeWords } from "../routes/bound-by.ts";
import { environmentPresentation } from "../session/environments.ts";
import type { Session } from "../session/session.ts";
import { Announcements } from "./announcements.ts";
import { viewId, viewNames } from "./contributions.ts";
import { Lists } from "./lists.ts";
import { treeItem } from "./tree-item.ts";
import { showingWorkIn } from "../text/notifications.ts";

/** What is asked of a node, loaded before the first is shown. */
interface Knowledge {
  capabilities: typeof import("../records/capabilities.ts");
  records: typeof import("../records/known-records.ts");
}

export class Tree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #session: Session;
  readonly #view: View;
  readonly #filters: ListFilters;
  readonly #nameOf: NameOf;
  /** The view's lists. VS Code knows a node by its object, so these stay the same. */
  #roots: readonly ListNode[] | undefined;
  #knowledge: Knowledge | undefined;
  readonly #lists: Lists;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly #announcements = new Announcements({
    tell: (node) => this.#changed.fire(node),
    isLooking: () => this.#shownIn?.visible === true,
  });
  #shownIn: vscode.TreeView<TreeNode> | undefined;
  /** Counts what made all answers before it stale. */
  #generation = 0;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session, view: View, filters: ListFilters, nameOf: NameOf) {
    this.#session = session;
    this.#view = view;
    this.#filters = filters;
    this.#nameOf = nameOf;
    this.#lists = new Lists({
      open: (list, from, signal) => this.#open(list, from, signal),
      read: ({ source }, { rows }) => {
        session.listed({ source, rows });
        this.#describe();
      },
      changed: (list) => this.#redraw(list),
    });
  }

  /** A list below a record may have no node of its own: VS Code then redraws the whole tree from what was read. */
  #redraw(list: ListNode): void {
    this.#announcements.announce(list.owner === undefined ? list : undefined);
  }

  /** The view that shows the tree, until the result is disposed. */
  shownIn(view: vscode.TreeView<TreeNode>): vscode.Disposable {
    this.#shownIn = view;
    this.#describe();
    return vscode.Disposable.from(
      view.onDidExpandElement(({ element }) => this.#announcements.toggled(element, { open: true })),
      view.onDidCollapseElement(({ element }) => {
        this.#announcements.toggled(element, { open: false });
        // A closed list says how many rows it has.
        if (element.kind === "list" && element.owner === undefined) this.#announcements.announce(element);
      }),
      view.onDidChangeVisibility(() => this.#announcements.checkSoon()),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const inSandbox = this.#session.settings.environment === "sandbox";
    const item = { inSandbox, filter: unfiltered };
    if (node.kind === "list") {
      const capabilities = this.#knowledge?.capabilities.listCapabilities(node) ?? [];
      const count = this.#announcements.isOpen(node) ? undefined : this.#lists.known(node)?.count;
      const deprecation = this.#deprecationOf(node);
      return treeItem(node, { ...item, capabilities, filter: this.#filters.of(node), count, deprecation });
    }
    if (node.kind !== "record") return treeItem(node, { ...item, capabilities: [] });
    const { api, resource } = node.list.source.list;
    return treeItem(node, {
      ...item,
      capabilities: this.#knowledge?.capabilities.recordCapabilities(node) ?? [],
      names: this.#knowledge?.records.referredNames(node, this.#nameOf) ?? new Map(),
      inFlight: this.#session.inFlight.wordsFor(api, resource, node.read.key),
    });
  }

  #deprecationOf({ source: { api } }: ListNode): string | undefined {
    const { environment, baseUrls } = this.#session.settings;
    return environment === "sandbox"
      ? undefined
      : deprecationAt(api, baseUrls[environment]?.[api.slug] ?? "");
  }

  /** Called when the pointer rests on a node without a tooltip. */
  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    if (node.kind !== "list") return item;
    const route = await routeWords(this.#session, node.source.list);
    item.tooltip = [item.accessibilityInformation?.label ?? item.label, route].join("\n");
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    this.#announcements.asked(node);
    const children = await this.#childrenOf(node);
    this.#announcements.answered(node, children);
    return children;
  }

  async #childrenOf(node: TreeNode | undefined): Promise<TreeNode[]> {
    if (!node) return this.#usableRoots();
    if (node.kind === "list") return this.#rowsOf(node);
    if (node.kind !== "record") return [];
    const lists = listsOf(node);
    const [only, ...others] = lists;
    // A list that can be filtered needs a title that says by what.
    return only && others.length === 0 && this.#filters.of(only).parameters.length === 0
      ? this.#rowsOf(only)
      : lists;
  }

  /** Whether the list is one of the view's, or of one of its records. */
  has(list: ListNode): boolean {
    return this.#roots?.some(({ id }) => list.id === id || list.id.startsWith(`${id}/`)) === true;
  }

  async more(list: ListNode): Promise<void> {
    await showingWorkIn(viewId(this.#view), () => this.#lists.more(list));
  }

  /** The lists of which something was read. */
  loaded(): ListNode[] {
    return this.#lists.loaded();
  }

  /** The lists whose rows are shown, as far as some of these are under way, with what identifies them. */
  underWay(): { list: ListNode; what: string }[] {
    return this.loaded().flatMap((list) => {
      // Whether a record is open that holds a list is not known; its list was read because it was.
      if (list.owner === undefined && !this.#announcements.isOpen(list)) return [];
      const rows = this.#lists.known(list)?.rows ?? [];
      const found = rows.filter(({ row }) => isUnderWay(list.source.collection, row));
      return found.length === 0 ? [] : [{ list, what: [list.id, ...found.map(({ key }) => key)].join(" ") }];
    });
  }

  /** How many requests it takes to read the list again. */
  pagesOf(list: ListNode): number {
    const count = this.#lists.known(list)?.rows.length ?? 0;
    return Math.max(1, Math.ceil(count / this.#session.settings.pageSize));
  }

  reread(list: ListNode): Promise<void> {
    return this.#lists.reread(list);
  }

  refresh(list: ListNode): void {
    this.#lists.refresh(list);
  }

  refreshAfter(operation: Sendable): void {
    void this.#lists.refreshAfter(operation);
  }

  /** Draws again what is known of an API's records. */
  redraw({ api }: Sendable): void {
    if (this.#lists.loaded().some(({ source }) => source.api === api))
      this.#announcements.announce(undefined);
  }

  /** Draws the lists again whose rows refer to records that were read: their names may be known now. */
  redrawReferring({ api, resource }: Sendable): void {
    for (const list of this.#lists.loaded())
      if (list.source.api === api && this.#knowledge?.records.refersTo(list, resource ?? ""))
        this.#redraw(list);
  }

  refreshAll(): void {
    this.#generation++;
    this.#lists.clear();
    this.#describe();
    this.#announcements.announce(undefined);
  }

  /**
   * The view's title says where its records are, and how many rows were read of its lists, also while it is closed. In
   * the sandbox one view says so for all.
   */
  #describe(): void {
    if (!this.#shownIn) return;
    const counts = (this.#roots ?? []).flatMap((list) => {
      const count = this.#lists.known(list)?.count;
      const { title } = list.source.collection;
      return count === undefined ? [] : [title === viewNames[this.#view] ? count : `${title} ${count}`];
    });
    const { environment } = this.#session.settings;
    const isSaid = environment !== "sandbox" || this.#view === views[0];
    this.#shownIn.description = [
      ...(isSaid ? [environmentPresentation(environment).title] : []),
      ...counts,
    ].join(" · ");
  }

  /** None while one and the same obstacle stands before all of them. */
  async #usableRoots(): Promise<TreeNode[]> {
    const generation = this.#generation;
    const apis = await this.#session.apis();
    this.#knowledge ??= {
      capabilities: await import("../records/capabilities.ts"),
      records: await import("../records/known-records.ts"),
    };
    await this.#filters.load();
    // The first list is open, so that a view shows data at once.
    this.#roots ??= collectionsOf(apis, this.#view).map((source, index) => ({
      kind: "list",
      id: source.id,
      source,
      open: index === 0,
    }));
    const used = new Set(this.#roots.map(({ source }) => source.api));
    const obstacles = await Promise.all(Array.from(used, (api) => this.#session.access.obstacle(api)));
    if (generation !== this.#generation) return this.#usableRoots();
    // What all lists lack is said once, in the view's welcome.
    const shared = obstacles.every((obstacle) => obstacle === obstacles[0]) ? obstacles[0] : undefined;
    await vscode.commands.executeCommand("setContext", `${viewId(this.#view)}.obstacle`, shared);
    return shared ? [] : [...this.#roots];
  }

  async #rowsOf(list: ListNode): Promise<TreeNode[]> {
    const rows = await this.#lists.rowsOf(list);
    return nodesOf(list, rows, { isFiltered: this.#filters.isSet(list) });
  }

  async #open(list: ListNode, from: Query | undefined, signal: AbortSignal) {
    const caller = await this.#session.caller(list.source.api);
    const { pageSize } = this.#session.settings;
    const { values } = this.#filters.of(list);
    return caller.list(
      list.source.list,
      listRequest(list, this.#filters.parametersOf(list), values, pageSize),
      { signal, ...(from && { from }) },
    );
  }

  dispose(): void {
    this.#lists.clear();
    this.#announcements.dispose();
    this.#changed.dispose();
  }
}
