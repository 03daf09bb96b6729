/** The view of deliveries, the newest first. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import { plainText } from "../../shared/plain-text.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { commandIds } from "../session/command-ids.ts";
import { TreeSelection } from "../session/tree-selection.ts";
import { markdown } from "../text/markdown.ts";
import { filteredKey, receiverKey, webhooksView } from "./contributions.ts";
import { type DeliveryFilter, filtered, filterWords, isSet } from "./delivery-filter.ts";
import type { DeliveryNode } from "./delivery-node.ts";
import { deliveriesWords, descriptionOf, labelOf, lookOf, tooltipOf } from "./delivery-words.ts";
import type { Head } from "./delivery-head.ts";
import type { ListeningState } from "./listening.ts";
import type { Reception } from "./reception.ts";

/** So many rows are shown, and so many more when they are asked for: VS Code is handed all of them at each change. */
const rowsAtOnce = 200;
const openSettings = "workbench.action.openSettings";
const remedies = [commandIds.setWebhookSecret, openSettings];
/** Milliseconds after which VS Code has long asked for what it shows. */
const patience = 1500;

export class WebhooksView implements vscode.TreeDataProvider<DeliveryNode>, vscode.Disposable {
  readonly #reception: Reception;
  readonly #records: LiveRecords;
  #apis: readonly Api[] = [];
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<DeliveryNode>;
  readonly #selection: TreeSelection<DeliveryNode>;
  readonly #disposables: vscode.Disposable[];
  #filter: DeliveryFilter = {};
  #rows = rowsAtOnce;
  /** What VS Code's conditions know of the receiver. */
  #said: ListeningState["kind"] | undefined;
  #isHeard = true;
  #check: NodeJS.Timeout | undefined;
  #counts: { all: number; found: number } | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  /** @param records name what deliveries are about */
  constructor(reception: Reception, records: LiveRecords) {
    this.#reception = reception;
    this.#records = records;
    this.#view = vscode.window.createTreeView<DeliveryNode>(webhooksView, {
      treeDataProvider: this,
      canSelectMany: true,
    });
    this.#selection = new TreeSelection(this.#view);
    this.#disposables = [
      this.#changed,
      this.#view,
      this.#selection,
      reception.deliveries.onDidChange(() => this.#tell()),
      reception.onDidChange(() => this.#describe()),
      // Names of records may be known now.
      reception.session.onDidList(() => {
        if (this.#view.visible) this.#tell();
      }),
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (!visible) return;
        this.#describe(); // With a message: else rows that are there at once have no height.
        this.#tell();
      }),
    ];
    this.#describe();
  }

  get filter(): DeliveryFilter {
    return this.#filter;
  }

  set filter(filter: DeliveryFilter) {
    this.#filter = filter;
    this.#rows = rowsAtOnce;
    void vscode.commands.executeCommand("setContext", filteredKey, isSet(filter));
    this.#tell();
  }

  chosen(): readonly DeliveryNode[] {
    return this.#selection.nodes;
  }

  showMore(): void {
    this.#rows += rowsAtOnce;
    this.#tell();
  }

  /** VS Code's window loses a change that comes while it takes in an answer: it is told again until it asks. */
  #tell(tries = 3): void {
    clearTimeout(this.#check);
    this.#isHeard = false;
    this.#changed.fire(undefined);
    this.#check = setTimeout(() => {
      if (!this.#isHeard && this.#view.visible && tries > 0) this.#tell(tries - 1);
    }, patience);
  }

  /** Says where the receiver is, how many deliveries there are, and by what they are filtered. */
  #describe(): void {
    const { listening, forwarding, sandbox } = this.#reception;
    const { state } = listening;
    const { url } = forwarding;
    if (state.kind !== this.#said) void vscode.commands.executeCommand("setContext", receiverKey, state.kind);
    this.#said = state.kind;
    const { all = 0, found = 0 } = this.#counts ?? {};
    this.#view.description = [
      ...(state.kind === "on" ? [new URL(state.receiver.url).host] : []),
      ...(state.kind === "ended" ? ["receiver ended"] : []),
      ...(all > 0 ? [isSet(this.#filter) ? `${found} of ${all}` : String(all)] : []),
    ].join(" · ");
    this.#view.message = [
      ...(state.kind === "ended" ? ["The receiver has ended by itself. Listen again."] : []),
      ...(sandbox === "not running" ? ["The sandbox does not run, so it sends nothing."] : []),
      ...(sandbox === "elsewhere" ? ["The sandbox sends its webhooks elsewhere."] : []),
      // With a message there is no welcome.
      ...(url !== undefined && state.kind === "on" && all === 0 ? ["Waiting for webhooks."] : []),
      ...(url !== undefined && state.kind === "on" ? [forwardWords(url, forwarding.problemOf(url))] : []),
      ...(isSet(this.#filter) ? [`Filter: ${filterWords(this.#filter)}`] : []),
    ].join("\n");
  }

  async getChildren(node?: DeliveryNode): Promise<DeliveryNode[]> {
    if (node) return [];
    this.#isHeard = true;
    const heads = await this.#reception.deliveries.heads();
    if (heads.length > 0) this.#apis = await this.#reception.session.apis();
    const found = isSet(this.#filter) ? filtered(heads, this.#filter, (head) => this.#nameOf(head)) : heads;
    this.#counts = { all: heads.length, found: found.length };
    this.#describe();
    const nodes: DeliveryNode[] = found.slice(0, this.#rows).map((head) => ({ kind: "delivery", head }));
    if (found.length > this.#rows) nodes.push({ kind: "more", count: found.length - this.#rows });
    if (found.length === 0 && heads.length > 0) nodes.push({ kind: "none" });
    return nodes;
  }

  getTreeItem(node: DeliveryNode): vscode.TreeItem {
    switch (node.kind) {
      case "more":
        return moreItem(node.count);
      case "none":
        return noneItem();
      case "delivery":
        return deliveryItem(node, this.#nameOf(node.head));
    }
  }

  /** Called when the pointer rests on a node. */
  async resolveTreeItem(item: vscode.TreeItem, node: DeliveryNode): Promise<vscode.TreeItem> {
    if (node.kind !== "delivery") return item;
    const { head } = node;
    const [hint, said] = await Promise.all([
      this.#reception.explain(head).catch(() => undefined), // It is deleted, perhaps.
      this.#reception.deliveries.answerTo(head).catch(() => undefined),
    ]);
    const words = tooltipOf(head, { name: this.#nameOf(head), hint, said });
    item.tooltip = markdown([words, ...this.#remedy(head)].join("\n\n"), remedies);
    return item;
  }

  /** What would let the next one be checked, as links. */
  #remedy({ verdict, environment, api: slug }: Head): string[] {
    if (verdict.state !== "unchecked" || environment === "sandbox") return [];
    if (!this.#reception.session.isIn(environment)) return [];
    const link = (words: string, command: string, given: string) =>
      `[${words}](command:${command}?${encodeURIComponent(JSON.stringify([given]))})`;
    const algorithm = this.#apis.find((api) => api.slug === slug)?.signature?.algorithm;
    return [
      [
        link("Set Webhook Secret…", commandIds.setWebhookSecret, slug),
        ...(algorithm
          ? []
          : [link("Choose an Algorithm…", openSettings, "@id:switchboard.webhooks.signatures")]),
      ].join(" · "),
    ];
  }

  /** Of the record that the delivery is about, where it is known. */
  #nameOf({ api: slug, environment, subject, records }: Head): string | undefined {
    // In another environment another record may have the identifier.
    if (!this.#reception.session.isIn(environment)) return undefined;
    const api = this.#apis.find((each) => each.slug === slug);
    const record = records.find(({ id }) => id === subject);
    return api && record && this.#records.nameOf(api, record.resource, record.id);
  }

  dispose(): void {
    clearTimeout(this.#check);
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

const forwardWords = (url: string, problem: string | undefined) =>
  problem === undefined
    ? `Forwarded to ${plainText(url, 100)}`
    : `Not forwarded to ${plainText(url, 100)}: ${problem}`;

function deliveryItem(node: DeliveryNode & { kind: "delivery" }, name: string | undefined): vscode.TreeItem {
  const { head } = node;
  const item = new vscode.TreeItem(labelOf(head));
  const { icon, color } = lookOf(head);
  item.id = head.id;
  item.contextValue = "delivery";
  item.description = descriptionOf(head, name);
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.accessibilityInformation = { label: `${labelOf(head)}, ${item.description}`, role: "treeitem" };
  item.command = { command: commandIds.openDelivery, title: "Open Payload", arguments: [node] };
  return item;
}

function noneItem(): vscode.TreeItem {
  const item = new vscode.TreeItem("None match the filter");
  item.id = "none";
  item.description = "click to reset it";
  item.iconPath = new vscode.ThemeIcon("filter-filled");
  item.command = { command: commandIds.resetDeliveryFilter, title: "Reset Filter" };
  return item;
}

function moreItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(`Show ${Math.min(count, rowsAtOnce)} More…`);
  item.id = "more";
  item.description = `of ${deliveriesWords(count)} before`;
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.command = { command: commandIds.showMoreDeliveries, title: "Show More Webhooks" };
  return item;
}
