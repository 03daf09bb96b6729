/** How each API is reached in the active environment: where, as whom, and what stands in the way. */
import * as vscode from "vscode";
import { type Api, type Credentials, documentedRoute, type Route, type Sendable } from "../../shared/api.ts";
import { baseAddress } from "../../shared/http/address.ts";
import type { Authorization } from "../../shared/http/authorization.ts";
import { isLoopback } from "../../shared/http/loopback.ts";
import type { Transport } from "../../shared/http/transport.ts";
import type { KeyOwner, Keys, TokenOwner } from "../../shared/keys/keys.ts";
import type { OAuthClient, Token } from "../../shared/oauth/token.ts";
import type { Tokens } from "../../shared/oauth/tokens.ts";
import type { SandboxDirectory } from "../../shared/sandbox/directory.ts";
import { Obstacle, type ObstacleKind } from "./obstacle.ts";
import { readSandboxDirectory, sandboxAddress } from "./sandbox-directory.ts";
import type { Settings } from "./settings.ts";
import { type Memory, Origins } from "./origins.ts";

/** How an API is reached in the active environment. */
interface Reach {
  baseUrl: string;
  owner: KeyOwner;
  routes: Readonly<Record<string, Route>>;
  credentials: () => Promise<Credentials | undefined>;
  /** Where the API documents OAuth. */
  signedIn?: (() => Promise<Authorization | undefined>) | undefined;
}

/** Where an API is in an environment. */
export interface Address {
  environment: string;
  baseUrl: string;
}

/** Where a request goes. It is resolved once: what a person has agreed to is sent there. */
export interface Target extends Address {
  route: Route;
}

/** What it needs of the session. */
interface Dependencies {
  settings(): Settings;
  transport(): Promise<Transport>;
  keys: Keys;
  tokens: Tokens;
  memory: Memory;
}

export class Access {
  readonly #needs: Dependencies;
  readonly #origins: Origins;
  #directory: Promise<SandboxDirectory> | undefined;

  constructor(needs: Dependencies) {
    this.#needs = needs;
    this.#origins = new Origins(needs.memory);
  }

  /** The sandbox may be another. */
  forget(): void {
    this.#directory = undefined;
  }

  /** Throws an Obstacle when the API can't be reached at all. */
  async to(api: Api): Promise<Reach> {
    if (!vscode.workspace.isTrusted)
      throw new Obstacle("untrusted", "Requests are sent only from a folder that you trust.");
    const { environment, baseUrls, routes } = this.#needs.settings();
    if (environment === "sandbox") {
      this.requireAllowed(api); // The sandbox is asked now.
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
      credentials: async () => (await this.#needs.keys.find(owner))?.credentials,
      signedIn: this.#signedIn(api, owner),
    };
  }

  /** Whether the operation has a route, documented or bound in the active environment. */
  async isBound(operation: Sendable): Promise<boolean> {
    return (await this.target(operation)).route !== undefined;
  }

  /**
   * Where a request of the operation goes; without a route when it is neither documented nor bound. Throws an Obstacle
   * when the API can't be reached at all.
   */
  async target(operation: Sendable): Promise<Address & { route?: Route }> {
    const { id } = operation;
    const { environment } = this.#needs.settings();
    const { baseUrl, routes } = await this.to(operation.api);
    const route = documentedRoute(operation) ?? (Object.hasOwn(routes, id) ? routes[id] : undefined);
    return { environment, baseUrl, ...(route && { route }) };
  }

  /** The credentials of the API in the active environment. */
  async credentials(api: Api): Promise<Credentials | undefined> {
    return (await this.to(api)).credentials();
  }

  /** What keeps an API from being used, before anything is sent to it. */
  async obstacle(api: Api): Promise<ObstacleKind | "no-key" | undefined> {
    try {
      this.requireAllowed(api);
      const { credentials, signedIn } = await this.to(api);
      return (await signedIn?.()) || (await credentials()) ? undefined : "no-key";
    } catch (error) {
      if (error instanceof Obstacle) return error.kind;
      return undefined; // The list will show what is wrong.
    }
  }

  /** Throws an Obstacle when the person has not allowed requests to the origin that the API has now. */
  requireAllowed(api: Api): void {
    const owner = this.newOrigin(api);
    if (owner)
      throw new Obstacle(
        "new-origin",
        `No request of ${api.title} has gone to ${owner.origin} in the ${owner.environment} environment yet. Allow requests to it first.`,
        owner.origin,
      );
  }

  /** The origin that the API has now, when the person has not allowed requests to it. */
  newOrigin(api: Api): KeyOwner | undefined {
    if (!vscode.workspace.isTrusted) return undefined;
    const { environment, sandboxUrl } = this.#needs.settings();
    if (environment !== "sandbox") {
      const owner = this.keyOwner(api);
      return owner && !this.#origins.isAllowed(owner) ? owner : undefined;
    }
    const { hostname, origin } = sandboxAddress(sandboxUrl);
    const owner = { api: api.slug, environment, origin };
    // The sandbox on this machine has its own keys and nothing else.
    return isLoopback(hostname) || this.#origins.isAllowed(owner) ? undefined : owner;
  }

  /** The person allows requests to the origins. */
  async allow(...owners: readonly KeyOwner[]): Promise<void> {
    await this.#origins.allow(...owners);
  }

  /** Undefined in the sandbox, which brings its own keys, and while no valid base address is set. */
  keyOwner(api: Api): KeyOwner | undefined {
    const { environment, baseUrls } = this.#needs.settings();
    const address = environment === "sandbox" ? undefined : baseUrls[environment]?.[api.slug];
    if (address === undefined) return undefined;
    try {
      return { api: api.slug, environment, origin: baseAddress(address).origin };
    } catch {
      return undefined;
    }
  }

  /** Whose sign-in to the API counts in the active environment. Throws an Obstacle while no address is set. */
  tokenOwner(slug: string): TokenOwner {
    const { environment, baseUrls, sandboxUrl } = this.#needs.settings();
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
    let owner: TokenOwner;
    try {
      owner = this.tokenOwner(slug);
    } catch {
      return undefined;
    }
    return this.#needs.tokens.find(owner);
  }

  /** What a sign-in to the API needs, as it is set, or as the sandbox says of itself. */
  async oauthSettings(api: Api): Promise<Partial<OAuthClient>> {
    const { environment, oauth } = this.#needs.settings();
    await this.to(api); // Trust and addresses come first.
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

  #signedIn(api: Api, { environment, origin }: KeyOwner): Reach["signedIn"] {
    if (!api.oauth) return undefined;
    const owner = { signedInTo: api.slug, environment, origin };
    return () => this.#needs.tokens.authorization(api, owner);
  }

  /** Asked once until something changes, also when there was no answer. */
  #sandbox(): Promise<SandboxDirectory> {
    if (this.#directory) return this.#directory;
    this.#directory = this.#needs
      .transport()
      .then((transport) => readSandboxDirectory(transport, this.#needs.settings().sandboxUrl));
    this.#directory.then(
      () => sayRunning(true),
      () => sayRunning(false),
    );
    return this.#directory;
  }
}

/** For the conditions of menus: whoever has started it, a sandbox answers at the address that is set. */
const sayRunning = (isRunning: boolean) =>
  void vscode.commands.executeCommand("setContext", "switchboard.sandboxRunning", isRunning);
