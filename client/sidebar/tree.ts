/** One of the sidebar's views. */
import * as vscode from "vscode";
import type { Query, Sendable, View } from "../../shared/api.ts";
import { collectionsOf } from "../../shared/collections.ts";
import type { ListFilters } from "../records/list-filters.ts";
import { routeWords } from "../routes/bound-by.ts";
import type { Registry, Session } from "../session/session.ts";
import { Announcements } from "./announcements.ts";
import { unfiltered } from "../records/filter.ts";
import { listRequest } from "../records/list-request.ts";
import { type ListNode, listsOf, nodesOf, type TreeNode } from "../records/node.ts";
import { RowList } from "../records/row-list.ts";
import { treeItem } from "./tree-item.ts";

export class Tree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #session: Session;
  readonly #view: View;
  readonly #filters: ListFilters;
  /** The view's lists. VS Code knows a node by its object, so these stay the same. */
  #roots: readonly ListNode[] | undefined;
  /** What has been read of each list, by the list's id. */
  readonly #lists = new Map<string, { list: ListNode; rows: RowList }>();
  /** Lists that are read in the background. */
  readonly #rereading = new Set<RowList>();
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly #announcements = new Announcements({
    tell: (node) => this.#changed.fire(node),
    isLooking: () => this.#shownIn?.visible === true,
  });
  #shownIn: vscode.TreeView<TreeNode> | undefined;
  readonly #read = new vscode.EventEmitter<ListNode>();
  /** There as soon as the first nodes are. */
  #registry: Registry | undefined;
  /** Counts what made all answers before it stale. */
  #generation = 0;

  readonly onDidChangeTreeData = this.#changed.event;
  /** Rows of the list were read from the API. */
  readonly onDidRead = this.#read.event;

  constructor(session: Session, view: View, filters: ListFilters) {
    this.#session = session;
    this.#view = view;
    this.#filters = filters;
  }

  /** The view that shows the tree, until the result is disposed. */
  shownIn(view: vscode.TreeView<TreeNode>): vscode.Disposable {
    this.#shownIn = view;
    return vscode.Disposable.from(
      view.onDidExpandElement(({ element }) => this.#announcements.toggled(element, true)),
      view.onDidCollapseElement(({ element }) => this.#announcements.toggled(element, false)),
      view.onDidChangeVisibility(() => this.#announcements.checkSoon()),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const { list } = node.kind === "record" ? node.list.source : { list: undefined };
    return treeItem(node, {
      inSandbox: this.#session.settings.environment === "sandbox",
      capabilities: this.#capabilities(node),
      filter: node.kind === "list" ? this.#filters.of(node) : unfiltered,
      work:
        node.kind === "record" && list
          ? this.#session.workOn(list.api, list.resource, node.read.key)
          : undefined,
    });
  }

  /** Called when the pointer rests on a node without a tooltip. */
  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    if (node.kind !== "list") return item;
    const route = await routeWords(this.#session, node.source.list);
    item.tooltip = [item.accessibilityInformation?.label ?? item.label, route].join("\n");
    return item;
  }

  #capabilities(node: TreeNode): readonly string[] {
    if (node.kind === "list") return this.#registry?.listCapabilities(node) ?? [];
    return node.kind === "record" ? (this.#registry?.recordCapabilities(node) ?? []) : [];
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

  /** The rows of a list as far as they have been read. */
  rows(list: ListNode): RowList | undefined {
    return this.#lists.get(list.id)?.rows;
  }

  async more(list: ListNode): Promise<void> {
    const rows = this.rows(list);
    if (!rows) return;
    await vscode.window.withProgress({ location: { viewId: viewId(this.#view) } }, () => rows.more());
    if (this.rows(list) !== rows) return;
    this.#read.fire(list);
    // The rows may stand below a record, whose own list has no node: VS Code then redraws the whole tree from what was read.
    this.#announcements.announce(list.owner === undefined ? list : undefined);
  }

  /** The lists of which something was read. */
  loaded(): ListNode[] {
    return Array.from(this.#lists.values(), ({ list }) => list);
  }

  /** Reads a list again as far as it was read. What is shown stays until all is there, and when that fails. */
  async reread(list: ListNode): Promise<void> {
    const known = this.#lists.get(list.id)?.rows;
    if (!known || known.isReading || known.failure !== undefined) return;
    const count = known.rows.length;
    const again = new RowList((from, signal) => this.#open(list, from, signal));
    this.#rereading.add(again);
    await again.upTo(count).finally(() => this.#rereading.delete(again));
    const hasGoneOn =
      this.#lists.get(list.id)?.rows !== known || known.isReading || known.rows.length !== count;
    if (hasGoneOn || again.failure !== undefined || again.equals(known)) return;
    this.#lists.set(list.id, { list, rows: again });
    this.#read.fire(list);
    this.#announcements.announce(list.owner === undefined ? list : undefined);
  }

  /** Reads a list again. */
  refresh(list: ListNode): void {
    for (const [id, { rows }] of this.#lists)
      if (id === list.id || id.startsWith(`${list.id}/`)) {
        rows.cancel();
        this.#lists.delete(id);
      }
    this.#announcements.announce(list.owner === undefined ? list : undefined);
  }

  /** Reads the lists again whose records an operation has, or may have, changed. */
  refreshAfter({ api, resource, affects }: Sendable): void {
    const changed = new Set([resource, ...(affects ?? [])]);
    for (const { list, rows } of this.#lists.values()) {
      if (list.source.api !== api || !changed.has(list.source.list.resource)) continue;
      if (rows.isReading || rows.failure !== undefined) this.refresh(list);
      else void this.reread(list);
    }
  }

  /** Draws again what is known of an API's records. */
  redraw({ api }: Sendable): void {
    for (const { list } of this.#lists.values())
      if (list.source.api === api) return this.#announcements.announce(undefined);
  }

  refreshAll(): void {
    this.#generation++;
    for (const { rows } of this.#lists.values()) rows.cancel();
    for (const rows of this.#rereading) rows.cancel();
    this.#lists.clear();
    this.#announcements.announce(undefined);
  }

  /** None while one and the same obstacle stands before all of them. */
  async #usableRoots(): Promise<TreeNode[]> {
    const generation = this.#generation;
    this.#registry ??= await this.#session.registry();
    const { apis } = this.#registry;
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
    const known = this.rows(list);
    const rows = known ?? new RowList((from, signal) => this.#open(list, from, signal));
    if (!known) this.#lists.set(list.id, { list, rows });
    await rows.first();
    // Refreshed meanwhile: what was asked then is not what is wanted now.
    if (this.rows(list) !== rows) return this.#rowsOf(list);
    if (!known) this.#read.fire(list);
    return nodesOf(list, rows, this.#filters.isSet(list));
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
    for (const { rows } of this.#lists.values()) rows.cancel();
    for (const rows of this.#rereading) rows.cancel();
    this.#announcements.dispose();
    this.#changed.dispose();
    this.#read.dispose();
  }
}

export const viewId = (view: View) => `switchboard.${view}`;
