/** The one thing that every feature of the extension is handed. */
import * as vscode from "vscode";
import type { Api, Sendable } from "../../shared/api.ts";
import type { Caller } from "../../shared/client.ts";
import type { Transport } from "../../shared/http/transport.ts";
import { sessionStore } from "../../shared/keys/key-store.ts";
import { keychain } from "../../shared/keys/keychain.ts";
import { createKeys, describeRefusal, type KeyOwner, type Keys } from "../../shared/keys/keys.ts";
import { createTokens, type Tokens } from "../../shared/oauth/tokens.ts";
import { Access } from "./access.ts";
import { transportOptions } from "./network.ts";
import { secretStorage } from "./secret-storage.ts";
import { Budgets, type Use } from "./budgets.ts";
import { rememberedTokens } from "./remembered-tokens.ts";
import { type Act, inProgress } from "../run/question.ts";
import { ImportedDescriptions } from "./imported-descriptions.ts";
import { readSettings, settingNames, type Settings } from "./settings.ts";

export type Registry = typeof import("./registry.ts");

/** What an operation was answered with, in the environment that it was sent in: another may be active by then. */
export interface Told {
  operation: Sendable;
  body: unknown;
  environment: string;
}

export class Session implements vscode.Disposable {
  readonly context: vscode.ExtensionContext;
  readonly log = vscode.window.createOutputChannel("Switchboard", { log: true });
  readonly keys: Keys;
  readonly budgets = new Budgets();
  /** How each API is reached in the active environment. */
  readonly access: Access;
  readonly imports: ImportedDescriptions;
  readonly tokens: Tokens;
  #settings: Settings | undefined;
  #transport: Transport | undefined;
  readonly #callers = new Map<string, Caller>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #wrote = new vscode.EventEmitter<Sendable>();
  readonly #replied = new vscode.EventEmitter<Told>();
  readonly #worked = new vscode.EventEmitter<Sendable>();
  /** What is being done, by API, resource and identifier. */
  readonly #work = new Map<string, string>();
  readonly #disposables: vscode.Disposable[] = [
    this.log,
    this.#changed,
    this.#wrote,
    this.#replied,
    this.#worked,
  ];

  /** Whatever was read from an API may be different now: another environment, address, key, or a wish for fresh data. */
  readonly onDidChange = this.#changed.event;
  /** An operation has, or may have, changed records of its API. */
  readonly onDidWrite = this.#wrote.event;
  /** What an operation was answered with. */
  readonly onDidReply = this.#replied.event;
  /** What `workOn` answers for records of the operation's API is different now. */
  readonly onDidWork = this.#worked.event;

  constructor(context: vscode.ExtensionContext) {
    this.context = context;
    this.keys = createKeys([keychain(), secretStorage(context.secrets), sessionStore()], (refusal) =>
      this.log.warn(describeRefusal(refusal)),
    );
    this.imports = new ImportedDescriptions(
      vscode.Uri.joinPath(context.globalStorageUri, "openapi").fsPath,
      (message) => this.log.warn(message),
    );
    this.tokens = rememberedTokens(
      createTokens(this.keys, () => this.transport()),
      context.globalState,
    );
    this.access = new Access({
      settings: () => this.settings,
      transport: () => this.transport(),
      keys: this.keys,
      tokens: this.tokens,
      memory: context.globalState,
    });
    this.#disposables.push(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (settingNames.some((name) => event.affectsConfiguration(`switchboard.${name}`))) this.changed();
        if (!event.affectsConfiguration("http")) return;
        // What is under way keeps its transport, whose idle connections close by themselves.
        this.#transport = undefined;
        this.changed();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.changed()),
    );
  }

  get settings(): Settings {
    this.#settings ??= readSettings(userValue);
    return this.#settings;
  }

  changed(): void {
    this.#settings = undefined;
    this.access.forget();
    this.#callers.clear();
    this.imports.forget();
    this.#changed.fire();
  }

  isIn(environment: string): boolean {
    // VS Code writes the authority of an address in small letters.
    return this.settings.environment.toLowerCase() === environment.toLowerCase();
  }

  /** Throws an Error with words for the person when another environment is active. */
  requireEnvironment(environment: string): void {
    const active = this.settings.environment;
    if (!this.isIn(environment))
      throw new Error(
        `This is about the ${environment} environment, but the ${active} environment is active. Nothing was sent. Select the ${environment} environment first.`,
      );
  }

  /** What is being done to the record: "Deleting…". */
  workOn(api: Api, resource: string | undefined, id: string): string | undefined {
    return this.#work.get(`${api.slug} ${resource} ${id}`);
  }

  /** The record of the act shows that something is done to it, until the result is disposed. */
  inFlight({ operation, subject }: Act): vscode.Disposable {
    const { api } = operation;
    const name = `${api.slug} ${operation.resource} ${subject?.id}`;
    this.#work.set(name, `${inProgress(operation.title)}…`);
    this.#worked.fire(operation);
    return new vscode.Disposable(() => {
      this.#work.delete(name);
      this.#worked.fire(operation);
    });
  }

  replied(told: Told): void {
    this.#replied.fire(told);
  }

  wrote(operation: Sendable): void {
    this.#wrote.fire(operation);
  }

  registry(): Promise<Registry> {
    return import("./registry.ts");
  }

  /** A documented operation, else one that an imported description brought. */
  async operation(id: string): Promise<Sendable | undefined> {
    const { findOperation } = await this.registry();
    return findOperation(this, id);
  }

  /**
   * The client of an API. Throws an Obstacle when the API can't be reached at all, and an Error when it is not where
   * it was `agreed` to be.
   */
  async caller(api: Api, agreed?: { environment: string; baseUrl?: string | undefined }): Promise<Caller> {
    const { createCaller } = await this.registry();
    const { settings } = this;
    if (agreed) this.requireEnvironment(agreed.environment);
    this.access.requireAllowed(api);
    const { baseUrl, owner, routes, credentials, signedIn } = await this.access.to(api);
    if (agreed?.baseUrl !== undefined && agreed.baseUrl !== baseUrl)
      throw new Error(`The base address of ${api.title} has changed meanwhile. Nothing was sent; try again.`);
    const name = `${settings.environment} ${api.slug} ${baseUrl}`;
    const known = this.#callers.get(name);
    if (known) return known;
    const transport = await this.transport();
    const caller = createCaller(api, {
      baseUrl,
      credentials,
      signedIn,
      routes,
      transport,
      timeout: settings.requestTimeout,
      onBudget: (budget) => this.budgets.replied(api, owner, budget),
      trace: (line) => this.log.trace(line),
    });
    if (settings === this.#settings) this.#callers.set(name, caller);
    return caller;
  }

  /** What is left of the keys that the active environment uses at its present addresses. */
  uses(): Use[] {
    const { environment } = this.settings;
    const all = this.budgets.in(environment);
    return environment === "sandbox"
      ? all
      : all.filter(({ api, owner }) => this.access.keyOwner(api)?.origin === owner.origin);
  }

  /** The person allows requests to the origins. */
  async allowOrigins(...owners: readonly KeyOwner[]): Promise<void> {
    await this.access.allow(...owners);
    this.changed();
  }

  async transport(): Promise<Transport> {
    const { createTransport } = await this.registry();
    this.#transport ??= createTransport(transportOptions());
    return this.#transport;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    void this.#transport?.close();
  }
}

/**
 * The person's own value: a workspace can't redirect requests. VS Code ignores a workspace's value of such a setting,
 * but merges what a workspace sets below it, as `switchboard.baseUrls.live`; so the merged value is never read.
 */
function userValue(name: string): unknown {
  const found = vscode.workspace.getConfiguration("switchboard").inspect<unknown>(name);
  return found?.globalValue ?? found?.defaultValue;
}
