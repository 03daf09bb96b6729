/** Signing in and out where an API documents OAuth. */
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { Accounts } from "./accounts.ts";
import { commands } from "./contributions.ts";

export function register(session: Session): Feature {
  const accounts = new Accounts(session);
  return {
    commands: bind(commands, {
      signIn: (slug) => accounts.signIn(slug),
      signOut: (slug) => accounts.signOut(slug),
    }),
    dispose: () => accounts.dispose(),
  };
}
