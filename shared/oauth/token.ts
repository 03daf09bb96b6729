/** What somebody who has signed in holds, and how it is kept beside the keys. */
import type { Credentials } from "../api.ts";

export interface OAuthClient {
  /** The whole address of the page that asks the person. */
  authorizeUrl: string;
  /** The whole address at which codes and refresh tokens are exchanged. */
  tokenUrl: string;
  clientId: string;
}

export interface Token {
  accessToken: string;
  /** Goes to `tokenUrl` alone, whatever the settings say by then. */
  refreshToken?: string;
  /** When the access token ends, in milliseconds since 1970. Absent where the service did not say. */
  endsAt?: number;
  scopes: readonly string[];
  tokenUrl: string;
  clientId: string;
}

export const toCredentials = ({ scopes, endsAt, ...texts }: Token): Credentials => ({
  ...texts,
  scopes: scopes.join(" "),
  ...(endsAt !== undefined && { endsAt: String(endsAt) }),
});

/** Undefined when a part is missing. */
export function fromCredentials(kept: Credentials): Token | undefined {
  const { accessToken, refreshToken, endsAt, scopes = "", tokenUrl, clientId } = kept;
  if (!accessToken || !tokenUrl || !clientId) return undefined;
  return {
    accessToken,
    tokenUrl,
    clientId,
    scopes: scopes.split(" ").filter(Boolean),
    ...(refreshToken && { refreshToken }),
    ...(endsAt !== undefined && { endsAt: Number(endsAt) }),
  };
}
