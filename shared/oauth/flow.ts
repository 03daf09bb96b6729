/** The authorization-code flow with PKCE (RFC 6749, RFC 7636) and the refresh of a token. */
import { plainText } from "../plain-text.ts";
import * as oauth from "oauth4webapi";
import { maskOf } from "../http/mask.ts";
import { ExchangeFailed, type Transport } from "../http/transport.ts";
import { SignInError } from "./sign-in-error.ts";
import type { OAuthClient, Token } from "./token.ts";

export interface Question {
  /** The page that the system's browser is to show. */
  address: URL;
  /** Takes the one answer; throws a SignInError. */
  answer: (redirected: URL, signal: AbortSignal) => Promise<Token>;
}

export interface FlowOptions {
  transport: Transport;
  now?: () => number;
}

type Issued = Pick<OAuthClient, "tokenUrl" | "clientId">;

/** How long the token endpoint may take to answer, in milliseconds. */
const patience = 30_000;

export async function question(
  client: OAuthClient,
  scopes: readonly string[],
  redirectUri: string,
  options: FlowOptions,
): Promise<Question> {
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const address = new URL(client.authorizeUrl);
  const query = {
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: scopes.join(" "),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  let used = false;
  return {
    address,
    answer: async (redirected, signal) => {
      if (used) throw new SignInError("failed", "This sign-in was answered already. Sign in again.");
      used = true;
      const parameters = checked(client, redirected, state);
      return tokenFor(client, scopes, options, signal, async (request) =>
        oauth.processAuthorizationCodeResponse(
          serverOf(client),
          clientOf(client),
          await oauth.authorizationCodeGrantRequest(
            serverOf(client),
            clientOf(client),
            oauth.None(),
            parameters,
            redirectUri,
            verifier,
            request,
          ),
        ),
      );
    },
  };
}

/** RFC 6749 section 6: the reply may bring another refresh token, else the old one stays. Throws a SignInError. */
export async function refresh(
  token: Token & { refreshToken: string },
  options: FlowOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<Token> {
  const next = await tokenFor(token, token.scopes, options, signal, async (request) =>
    oauth.processRefreshTokenResponse(
      serverOf(token),
      clientOf(token),
      await oauth.refreshTokenGrantRequest(
        serverOf(token),
        clientOf(token),
        oauth.None(),
        token.refreshToken,
        request,
      ),
    ),
  );
  return { refreshToken: token.refreshToken, ...next };
}

/** The service's name for itself is not documented; it is compared with nothing here. */
const serverOf = ({ tokenUrl }: Issued): oauth.AuthorizationServer => ({
  issuer: new URL(tokenUrl).origin,
  token_endpoint: tokenUrl,
});

const clientOf = ({ clientId }: Issued): oauth.Client => ({ client_id: clientId });

function checked(client: OAuthClient, { searchParams }: URL, state: string): URLSearchParams {
  const given = new URLSearchParams(searchParams);
  given.delete("iss"); // Which name would be right is not documented.
  const states = given.getAll("state");
  if (states.length !== 1 || states[0] !== state)
    throw new SignInError("failed", "The browser's answer belongs to another sign-in. Sign in again.");
  try {
    return oauth.validateAuthResponse(serverOf(client), clientOf(client), given, state);
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError))
      throw new SignInError("failed", "The browser's answer holds no code. Sign in again.", error);
    if (error.error === "access_denied")
      throw new SignInError(
        "refused",
        "Access was denied in the browser. To sign in, start again and allow it.",
        error,
      );
    throw new SignInError(
      "refused",
      `The service refused to ask: ${words(error.error, error.error_description)}. Check the client id and the scopes.`,
      error,
    );
  }
}

async function tokenFor(
  client: Issued,
  scopes: readonly string[],
  { transport, now = Date.now }: FlowOptions,
  signal: AbortSignal,
  ask: (request: oauth.TokenEndpointRequestOptions) => Promise<oauth.TokenEndpointResponse>,
): Promise<Token> {
  const { host, protocol } = new URL(client.tokenUrl);
  const late = AbortSignal.timeout(patience);
  try {
    const reply = await ask({
      signal: AbortSignal.any([signal, late]),
      // Plain HTTP was let through for this machine alone, where the address was read.
      [oauth.allowInsecureRequests]: protocol === "http:",
      [oauth.customFetch]: throughOur(transport),
    });
    if (reply.token_type !== "bearer") throw new Error(`The token is of type ${reply.token_type}`);
    return {
      tokenUrl: client.tokenUrl,
      clientId: client.clientId,
      accessToken: reply.access_token,
      scopes: reply.scope?.split(" ").filter(Boolean) ?? scopes,
      ...(reply.refresh_token && { refreshToken: reply.refresh_token }),
      ...(reply.expires_in !== undefined && { endsAt: now() + reply.expires_in * 1000 }),
    };
  } catch (error) {
    if (signal.aborted) throw new SignInError("cancelled", "Signing in was cancelled.", error);
    if (late.aborted)
      throw new SignInError("failed", `${host} did not answer in time. Sign in again.`, error);
    if (error instanceof ExchangeFailed)
      throw new SignInError(
        "failed",
        `The token endpoint at ${host} could not be reached: ${error.message}. Check the network and the address, then sign in again.`,
        error,
      );
    if (error instanceof oauth.ResponseBodyError && error.status < 500)
      throw new SignInError(
        "refused",
        `The token endpoint at ${host} refused: ${words(error.error, error.error_description)}. Sign in again; if that does not help, check the client id.`,
        error,
      );
    throw new SignInError(
      "failed",
      `The token endpoint at ${host} did not answer with a token. Check its address, then sign in again.`,
      error,
    );
  }
}

/** So that certificates and redirects are treated as everywhere else: none is followed, and no check is off. */
const throughOur =
  (transport: Transport) =>
  async (
    url: string,
    { method, headers, body, signal }: oauth.CustomFetchOptions<"POST", URLSearchParams>,
  ): Promise<Response> => {
    const reply = await transport.exchange(
      { method, url: new URL(url), headers, body: body.toString() },
      signal ?? AbortSignal.timeout(patience),
    );
    const bodiless = [101, 204, 205, 304].includes(reply.status);
    const type = reply.headers["content-type"];
    // A refusal that repeats what was sent; a success may hand the same refresh token out again.
    const bytes = reply.status < 400 ? new Uint8Array(reply.body) : withoutSecrets(reply.body, body);
    return new Response(bodiless ? null : bytes, {
      status: reply.status,
      headers: type === undefined ? {} : { "content-type": type },
    });
  };

function withoutSecrets(reply: Uint8Array, sent: URLSearchParams): string {
  const secrets = ["code", "code_verifier", "refresh_token"].flatMap((name) => sent.getAll(name));
  const mask = maskOf(secrets);
  const text = new TextDecoder().decode(reply);
  try {
    JSON.parse(text);
  } catch {
    return mask.text(text);
  }
  return mask.json(text);
}

/** What a service says of itself: one line of at most 200 characters, without controls. */
const words = (code: string, description = "") => plainText(`${code} ${description}`, 200);
