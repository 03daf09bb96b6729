/** The secret that a request is sent with: the key itself, or a token that is fetched once and shared until it ends. */
import type { Api, Credentials } from "../api.ts";
import type { Clock } from "./clock.ts";
import { RequestError } from "./errors.ts";

export interface Authorization {
  /** The headers that prove who sends the request. */
  headers(signal?: AbortSignal): Promise<Record<string, string>>;
  /** Whether a 401 may be mended by a new token. Forgets the token that `used` was made of. */
  renew(used: Record<string, string>): boolean;
  /** What to tell when the renewed one is refused as well. Absent: the refusal itself. */
  refusal?(cause: unknown): RequestError;
}

/** A token is renewed this long before it ends. */
const margin = 30_000;

export function authorizationFor(
  api: Api,
  credentials: Credentials,
  clock: Clock,
  exchange: (credentials: Credentials) => Promise<{ token: string; expiresIn: number }>,
): Authorization {
  if (!api.auth.exchange) {
    const key = Object.keys(api.auth.credentials)[0] ?? "key";
    return { headers: async () => api.auth.apply(credentials[key] ?? ""), renew: () => false };
  }
  let current: { headers: Record<string, string>; until: number } | undefined;
  let pending: Promise<Record<string, string>> | undefined;
  const fetchToken = async () => {
    const { token, expiresIn } = await exchange(credentials);
    const headers = api.auth.apply(token);
    current = { headers, until: clock.now() + expiresIn * 1000 - margin };
    return headers;
  };
  return {
    async headers(signal) {
      if (current && clock.now() < current.until) return current.headers;
      pending ??= fetchToken().finally(() => {
        pending = undefined;
      });
      return untilAborted(pending, signal);
    },
    renew(used) {
      if (current?.headers.authorization === used.authorization) current = undefined;
      return true;
    },
  };
}

/** One caller stops waiting; the others still get their token. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const { promise: first, resolve, reject } = Promise.withResolvers<T>();
  const stop = () =>
    reject(
      new RequestError("aborted", "The request was cancelled while its token was fetched.", {
        outcome: "not-sent",
      }),
    );
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  return first;
}
