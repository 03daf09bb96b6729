/** The page where addresses, keys, sign-ins and routes of all APIs are seen and mended. */
import { listOf } from "../records/node.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { AccountsPage } from "./accounts-page.ts";
import { commands } from "./contributions.ts";

export function register(session: Session): Feature {
  const page = new AccountsPage(session);
  return {
    commands: bind(commands, {
      manageAccounts: (of) =>
        page.open(of instanceof Object ? listOf(of).source.api.slug : (of ?? undefined)),
    }),
    dispose: () => page.dispose(),
  };
}
