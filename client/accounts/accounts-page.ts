/** The one page of accounts: it shows what each API is used with, and its buttons mend it. */
import * as vscode from "vscode";
import { type FailurePresentation, failurePresentation } from "../failures/failure-presentation.ts";
import { mendingCommand } from "../failures/mending.ts";
import { fillPanel } from "../pages/panel.ts";
import { environmentPresentation } from "../session/environments.ts";
import { commandIds } from "../session/command-ids.ts";
import { Obstacle } from "../session/obstacle.ts";
import type { Session } from "../session/session.ts";
import { guardsWrites } from "../session/settings.ts";
import { type AccountRow, accountRow } from "./account-row.ts";
import { accountActions } from "./actions.ts";
import { gather } from "./gather.ts";
import type { AccountsView, PageRequest } from "./messages.ts";

/** Also in package.json, so that VS Code starts the extension to restore one. */
const viewType = "switchboard.accounts";

export class AccountsPage implements vscode.Disposable {
  readonly #session: Session;
  readonly #disposables: vscode.Disposable[];
  #panel: vscode.WebviewPanel | undefined;
  /** Why the rows could not be gathered, or what stands in the way of all of them. */
  #failure: unknown;
  #wanted: string | undefined;
  /** The gathering that was begun last: an earlier one that ends later is not shown. */
  #gathering = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#disposables = [
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel) => (this.#panel ? panel.dispose() : this.#fill(panel)),
      }),
      session.onDidChange(() => this.#show()),
    ];
  }

  /** `slug` names the API that the person comes for. */
  open(slug?: string): void {
    this.#wanted = slug;
    if (!this.#panel)
      return this.#fill(vscode.window.createWebviewPanel(viewType, "Accounts", vscode.ViewColumn.Active));
    this.#panel.reveal();
    void this.#show();
  }

  #fill(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    panel.webview.onDidReceiveMessage((request: PageRequest) => this.#receive(request));
    panel.onDidChangeViewState(() => this.#show());
    panel.onDidDispose(() => (this.#panel = undefined));
    fillPanel(panel, this.#session.context.extensionUri, "accounts");
  }

  async #receive(request: PageRequest): Promise<void> {
    switch (request.type) {
      case "ready":
        break;
      case "select-environment":
        await vscode.commands.executeCommand(commandIds.selectEnvironment);
        break;
      case "mend":
        await this.#mend();
        break;
      case "act":
        await vscode.commands.executeCommand(accountActions[request.action], request.api);
        break;
    }
    await this.#show();
  }

  async #mend(): Promise<void> {
    const { mend } = this.#presentedFailure() ?? {};
    if (mend === undefined || mend === "retry") return;
    await vscode.commands.executeCommand(mendingCommand(mend).command);
  }

  #presentedFailure(): FailurePresentation | undefined {
    if (this.#failure === undefined) return undefined;
    const inSandbox = this.#session.settings.environment === "sandbox";
    return failurePresentation(this.#failure, { inSandbox });
  }

  async #show(): Promise<void> {
    if (!this.#panel?.visible) return;
    const gathering = ++this.#gathering;
    const { settings } = this.#session;
    const rows = await this.#rows();
    if (gathering !== this.#gathering || !this.#panel) return;
    const failure = this.#presentedFailure();
    const view: AccountsView = {
      environment: environmentPresentation(settings.environment).title,
      real: guardsWrites(settings),
      rows,
      ...(failure && {
        failure: {
          message: failure.tooltip,
          remedy: failure.mend === "retry" ? "Try Again" : mendingCommand(failure.mend).title,
        },
      }),
      ...(this.#wanted !== undefined && { wanted: this.#wanted }),
    };
    this.#wanted = undefined;
    void this.#panel.webview.postMessage(view);
  }

  async #rows(): Promise<readonly AccountRow[]> {
    this.#failure = vscode.workspace.isTrusted
      ? undefined
      : new Obstacle("untrusted", "Requests are sent only from a folder that you trust.");
    try {
      const apis = await this.#session.apis();
      return await Promise.all(apis.map(async (api) => accountRow(api, await gather(this.#session, api))));
    } catch (error) {
      this.#failure = error;
      return [];
    }
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#panel?.dispose();
  }
}
