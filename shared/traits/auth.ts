/** How a request proves who sends it. The client applies, the sandbox checks. */
import type { Auth } from "../api.ts";
import { numberAt, textAt } from "./values.ts";

const scheme = "Bearer ";

const bearer = {
  apply: (secret: string) => ({ authorization: scheme + secret }),
  check: (headers: Record<string, string>) => {
    const value = headers.authorization;
    return value?.startsWith(scheme) ? value.slice(scheme.length) : undefined;
  },
};

/** `Authorization: Bearer <API_KEY>`. */
export const bearerKey: Auth = { ...bearer, credentials: { key: "API key" } };

/** Client credentials exchanged for a token that is then sent as `Authorization: Bearer <ACCESS_TOKEN>`. */
export function tokenExchange(operation: string): Auth {
  return {
    ...bearer,
    credentials: { clientId: "Client ID", clientSecret: "Client secret" },
    exchange: operation,
    exchangeBody: (credentials) => ({
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    }),
    isPublic: (name) => name === "clientId" || name === "client_id",
    readToken(body) {
      const token = textAt(body, "access_token") ?? textAt(body, "data.access_token");
      const expiresIn = numberAt(body, "expires_in") ?? numberAt(body, "data.expires_in") ?? 0;
      return token === undefined ? undefined : { token, expiresIn };
    },
  };
}
