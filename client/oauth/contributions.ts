import type { Api } from "../../shared/api.ts";
import { command } from "../session/contributions.ts";

export const commands = {
  signIn: command<[api?: string]>({ title: "Sign In…" }),
  signOut: command<[api?: string]>({ title: "Sign Out…" }),
};

/** Stands before an API's slug in the id of its authentication provider. */
export const providerPrefix = "switchboard-";

/** An entry in VS Code's Accounts menu for each API that documents OAuth. */
export const authentication = (apis: readonly Api[]) =>
  apis
    .filter(({ oauth }) => oauth)
    .map(({ slug, title }) => ({ id: `${providerPrefix}${slug}`, label: `${title} (Switchboard)` }));
