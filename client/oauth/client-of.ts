/** Whether what is set for a sign-in is all there, and can be used. */
import { isLoopback } from "../../shared/http/loopback.ts";
import { SignInError } from "../../shared/oauth/sign-in-error.ts";
import type { OAuthClient } from "../../shared/oauth/token.ts";

/** Throws a SignInError that names what is missing or wrong. `place`: "the live environment". */
export function clientOf(set: Partial<OAuthClient>, title: string, place: string): OAuthClient {
  const { authorizeUrl, tokenUrl, clientId } = set;
  const wanted = (name: string, why: string) =>
    new SignInError(
      "not-configured",
      `Signing in to ${title} needs ${why} in ${place}. Set ${name} in switchboard.oauth.`,
    );
  if (!authorizeUrl) throw wanted("authUrl", "the address of its authorization server");
  if (!clientId) throw wanted("clientId", "the client id of your application");
  if (!tokenUrl)
    throw wanted("tokenUrl", "the address of its token endpoint, which its documentation does not show,");
  for (const [name, address] of [
    ["authUrl", authorizeUrl],
    ["tokenUrl", tokenUrl],
  ] as const)
    if (!isSafe(address))
      throw new SignInError(
        "not-configured",
        `The ${name} of ${title} in ${place} is not an https:// address without user name, query and fragment. Correct it in switchboard.oauth.`,
      );
  return { authorizeUrl, tokenUrl, clientId };
}

/** `https:`, or `http:` on this machine. */
function isSafe(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password || url.search || url.hash) return false;
  const local = isLoopback(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && local);
}
