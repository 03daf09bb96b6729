/** What is known of an API in the active environment, for its row. */
import { type Api, documentedRoute, operationsOf } from "../../shared/api.ts";
import type { Session } from "../session/session.ts";
import type { AccountFacts } from "./account-row.ts";

/** Throws an Obstacle when the sandbox is active and can't be used. */
export async function gather({ access, keys, settings }: Session, api: Api): Promise<AccountFacts> {
  const { environment, baseUrls, routes } = settings;
  const inSandbox = environment === "sandbox";
  const open = operationsOf([api]).filter((operation) => !documentedRoute(operation));
  const bound = open.filter(({ id }) => Object.hasOwn(routes, id)).length;
  const token = api.oauth && (await access.token(api.slug));
  const facts = { inSandbox, scopes: token?.scopes, routes: { bound, unbound: open.length - bound } };
  if (inSandbox) return { ...facts, address: (await access.to(api)).baseUrl };
  const address = baseUrls[environment]?.[api.slug];
  const owner = access.keyOwner(api);
  return {
    ...facts,
    address,
    addressProblem:
      address === undefined
        ? undefined
        : !owner
          ? "invalid"
          : access.newOrigin(api)
            ? "not-allowed"
            : undefined,
    keyPlace: owner && (await keys.find(owner))?.place,
  };
}
