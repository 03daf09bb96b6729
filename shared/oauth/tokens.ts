/** The tokens of those who have signed in: kept beside the keys, and sent in place of them. */
import type { Api } from "../api.ts";
import { type Authorization, untilAborted } from "../http/authorization.ts";
import { type Outcome, RequestError } from "../http/errors.ts";
import type { Transport } from "../http/transport.ts";
import type { Keys, TokenOwner } from "../keys/keys.ts";
import { SignInError } from "./sign-in-error.ts";
import { fromCredentials, type Token, toCredentials } from "./token.ts";

/** A token is refreshed this long before it ends, in milliseconds. */
const margin = 30_000;

export interface Tokens {
  find(owner: TokenOwner): Promise<Token | undefined>;
  keep: (owner: TokenOwner, token: Token) => ReturnType<Keys["set"]>;
  forget: (owner: TokenOwner) => ReturnType<Keys["forget"]>;
  /** Undefined when nobody has signed in. All requests of an owner share one refresh. */
  authorization(api: Api, owner: TokenOwner): Promise<Authorization | undefined>;
}

export function createTokens(
  keys: Keys,
  transport: () => Promise<Transport>,
  now: () => number = Date.now,
): Tokens {
  const known = new Map<string, Authorization>();
  const tokens: Tokens = {
    async find(owner) {
      const found = await keys.find(owner);
      return found && fromCredentials(found.credentials);
    },
    keep: (owner, token) => keys.set(owner, toCredentials(token)),
    forget: (owner) => keys.forget(owner),
    async authorization(api, owner) {
      if (!(await tokens.find(owner))) return undefined;
      const name = `${owner.environment} ${owner.signedInTo} ${owner.origin}`;
      const authorization = known.get(name) ?? authorizationOf(api, owner, tokens, transport, now);
      known.set(name, authorization);
      return authorization;
    },
  };
  return tokens;
}

function authorizationOf(
  api: Api,
  owner: TokenOwner,
  tokens: Tokens,
  transport: () => Promise<Transport>,
  now: () => number,
): Authorization {
  /** The header that was answered with a 401. */
  let refused: string | undefined;
  let pending: Promise<Record<string, string>> | undefined;
  const ended = (cause?: unknown, outcome: Outcome = "not-sent") =>
    new RequestError("signed-out", `The sign-in to ${api.title} has ended. Sign in again.`, {
      outcome,
      cause,
    });

  const isGood = (token: Token) =>
    api.auth.apply(token.accessToken).authorization !== refused &&
    (token.endsAt ?? Number.POSITIVE_INFINITY) - now() > (token.refreshToken ? margin : 0);

  async function refreshed(): Promise<Record<string, string>> {
    const token = await tokens.find(owner);
    // Another refresh may have ended while this request looked its token up: a refresh token is good for one.
    if (token && isGood(token)) return api.auth.apply(token.accessToken);
    if (!token?.refreshToken) throw ended();
    const { refreshToken, ...spent } = token;
    const { refresh } = await import("./flow.ts");
    const replace = async (next: Token) => {
      // Meanwhile the person may have signed out, or in again.
      if ((await tokens.find(owner))?.accessToken !== token.accessToken) throw ended();
      await tokens.keep(owner, next);
    };
    const next = await refresh({ ...spent, refreshToken }, { transport: await transport(), now }).catch(
      async (error: unknown) => {
        if (!(error instanceof SignInError)) throw error;
        if (error.kind !== "refused")
          throw new RequestError("unreachable", error.message, { outcome: "not-sent", cause: error });
        await replace({ ...spent, endsAt: 0 });
        throw ended(error);
      },
    );
    await replace(next);
    return api.auth.apply(next.accessToken);
  }

  return {
    async headers(signal) {
      const token = await tokens.find(owner);
      if (token && isGood(token)) return api.auth.apply(token.accessToken);
      pending ??= refreshed().finally(() => {
        pending = undefined;
      });
      return untilAborted(pending, signal);
    },
    renew(used) {
      refused = used.authorization;
      return true;
    },
    refusal: (cause) => ended(cause, "rejected"),
  };
}
