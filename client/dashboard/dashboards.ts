/** The open dashboards, one for each operation. */
import * as vscode from "vscode";
import { type NamedOperation, operationsOf } from "../../shared/api.ts";
import { isRow } from "../../shared/traits/values.ts";
import type { Session } from "../session/session.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { DashboardPanel, type DashboardSource } from "./dashboard.ts";
import { isPeriod, type Period } from "./messages.ts";
import { showQuickPick } from "../text/questions.ts";

/** Also in package.json, so that VS Code starts the extension to restore one. */
const viewType = "switchboard.dashboard";

export class Dashboards implements vscode.Disposable {
  readonly #session: Session;
  readonly #records: LiveRecords;
  readonly #open = new Map<string, DashboardPanel>();
  readonly #restoring: vscode.Disposable;

  constructor(session: Session, records: LiveRecords) {
    this.#session = session;
    this.#records = records;
    this.#restoring = vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel, state) => this.#restore(panel, state),
    });
  }

  /** Shows an operation that has a dashboard; one that is open already comes to the front. */
  async open(operation: NamedOperation): Promise<void> {
    const known = this.#open.get(operation.id);
    if (known) return known.reveal();
    const source = await this.#sourceOf(operation);
    // It may have been opened meanwhile.
    if (this.#open.has(operation.id)) return this.open(operation);
    const { title } = source.dashboard;
    this.#fill(vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active), source);
  }

  /** `id` names the operation; without it the person picks one. */
  async choose(id?: string): Promise<void> {
    const all = await this.#all();
    const operation = all.find((each) => each.id === id);
    if (operation) return this.open(operation);
    const picked = await showQuickPick(
      all.map((each) => ({
        label: each.dashboard?.title ?? each.title,
        description: each.api.title,
        ...(each.description && { detail: each.description }),
        operation: each,
      })),
      { title: "Show which dashboard?", matchOnDescription: true },
    );
    if (picked) await this.open(picked.operation);
  }

  async #restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { operation, period } = isRow(state) ? state : {};
    const named = (await this.#all()).find(({ id }) => id === operation);
    const source = named && (await this.#sourceOf(named));
    // An operation that another version had, or one that was opened again meanwhile.
    if (!source || this.#open.has(source.id)) return panel.dispose();
    this.#fill(panel, source, isPeriod(period) ? period : undefined);
  }

  #fill(panel: vscode.WebviewPanel, source: DashboardSource, period?: Period): void {
    const dashboard = new DashboardPanel(this.#session, this.#records, source, panel, period);
    this.#open.set(source.id, dashboard);
    panel.onDidDispose(() => {
      dashboard.dispose();
      this.#open.delete(source.id);
    });
  }

  async #sourceOf(operation: NamedOperation): Promise<DashboardSource> {
    const { dashboard, reply } = operation;
    if (!dashboard) throw new Error(`${operation.id} has no dashboard.`);
    const { toJsonSchema } = await import("../../shared/derived/schemas.ts");
    return { ...operation, dashboard, ...(reply && { replySchema: toJsonSchema(reply) }) };
  }

  async #all(): Promise<NamedOperation[]> {
    return operationsOf(await this.#session.apis()).filter((operation) => operation.dashboard);
  }

  dispose(): void {
    this.#restoring.dispose();
    for (const dashboard of this.#open.values()) dashboard.dispose();
  }
}
