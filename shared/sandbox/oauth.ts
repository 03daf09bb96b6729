/**
 * The authorization-code flow (RFC 6749), with PKCE (RFC 7636) for clients that begin it: the documents do not ask for it.
 * They show the authorize address; the token address is the sandbox's own.
 */
import { isLoopback } from "../http/loopback.ts";
import { createHash, randomBytes } from "node:crypto";
import { Hono } from "hono";
import { html } from "hono/html";
import type { Api } from "../api.ts";
import type { Access } from "./access.ts";

/** Below the base address. The documents show none. */
export const tokenPath = "/oauth/token";
const codeLife = 60_000;
const tokenLife = 3600;
/** Nobody has more sign-ins under way; the oldest go first. */
const mostGrants = 1000;

interface Grant {
  clientId: string;
  redirectUri: string;
  /** Absent where the client did not begin PKCE. */
  challenge: string | undefined;
  until: number;
}

export function oauthApp(
  api: Api,
  scopes: readonly string[],
  authorizePath: string,
  access: Access,
  now: () => number,
): Hono {
  const app = new Hono();
  const grants = new Map<string, Grant>();
  const prune = () => {
    for (const [code, { until }] of grants)
      if (until <= now() || grants.size >= mostGrants) grants.delete(code);
  };

  app.get(authorizePath, (context) => {
    const query = context.req.query();
    const asked = (query.scope ?? "").split(" ").filter(Boolean);
    const redirect = redirectTarget(query.redirect_uri);
    const problem = !redirect
      ? "redirect_uri is missing or not an address that may be used."
      : !query.client_id
        ? "client_id is missing."
        : query.response_type !== "code"
          ? "response_type must be code."
          : asked.find((scope) => !scopes.includes(scope)) !== undefined
            ? `The scopes are ${scopes.join(", ")}.`
            : (query.code_challenge ?? query.code_challenge_method) === undefined
              ? undefined
              : query.code_challenge_method !== "S256"
                ? "code_challenge_method must be S256."
                : !query.code_challenge
                  ? "code_challenge is missing."
                  : undefined;
    if (problem || !redirect) return context.html(page("Cannot authorize", html`<p>${problem}</p>`), 400);
    const code = randomBytes(24).toString("base64url");
    prune();
    grants.set(code, {
      clientId: query.client_id ?? "",
      redirectUri: query.redirect_uri ?? "",
      challenge: query.code_challenge,
      until: now() + codeLife,
    });
    const answer = (parameters: Record<string, string>) => {
      const address = new URL(redirect);
      for (const [name, value] of Object.entries({
        ...parameters,
        ...(query.state && { state: query.state }),
      }))
        address.searchParams.set(name, value);
      return address.href;
    };
    return context.html(
      page(
        `${api.title} (sandbox)`,
        html`<p><b>${query.client_id}</b> asks for:</p>
          <ul>${asked.map((scope) => html`<li>${scope}</li>`)}</ul>
          <p><a id="allow" href="${answer({ code })}">Allow</a> <a id="deny" href="${answer({ error: "access_denied" })}">Deny</a></p>`,
      ),
    );
  });

  app.post(tokenPath, async (context) => {
    const form = await context.req.parseBody();
    const grant = grants.get(String(form.code));
    grants.delete(String(form.code));
    const { code_verifier: verifier } = form;
    const challenge =
      verifier === undefined ? undefined : createHash("sha256").update(String(verifier)).digest("base64url");
    const valid =
      form.grant_type === "authorization_code" &&
      grant &&
      grant.until > now() &&
      grant.clientId === form.client_id &&
      grant.redirectUri === form.redirect_uri &&
      // A verifier without a challenge is refused as well: somebody may have taken the challenge away (RFC 9700, 2.1.1).
      grant.challenge === challenge;
    if (!valid) return context.json({ error: "invalid_grant" }, 400);
    const token = randomBytes(24).toString("base64url");
    access.remember(token, tokenLife);
    return context.json({ access_token: token, token_type: "Bearer", expires_in: tokenLife });
  });
  return app;
}

/** Loopback addresses and editors' own schemes; never a script. */
function redirectTarget(text: string | undefined): URL | undefined {
  try {
    const url = new URL(text ?? "");
    const local = isLoopback(url.hostname);
    return /^(vscode|vscodium|code-oss)[\w-]*:$/.test(url.protocol) ||
      (/^https?:$/.test(url.protocol) && local)
      ? url
      : undefined;
  } catch {
    return undefined;
  }
}

const page = (title: string, body: unknown) => html`<!doctype html>
  <html lang="en">
    <head><meta charset="utf-8" /><title>${title}</title>
      <style>:root { color-scheme: light dark; }
        body { font: 16px/1.5 system-ui, sans-serif; margin: 15vh auto; max-width: 30rem; padding: 0 1rem; }
        h1 { font-size: 1.5rem; }
        a { display: inline-block; margin-top: .5rem; border: 1px solid #8888; border-radius: 4px; color: inherit; margin-right: .5rem; padding: .4rem 1rem; text-decoration: none; }
        #allow { background: #0a7d4f; color: #fff; }</style></head>
    <body><h1>${title}</h1>${body}</body>
  </html>`;
