/** Signing in and out: one account in VS Code's Accounts menu for each API that package.json names there. */
import * as vscode from "vscode";
import { Account } from "./account.ts";
import { providerPrefix } from "./contributions.ts";
import { Redirects } from "./redirect.ts";
import type { Session } from "../session/session.ts";
import { showQuickPick } from "../text/questions.ts";

export class Accounts implements vscode.Disposable {
  readonly #accounts: readonly Account[];
  readonly #redirects: Redirects;

  constructor(session: Session) {
    this.#redirects = new Redirects(session);
    const manifest: { contributes: { authentication: { id: string; label: string }[] } } =
      session.context.extension.packageJSON;
    this.#accounts = manifest.contributes.authentication.map(
      ({ id, label }) => new Account(session, this.#redirects, id, label, id.slice(providerPrefix.length)),
    );
  }

  /** `slug` names the API; without it the person picks one where there are several. */
  async signIn(slug?: string): Promise<void> {
    await (await this.#pick("Sign in to which API?", slug))?.createSession([]);
  }

  async signOut(slug?: string): Promise<void> {
    await (await this.#pick("Sign out of which API?", slug))?.removeSession();
  }

  async #pick(title: string, slug: string | undefined): Promise<Account | undefined> {
    const named = this.#accounts.find((account) => account.slug === slug);
    if (named) return named;
    if (this.#accounts.length === 1) return this.#accounts[0];
    const items = this.#accounts.map((account) => ({ label: account.label, account }));
    return (await showQuickPick(items, { title }))?.account;
  }

  dispose(): void {
    this.#redirects.dispose();
    for (const account of this.#accounts) account.dispose();
  }
}
