/** One API's sign-in in the active environment, as VS Code's authentication knows it. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import { placeNames } from "../../shared/keys/key-store.ts";
import { describeRefusal, type TokenOwner } from "../../shared/keys/keys.ts";
import { SignInError } from "../../shared/oauth/sign-in-error.ts";
import type { Token } from "../../shared/oauth/token.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showInformation, showingCancellableWork, showWarning } from "../text/notifications.ts";
import { clientOf } from "./client-of.ts";
import type { Redirects } from "./redirect.ts";
import { showQuickPick } from "../text/questions.ts";

export class Account implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly label: string;
  readonly slug: string;
  readonly #session: Session;
  readonly #redirects: Redirects;
  readonly #sessionsChanged =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #disposables: vscode.Disposable[];
  /** What VS Code was told last. */
  #shown: vscode.AuthenticationSession | undefined;
  /** The sign-in that waits for the browser: there is one redirect at a time. */
  #waiting: { stop: AbortController; token: PromiseLike<Token> } | undefined;

  readonly onDidChangeSessions = this.#sessionsChanged.event;

  constructor(session: Session, redirects: Redirects, id: string, label: string, slug: string) {
    this.#session = session;
    this.#redirects = redirects;
    this.label = label;
    this.slug = slug;
    this.#disposables = [
      this.#sessionsChanged,
      vscode.authentication.registerAuthenticationProvider(id, label, this, {
        supportsMultipleAccounts: false,
      }),
      // Another environment has another sign-in.
      session.onDidChange(() => void this.#announce()),
    ];
  }

  async getSessions(scopes: readonly string[] | undefined): Promise<vscode.AuthenticationSession[]> {
    const kept = await this.#kept();
    const covers = (scopes ?? []).every((scope) => kept?.scopes.includes(scope));
    if (!kept || !covers) return [];
    this.#shown ??= kept;
    return [kept];
  }

  /** Without scopes the person chooses them. */
  async createSession(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const session = this.#session;
    const api = await this.#api();
    const owner = session.access.tokenOwner(api.slug);
    const client = clientOf(
      await session.access.oauthSettings(api),
      api.title,
      `the ${owner.environment} environment`,
    );
    const chosen = scopes.length > 0 ? scopes : await askScopes(api);
    if (!chosen) throw new SignInError("cancelled", "Signing in was cancelled.");
    const { signIn } = await import("../../shared/oauth/sign-in.ts");
    const token = await this.#alone((stop) =>
      showingCancellableWork(
        `Signing in to ${api.title}: waiting for your answer in the browser`,
        stop,
        async () =>
          signIn(client, chosen, {
            redirect: await this.#redirects.open(),
            transport: await session.transport(),
            signal: stop.signal,
            open: async (address) => openExternal(address),
          }),
      ),
    );
    const { place, refusals } = await session.tokens.keep(owner, token);
    session.log.info(`The sign-in to ${api.slug} for ${owner.origin} is kept in ${placeNames[place]}.`);
    if (place === "session")
      void showWarning(
        `You are signed in to ${api.title} until this window closes, because no safe place for the token works here. ${refusals.map(describeRefusal).join(" ")}`,
      );
    else showBriefly("account", `Signed in to ${api.title}.`);
    session.changed();
    return sessionOf(owner, token);
  }

  async removeSession(): Promise<void> {
    const session = this.#session;
    const api = await this.#api();
    const owner = session.access.tokenOwner(api.slug);
    if (!(await session.access.token(api.slug)))
      return void showInformation(
        `Nobody is signed in to ${api.title} in the ${owner.environment} environment.`,
      );
    const { refusals } = await session.tokens.forget(owner);
    session.changed();
    for (const refusal of refusals)
      session.log.warn(`Signing out of ${api.slug}: ${describeRefusal(refusal)}`);
    showBriefly("account", `Signed out of ${api.title}. Its key is used again.`);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** A sign-in that waits already is given up for the new one. */
  async #alone(start: (stop: AbortController) => PromiseLike<Token>): Promise<Token> {
    const before = this.#waiting;
    const stop = new AbortController();
    before?.stop.abort();
    await before?.token.then(undefined, () => {}); // Whoever started it is told.
    const token = start(stop);
    this.#waiting = { stop, token };
    return token;
  }

  async #api(): Promise<Api> {
    const api = (await this.#session.apis()).find(({ slug }) => slug === this.slug);
    if (!api?.oauth) throw new Error(`${this.slug} has no OAuth.`);
    return api;
  }

  /** Asked when the window opens: it loads no description of an API, and sends nothing. */
  async #kept(): Promise<vscode.AuthenticationSession | undefined> {
    const token = await this.#session.access.token(this.slug);
    return token && sessionOf(this.#session.access.tokenOwner(this.slug), token);
  }

  async #announce(): Promise<void> {
    const now = await this.#kept();
    const before = this.#shown;
    if (now?.accessToken === before?.accessToken) return;
    this.#shown = now;
    this.#sessionsChanged.fire({
      added: now ? [now] : [],
      removed: before ? [before] : [],
      changed: [],
    });
  }
}

/**
 * VS Code takes the text too, and then opens it as it is; a Uri is decoded and encoded anew, which loses the difference
 * between a plus sign and a space. Its type has the Uri alone.
 */
const openExternal = ({ href }: URL) => vscode.env.openExternal(href as unknown as vscode.Uri);

function sessionOf(owner: TokenOwner, token: Token): vscode.AuthenticationSession {
  const { environment } = owner;
  const name = `${environment[0]?.toUpperCase()}${environment.slice(1)}`;
  return {
    id: `${owner.signedInTo} ${environment} ${owner.origin}`,
    accessToken: token.accessToken,
    // Who signed in is not documented to be told.
    account: { id: `${environment} ${owner.signedInTo}`, label: `${name} environment` },
    scopes: token.scopes,
  };
}

/** Undefined when the person does not want to go on. */
async function askScopes(api: Api): Promise<readonly string[] | undefined> {
  const picked = await showQuickPick(
    (api.oauth?.scopes ?? []).map((label) => ({ label, picked: true })),
    {
      title: `Sign in to ${api.title}: what may Switchboard do for you?`,
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  return picked && picked.length > 0 ? picked.map(({ label }) => label) : undefined;
}
