/** The one thing that every feature of the extension is handed. */
import * as vscode from "vscode";
import { type Api, type Credentials, documentedRoute, type Route, type Sendable } from "../shared/api.ts";
import type { Caller } from "../shared/client.ts";
import { baseAddress } from "../shared/http/address.ts";
import { isLoopback } from "../shared/http/proxy.ts";
import type { Authorization } from "../shared/http/authorization.ts";
import type { Transport } from "../shared/http/transport.ts";
import { sessionStore } from "../shared/keys/key-store.ts";
import { keychain } from "../shared/keys/keychain.ts";
import {
  createKeys,
  describeRefusal,
  type KeyOwner,
  type Keys,
  type TokenOwner,
} from "../shared/keys/keys.ts";
import type { OAuthClient, Token } from "../shared/oauth/token.ts";
import { createTokens, type Tokens } from "../shared/oauth/tokens.ts";
import type { SandboxDirectory } from "../shared/sandbox/directory.ts";
import { Budgets, type Use } from "./limits/budgets.ts";
import { transportOptions } from "./environments/network.ts";
import { Obstacle, type ObstacleKind } from "./failures/obstacle.ts";
import { Origins } from "./environments/origins.ts";
import { type Act, inProgress } from "./operations/question.ts";
import { ImportedDescriptions } from "./routes/imported-descriptions.ts";
import { readSandboxDirectory } from "./sandbox/sandbox-directory.ts";
import { secretStorage } from "./keys/secret-storage.ts";
import { readSettings, settingNames, type Settings } from "./settings.ts";

export type Registry = typeof import("./registry.ts");

/** How an API is reached in the active environment. */
interface Reach {
  baseUrl: string;
  owner: KeyOwner;
  routes: Readonly<Record<string, Route>>;
  credentials: () => Promise<Credentials | undefined>;
  /** Where the API documents OAuth. */
  signedIn?: (() => Promise<Authorization | undefined>) | undefined;
}

/** What an operation was answered with, in the environment that it was sent in: another may be active by then. */
export interface Told {
  named: Sendable;
  body: unknown;
  environment: string;
}

export interface Target {
  /** The base address of the API. */
  baseUrl: string;
  /** Absent: neither documented nor bound. */
  route?: Route;
}

/** In VS Code's memory for the extension; no secret. */
const everSignedIn = "oauth.everSignedIn";

export class Session implements vscode.Disposable {
  readonly context: vscode.ExtensionContext;
  readonly log = vscode.window.createOutputChannel("Switchboard", { log: true });
  readonly keys: Keys;
  readonly budgets = new Budgets();
  readonly #origins: Origins;
  readonly imports: ImportedDescriptions;
  readonly tokens: Tokens;
  #settings: Settings | undefined;
  #transport: Transport | undefined;
  #directory: Promise<SandboxDirectory> | undefined;
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
    this.#origins = new Origins(context.globalState);
    this.keys = createKeys([keychain(), secretStorage(context.secrets), sessionStore()], (refusal) =>
      this.log.warn(describeRefusal(refusal)),
    );
    this.imports = new ImportedDescriptions(
      vscode.Uri.joinPath(context.globalStorageUri, "openapi").fsPath,
      (message) => this.log.warn(message),
    );
    this.tokens = createTokens(this.keys, () => this.transport());
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
    this.#directory = undefined;
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
  inFlight({ named, subject }: Act): vscode.Disposable {
    const { api, operation } = named;
    const name = `${api.slug} ${operation.resource} ${subject?.id}`;
    this.#work.set(name, `${inProgress(operation.title)}…`);
    this.#worked.fire(named);
    return new vscode.Disposable(() => {
      this.#work.delete(name);
      this.#worked.fire(named);
    });
  }

  replied(told: Told): void {
    this.#replied.fire(told);
  }

  wrote(named: Sendable): void {
    this.#wrote.fire(named);
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
    this.#refuseNewOrigin(api);
    const { baseUrl, owner, routes, credentials, signedIn } = await this.#reach(api);
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

  /** Whether the operation has a route, documented or bound in the active environment. */
  async isBound(named: Sendable): Promise<boolean> {
    return (await this.target(named)).route !== undefined;
  }

  /** Where a request of the operation goes. Throws an Obstacle when the API can't be reached at all. */
  async target({ api, id, operation }: Sendable): Promise<Target> {
    const { baseUrl, routes } = await this.#reach(api);
    const route = documentedRoute(operation) ?? (Object.hasOwn(routes, id) ? routes[id] : undefined);
    return { baseUrl, ...(route && { route }) };
  }

  /** The credentials of the API in the active environment. */
  async credentials(api: Api): Promise<Credentials | undefined> {
    return (await this.#reach(api)).credentials();
  }

  /** What keeps an API from being used, before anything is sent to it. */
  async obstacle(api: Api): Promise<ObstacleKind | "no-key" | undefined> {
    try {
      this.#refuseNewOrigin(api);
      const { credentials, signedIn } = await this.#reach(api);
      return (await signedIn?.()) || (await credentials()) ? undefined : "no-key";
    } catch (error) {
      if (error instanceof Obstacle) return error.kind;
      return undefined; // The list will show what is wrong.
    }
  }

  /** Undefined in the sandbox, which brings its own keys, and while no valid base address is set. */
  keyOwner(api: Api): KeyOwner | undefined {
    const { environment, baseUrls } = this.settings;
    const address = environment === "sandbox" ? undefined : baseUrls[environment]?.[api.slug];
    if (address === undefined) return undefined;
    try {
      return { api: api.slug, environment, origin: baseAddress(address).origin };
    } catch {
      return undefined;
    }
  }

  /** What is left of the keys that the active environment uses at its present addresses. */
  uses(): Use[] {
    const { environment } = this.settings;
    const all = this.budgets.in(environment);
    return environment === "sandbox"
      ? all
      : all.filter(({ api, owner }) => this.keyOwner(api)?.origin === owner.origin);
  }

  /** The origin that the API has now, when the person has not allowed requests to it. */
  newOrigin(api: Api): KeyOwner | undefined {
    if (!vscode.workspace.isTrusted) return undefined;
    const { environment, sandboxUrl } = this.settings;
    if (environment !== "sandbox") {
      const owner = this.keyOwner(api);
      return owner && !this.#origins.isAllowed(owner) ? owner : undefined;
    }
    const { hostname, origin } = baseAddress(sandboxUrl);
    const owner = { api: api.slug, environment, origin };
    // The sandbox on this machine has its own keys and nothing else.
    return isLoopback(hostname) || this.#origins.isAllowed(owner) ? undefined : owner;
  }

  /** The person allows requests to the origins. */
  async allowOrigins(...owners: readonly KeyOwner[]): Promise<void> {
    await this.#origins.allow(...owners);
    this.changed();
  }

  #refuseNewOrigin(api: Api): void {
    const owner = this.newOrigin(api);
    if (owner)
      throw new Obstacle(
        "new-origin",
        `No request of ${api.title} has gone to ${owner.origin} in the ${owner.environment} environment yet. Allow requests to it first.`,
        owner.origin,
      );
  }

  /** Whose sign-in to the API counts in the active environment. Throws an Obstacle while no address is set. */
  tokenOwner(slug: string): TokenOwner {
    const { environment, baseUrls, sandboxUrl } = this.settings;
    const address = environment === "sandbox" ? sandboxUrl : baseUrls[environment]?.[slug];
    if (address === undefined)
      throw new Obstacle(
        "no-address",
        `No base address is set for ${slug} in the ${environment} environment.`,
      );
    return { signedInTo: slug, environment, origin: baseAddress(address).origin };
  }

  /** The token of whoever is signed in. Undefined also while it can't be known whose sign-in counts. */
  async token(slug: string): Promise<Token | undefined> {
    if (!this.#mayBeSignedIn) return undefined;
    let owner: TokenOwner;
    try {
      owner = this.tokenOwner(slug);
    } catch {
      return undefined;
    }
    return this.tokens.find(owner);
  }

  async keepToken(owner: TokenOwner, token: Token): ReturnType<Tokens["keep"]> {
    const kept = await this.tokens.keep(owner, token);
    await this.context.globalState.update(everSignedIn, true);
    return kept;
  }

  /** Before the first sign-in ever the keychain is not asked for a token. */
  get #mayBeSignedIn(): boolean {
    return this.context.globalState.get<boolean>(everSignedIn) === true;
  }

  /** What a sign-in to the API needs, as it is set, or as the sandbox says of itself. */
  async oauthSettings(api: Api): Promise<Partial<OAuthClient>> {
    const { environment, oauth } = this.settings;
    await this.#reach(api); // Trust and addresses come first.
    if (environment === "sandbox") {
      const { url, apis } = await this.#sandbox();
      const addresses = apis[api.slug]?.oauth;
      const own = Object.values(addresses ?? {}).every(
        (address) => URL.parse(address)?.origin === new URL(url).origin,
      );
      return own ? { ...addresses, clientId: "switchboard" } : {};
    }
    const { authUrl, tokenUrl, clientId } = oauth[environment]?.[api.slug] ?? {};
    return {
      ...(authUrl && { authorizeUrl: authUrl.replace(/\/+$/, "") + api.oauth?.authorizePath }),
      ...(tokenUrl && { tokenUrl }),
      ...(clientId && { clientId }),
    };
  }

  async transport(): Promise<Transport> {
    const { createTransport } = await this.registry();
    this.#transport ??= createTransport(transportOptions());
    return this.#transport;
  }

  #signedIn(api: Api, { environment, origin }: KeyOwner): Reach["signedIn"] {
    if (!api.oauth) return undefined;
    const owner = { signedInTo: api.slug, environment, origin };
    return async () => (this.#mayBeSignedIn ? this.tokens.authorization(api, owner) : undefined);
  }

  async #reach(api: Api): Promise<Reach> {
    if (!vscode.workspace.isTrusted)
      throw new Obstacle("untrusted", "Requests are sent only from a folder that you trust.");
    const { environment, baseUrls, routes } = this.settings;
    if (environment === "sandbox") {
      this.#refuseNewOrigin(api); // The sandbox is asked now.
      const directory = await this.#sandbox();
      const entry = directory.apis[api.slug];
      if (!entry) throw new Obstacle("no-address", `The running sandbox has no ${api.title}. Restart it.`);
      const owner = { api: api.slug, environment, origin: baseAddress(entry.baseUrl).origin };
      return {
        baseUrl: entry.baseUrl,
        owner,
        routes: { ...routes, ...directory.routes },
        credentials: async () => entry.credentials,
        signedIn: this.#signedIn(api, owner),
      };
    }
    const baseUrl = baseUrls[environment]?.[api.slug];
    if (baseUrl === undefined)
      throw new Obstacle(
        "no-address",
        `No base address is set for ${api.title} in the ${environment} environment.`,
      );
    const owner = { api: api.slug, environment, origin: baseAddress(baseUrl).origin };
    return {
      baseUrl,
      owner,
      routes,
      credentials: async () => (await this.keys.find(owner))?.credentials,
      signedIn: this.#signedIn(api, owner),
    };
  }

  /** Asked once until something changes, also when there was no answer. */
  #sandbox(): Promise<SandboxDirectory> {
    this.#directory ??= this.transport().then((transport) =>
      readSandboxDirectory(transport, this.settings.sandboxUrl),
    );
    return this.#directory;
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
