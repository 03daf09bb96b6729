/** The one thing that every feature of the extension is handed. It knows none of them. */
import * as vscode from "vscode";
import type { Api, RequestValues, Row, Sendable } from "../../shared/api.ts";
import type { Caller } from "../../shared/client.ts";
import type { NamedCollection } from "../../shared/collections.ts";
import type { RequestError } from "../../shared/http/errors.ts";
import type { Exchange } from "../../shared/http/send.ts";
import type { Transport } from "../../shared/http/transport.ts";
import { sessionStore } from "../../shared/keys/key-store.ts";
import { keychain } from "../../shared/keys/keychain.ts";
import { createKeys, describeRefusal, type KeyOwner, type Keys } from "../../shared/keys/keys.ts";
import { outdatedKeys } from "../../shared/keys/outdated-keys.ts";
import { createTokens, type Tokens } from "../../shared/oauth/tokens.ts";
import { Access, type Address, type Target } from "./access.ts";
import { Begun } from "./begun.ts";
import { Budgets, type Use } from "./budgets.ts";
import { ImportedDescriptions } from "./imported-descriptions.ts";
import { InFlight } from "./in-flight.ts";
import { transportOptions } from "./network.ts";
import { rememberedTokens } from "./remembered-tokens.ts";
import { secretStorage } from "./secret-storage.ts";
import { readSettings, settingNames, type Settings } from "./settings.ts";
import { userValue } from "./user-settings.ts";

/** What an operation was answered with, in the environment that it was sent in: another may be active by then. */
export interface ReceivedReply {
  operation: Sendable;
  body: unknown;
  environment: string;
}

/** A reply of any operation, also of one that was sent in the background; that of a failure has no body. */
export interface AnyReply {
  operation: Sendable;
  environment: string;
  status: number;
  body?: unknown;
}

/** The values of a request as people may see them. */
export interface ShownValues {
  /** What the request is called in its file. */
  name?: string | undefined;
  /** What is kept out of sight is a placeholder. */
  values: RequestValues;
  /** The placeholders that were filled, as they are written: any other `{{…}}` is text that was sent so. */
  placeholders: readonly string[];
  /** What was filled in, which a reply may repeat. */
  secrets: readonly string[];
}

/** What a person has sent, and what came of it. The reply is as it came: it may repeat what is kept out of sight. */
export interface Attempt extends ShownValues {
  operation: Sendable;
  target: Target;
  /** Milliseconds since 1970. */
  begun: number;
  /** The time that all attempts and the waits between them took, in milliseconds. */
  duration: number;
  result: Exchange | RequestError;
}

/** The rows of a list as far as they have been read, in the active environment. */
export interface ReadList {
  source: NamedCollection;
  /** `key` identifies the record. */
  rows: readonly { key: string; row: Row }[];
}

/** Whose records have changed, as a service says by itself. */
export interface Announcement {
  api: Api;
  resources: readonly string[];
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
  readonly inFlight: InFlight;
  readonly begun: Begun;
  #settings: Settings | undefined;
  #transport: Transport | undefined;
  readonly #callers = new Map<string, Caller>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #wrote = new vscode.EventEmitter<Sendable>();
  readonly #replied = new vscode.EventEmitter<ReceivedReply>();
  readonly #received = new vscode.EventEmitter<AnyReply>();
  readonly #attempted = new vscode.EventEmitter<Attempt>();
  readonly #listed = new vscode.EventEmitter<ReadList>();
  readonly #marked = new vscode.EventEmitter<Sendable>();
  readonly #announced = new vscode.EventEmitter<Announcement>();
  readonly #signing = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[] = [
    this.log,
    this.#changed,
    this.#wrote,
    this.#replied,
    this.#received,
    this.#attempted,
    this.#listed,
    this.#marked,
    this.#announced,
    this.#signing,
  ];

  /** Whatever was read from an API may be different now: another environment, address, key, or a wish for fresh data. */
  readonly onDidChange = this.#changed.event;
  /** An operation has, or may have, changed records of its API. */
  readonly onDidWrite = this.#wrote.event;
  /** What an operation was answered with. */
  readonly onDidReply = this.#replied.event;
  /** Any reply has come. */
  readonly onDidReceive = this.#received.event;
  /** A person has sent something. Lists that are read in the background are not among it. */
  readonly onDidAttempt = this.#attempted.event;
  /** Rows of a list were read. */
  readonly onDidList = this.#listed.event;
  /** What is in flight for records of the operation's API is different now. */
  readonly onDidMark = this.#marked.event;
  /** A webhook says that records have changed. */
  readonly onDidAnnounce = this.#announced.event;
  /** A secret that signs webhooks was set or forgotten. */
  readonly onDidChangeSigning = this.#signing.event;

  constructor(context: vscode.ExtensionContext) {
    this.context = context;
    this.inFlight = new InFlight((operation) => this.#marked.fire(operation));
    this.begun = new Begun(vscode.Uri.joinPath(context.globalStorageUri, "begun").fsPath, (message) =>
      this.log.warn(message),
    );
    this.keys = createKeys(
      [keychain(), secretStorage(context.secrets), sessionStore()],
      (refusal) => this.log.warn(describeRefusal(refusal)),
      outdatedKeys(),
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

  replied(reply: ReceivedReply): void {
    this.#replied.fire(reply);
  }

  attempted(attempt: Attempt): void {
    this.#attempted.fire(attempt);
  }

  wrote(operation: Sendable): void {
    this.#wrote.fire(operation);
  }

  listed(list: ReadList): void {
    this.#listed.fire(list);
  }

  announced(announcement: Announcement): void {
    this.#announced.fire(announcement);
  }

  signingChanged(): void {
    this.#signing.fire();
  }

  /** The descriptions of the APIs, which are loaded when they are first asked for. */
  async apis(): Promise<readonly Api[]> {
    return (await import("../../shared/apis/index.ts")).apis;
  }

  /**
   * The client of an API. Throws an Obstacle when the API can't be reached at all, and an Error when it is not at the
   * address that a person has `agreed` to.
   */
  async caller(api: Api, agreed?: Address): Promise<Caller> {
    const { createCaller } = await import("../../shared/client.ts");
    const { settings } = this;
    if (agreed) this.requireEnvironment(agreed.environment);
    this.access.requireAllowed(api);
    const { baseUrl, owner, routes, credentials, signedIn } = await this.access.to(api);
    if (agreed && agreed.baseUrl !== baseUrl)
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
      onReply: (operation, { status, body }) =>
        this.#received.fire({ operation, environment: settings.environment, status, body }),
      trace: (line) => this.log.info(line),
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
    const { createTransport } = await import("../../shared/http/transport.ts");
    this.#transport ??= createTransport(transportOptions());
    return this.#transport;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    void this.#transport?.close();
  }
}
