/** The sandbox's keys: who may do what, and how often. */
import {
  type Api,
  type Budget,
  type Credentials,
  type Headers,
  type NamedOperation,
  type Row,
  SandboxFault,
} from "../api.ts";

/** Keys that only open the local sandbox; they are printed, and the same at every start. */
export function sandboxCredentials(api: Api): Credentials {
  return Object.fromEntries(
    Object.keys(api.auth.credentials).map((name) => [name, `sandbox-${api.slug}-${name.toLowerCase()}`]),
  );
}

/** A key that may read and not write, where the API documents that permission can be missing. */
export const readOnlyKey = (api: Api): string | undefined =>
  api.statuses[403] && !api.auth.exchange ? `sandbox-${api.slug}-read-only` : undefined;

export interface Access {
  /** Throws the API's 401 or 403. Returns the secret, on which the budget is counted. */
  check(operation: NamedOperation, headers: Headers): string;
  /** Counts a request. */
  spend(secret: string): Required<Budget> & { exceeded: boolean };
  /** What is left for whoever sends these headers; of a secret that opens nothing, all. */
  left(headers: Headers): Required<Budget>;
  /** Checks an exchange of credentials, and remembers the token of the reply. */
  checkExchange(body: Row): void;
  remember(token: string, expiresIn: number): void;
}

const minute = 60_000;
const mostSecrets = 1000;

export function createAccess(api: Api, now: () => number, perMinute: number | undefined): Access {
  const credentials = sandboxCredentials(api);
  const readOnly = readOnlyKey(api);
  const limit = perMinute ?? api.rateLimit.tiers[0]?.perMinute ?? 1000;
  /** The time at which each secret ends. */
  const secrets = new Map<string, number>();
  if (!api.auth.exchange)
    for (const key of Object.values(credentials)) secrets.set(key, Number.POSITIVE_INFINITY);
  if (readOnly) secrets.set(readOnly, Number.POSITIVE_INFINITY);
  const windows = new Map<string, { start: number; used: number }>();
  const opens = (secret: string) => (secrets.get(secret) ?? 0) > now();
  const budget = (used: number): Required<Budget> => ({
    limit,
    remaining: Math.max(0, limit - used),
    reset: (windowStart() + minute) / 1000,
  });
  const windowStart = () => Math.floor(now() / minute) * minute;
  /** Tokens that have ended, or are the oldest of too many, and what they had used. */
  const prune = () => {
    for (const [secret, until] of secrets)
      if (until <= now() || (secrets.size >= mostSecrets && Number.isFinite(until))) secrets.delete(secret);
    for (const [secret, { start }] of windows) if (start < windowStart()) windows.delete(secret);
  };

  return {
    check(operation, headers) {
      if (operation.authorized === false) return "";
      const secret = api.auth.check(headers);
      if (secret === undefined)
        throw new SandboxFault(401, { message: "The Authorization header is missing." });
      if (!opens(secret))
        throw new SandboxFault(401, {
          message: api.auth.exchange ? "The token is unknown or has expired." : "The API key is unknown.",
        });
      if (secret === readOnly && operation.effect !== "read")
        throw new SandboxFault(403, { message: "This key may only read." });
      return secret;
    },
    spend(secret) {
      const start = windowStart();
      let window = windows.get(secret);
      if (window?.start !== start) windows.set(secret, (window = { start, used: 0 }));
      window.used++;
      return { ...budget(window.used), exceeded: window.used > limit };
    },
    left(headers) {
      const secret = api.auth.check(headers) ?? "";
      const window = opens(secret) ? windows.get(secret) : undefined;
      return budget(window?.start === windowStart() ? window.used : 0);
    },
    checkExchange(body) {
      const expected = api.auth.exchangeBody?.(credentials) ?? {};
      if (Object.entries(expected).some(([name, value]) => body[name] !== value))
        throw new SandboxFault(401, { message: "The client credentials are unknown." });
    },
    remember(token, expiresIn) {
      prune();
      secrets.set(token, now() + expiresIn * 1000);
    },
  };
}
