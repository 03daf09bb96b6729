import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { afterAll, expect, it } from "vitest";
import { createTransport } from "../../../shared/http/transport.ts";
import { sessionStore } from "../../../shared/keys/key-store.ts";
import { createKeys, type TokenOwner } from "../../../shared/keys/keys.ts";
import { loopbackRedirect } from "../../../shared/oauth/loopback.ts";
import { signIn, type SignInOptions } from "../../../shared/oauth/sign-in.ts";
import type { OAuthClient, Token } from "../../../shared/oauth/token.ts";
import { createTokens } from "../../../shared/oauth/tokens.ts";
import { testClock } from "../http/clock.ts";
import { operationOf, sandbox } from "../sandbox/running.ts";

const transport = createTransport();
const endings: (() => unknown)[] = [() => transport.close()];
afterAll(() => Promise.all(endings.map((end) => end())));

const scopes = ["membership:read", "subscription:read"];

async function clientOfSandbox() {
  const box = await sandbox();
  const { authorizeUrl = "", tokenUrl = "" } = box.directory.apis.membership?.oauth ?? {};
  return { box, client: { authorizeUrl, tokenUrl, clientId: "switchboard" } };
}

/** Where a button of the authorize page leads. */
async function buttonOf(page: URL, id: "allow" | "deny"): Promise<URL> {
  const html = await (await fetch(page)).text();
  return new URL((new RegExp(`id="${id}" href="([^"]*)"`).exec(html)?.[1] ?? "").replaceAll("&amp;", "&"));
}

/** Signs in with a browser that does what `browse` says. */
async function attempt(
  client: OAuthClient,
  browse: (page: URL) => unknown,
  more: Partial<SignInOptions> = {},
): Promise<Token> {
  return signIn(client, scopes, {
    redirect: await loopbackRedirect(),
    transport,
    signal: new AbortController().signal,
    open: async (page) => {
      await browse(page);
      return true;
    },
    ...more,
  });
}

const allow = async (page: URL) => fetch(await buttonOf(page, "allow"));

/** A server on this machine; the requests that came are kept as their forms. */
async function server(answer: (form: URLSearchParams, reply: ServerResponse) => void) {
  const forms: URLSearchParams[] = [];
  const handle = async (request: IncomingMessage, reply: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    forms.push(form);
    answer(form, reply);
  };
  const listener = createServer((request, reply) => void handle(request, reply));
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  endings.push(() => listener.close());
  const { port } = listener.address() as AddressInfo; // It listens on TCP.
  return { url: `http://127.0.0.1:${port}`, forms };
}

const json = (reply: ServerResponse, status: number, body: unknown) =>
  reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

it("signs in through the authorize page, and the API takes the token", async () => {
  const { box, client } = await clientOfSandbox();
  const token = await attempt(client, allow);
  expect(token).toMatchObject({ scopes, tokenUrl: client.tokenUrl, clientId: "switchboard" });
  const get = operationOf("membership.users.get");
  const reply = await box
    .caller("membership", { credentials: { key: token.accessToken } })
    .call(get, get.samples[0]);
  expect(reply.status).toBe(200);
});

it("asks with PKCE and another state each time", async () => {
  const { client } = await clientOfSandbox();
  const pages: URL[] = [];
  for (let time = 0; time < 2; time++)
    await attempt(client, (page) => {
      pages.push(page);
      return allow(page);
    });
  const asked = pages.map(({ searchParams }) => Object.fromEntries(searchParams));
  expect(asked[0]).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    scope: scopes.join(" "),
  });
  expect(asked[0]?.state).not.toBe(asked[1]?.state);
  expect(asked[0]?.code_challenge).not.toBe(asked[1]?.code_challenge);
});

it("tells a denial apart", async () => {
  const { client } = await clientOfSandbox();
  const denied = attempt(client, async (page) => fetch(await buttonOf(page, "deny")));
  await expect(denied).rejects.toMatchObject({ kind: "refused", message: /denied/ });
});

it.each([
  ["another state", (url: URL) => url.searchParams.set("state", "other"), /another sign-in/],
  ["two states", (url: URL) => url.searchParams.append("state", "other"), /another sign-in/],
  ["no state", (url: URL) => url.searchParams.delete("state"), /another sign-in/],
  ["no code", (url: URL) => url.searchParams.delete("code"), /no code/],
])("does not use an answer with %s", async (_, spoil, message) => {
  const { client } = await clientOfSandbox();
  const answered = attempt(client, async (page) => {
    const answer = await buttonOf(page, "allow");
    spoil(answer);
    await fetch(answer);
  });
  await expect(answered).rejects.toMatchObject({ kind: "failed", message });
});

it("takes one answer, and listens no more after it", async () => {
  const { client } = await clientOfSandbox();
  let answer: URL | undefined;
  await attempt(client, async (page) => {
    answer = await buttonOf(page, "allow");
    await fetch(answer);
    await expect(fetch(answer)).rejects.toThrow("fetch failed");
  });
  await expect(fetch(answer ?? "")).rejects.toThrow("fetch failed");
});

it("refuses a code that was exchanged before", async () => {
  const { client } = await clientOfSandbox();
  const replayed = attempt(client, async (page) => {
    const answer = await buttonOf(page, "allow");
    const code = answer.searchParams.get("code") ?? "";
    await fetch(client.tokenUrl, { method: "POST", body: new URLSearchParams({ code }) });
    await fetch(answer);
  });
  await expect(replayed).rejects.toMatchObject({ kind: "refused", message: /invalid_grant/ });
});

it("answers nobody with another Host, path or method, and goes on waiting", async () => {
  const { client } = await clientOfSandbox();
  const token = await attempt(client, async (page) => {
    const answer = await buttonOf(page, "allow");
    const foreign = httpRequest(answer, { headers: { host: "evil.example" } }).end();
    const [reply] = (await once(foreign, "response")) as [IncomingMessage];
    expect(reply.statusCode).toBe(400);
    reply.resume();
    expect((await fetch(new URL("/other", answer))).status).toBe(400);
    expect((await fetch(answer, { method: "POST" })).status).toBe(400);
    await fetch(answer);
  });
  expect(token.accessToken).not.toBe("");
});

it("ends the listener when it is cancelled, late, or the browser does not open", async () => {
  const { client } = await clientOfSandbox();
  const stop = new AbortController();
  const uris: string[] = [];
  const redirect = async () => {
    const made = await loopbackRedirect();
    uris.push(made.uri);
    return made;
  };
  await expect(
    attempt(client, () => stop.abort(), { redirect: await redirect(), signal: stop.signal }),
  ).rejects.toMatchObject({ kind: "cancelled" });
  await expect(attempt(client, () => {}, { redirect: await redirect(), patience: 1 })).rejects.toMatchObject({
    kind: "failed",
    message: /five minutes/,
  });
  await expect(
    attempt(client, () => {}, { redirect: await redirect(), open: async () => false }),
  ).rejects.toMatchObject({ kind: "cancelled" });
  for (const uri of uris) await expect(fetch(uri)).rejects.toThrow("fetch failed");
});

it.each<[string, (reply: ServerResponse) => unknown, string, RegExp]>([
  ["an error", (reply) => json(reply, 400, { error: "invalid_client" }), "refused", /invalid_client/],
  [
    "HTML",
    (reply) => reply.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
    "failed",
    /did not answer with a token/,
  ],
  [
    "a redirect",
    (reply) => reply.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
    "failed",
    /did not answer with a token/,
  ],
  [
    "another type of token",
    (reply) => json(reply, 200, { access_token: "one", token_type: "mac" }),
    "failed",
    /did not answer with a token/,
  ],
  ["no answer", (reply) => reply.destroy(), "failed", /could not be reached/],
])("says what to do when the token endpoint answers with %s", async (_, answer, kind, message) => {
  const { client } = await clientOfSandbox();
  const { url } = await server((__, reply) => void answer(reply));
  const failed = attempt({ ...client, tokenUrl: `${url}/token` }, allow);
  await expect(failed).rejects.toMatchObject({ kind, message });
});

it("says nothing of code and verifier when the token endpoint repeats them", async () => {
  const { client } = await clientOfSandbox();
  const { url, forms } = await server((form, reply) =>
    json(reply, 400, {
      error: "invalid_grant",
      error_description: form.toString(),
      sent: Object.fromEntries(form),
    }),
  );
  const error = await attempt({ ...client, tokenUrl: `${url}/token` }, allow).catch(
    (reason: unknown) => reason,
  );
  const said = inspect(error, { depth: 20, showHidden: true });
  expect(said).toContain("invalid_grant");
  for (const name of ["code", "code_verifier"]) {
    const secret = forms[0]?.get(name) ?? "";
    expect(secret.length).toBeGreaterThan(20);
    expect(said).not.toContain(secret);
  }
});

async function signedIn(token: Partial<Token>) {
  const { box, client } = await clientOfSandbox();
  const { baseUrl = "" } = box.directory.apis.membership ?? {};
  const owner: TokenOwner = {
    signedInTo: "membership",
    environment: "sandbox",
    origin: new URL(baseUrl).origin,
  };
  const clock = testClock();
  const keys = createKeys([sessionStore()]);
  const tokens = createTokens(keys, async () => transport, clock.now);
  await tokens.keep(owner, { accessToken: "stale", scopes, ...client, ...token });
  const get = operationOf("membership.users.get");
  const caller = box.caller("membership", {
    clock,
    signedIn: () => tokens.authorization(get.api, owner),
  });
  return { client, tokens, owner, read: () => caller.call(get, get.samples[0]) };
}

/** A token endpoint that gives out what the sandbox takes. */
const refreshing = () =>
  server((form, reply) =>
    json(
      reply,
      form.get("refresh_token") === "first" ? 200 : 400,
      form.get("refresh_token") === "first"
        ? {
            access_token: "sandbox-membership-key",
            token_type: "bearer",
            expires_in: 3600,
            refresh_token: "next",
          }
        : { error: "invalid_grant" },
    ),
  );

it("refreshes a refused token once for all that wait, and keeps what came", async () => {
  const { url, forms } = await refreshing();
  const { tokens, owner, read } = await signedIn({ refreshToken: "first", tokenUrl: `${url}/token` });
  const replies = await Promise.all([read(), read(), read()]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(forms.map((form) => Object.fromEntries(form))).toEqual([
    { grant_type: "refresh_token", refresh_token: "first", client_id: "switchboard" },
  ]);
  expect(await tokens.find(owner)).toMatchObject({
    accessToken: "sandbox-membership-key",
    refreshToken: "next",
    scopes,
  });
});

it("refreshes a token that has ended before it sends it", async () => {
  const { url, forms } = await refreshing();
  const { read } = await signedIn({ refreshToken: "first", tokenUrl: `${url}/token`, endsAt: 1 });
  expect(await read()).toMatchObject({ status: 200 });
  expect(forms).toHaveLength(1);
});

it("says to sign in again when the refresh token is refused, and does not try it twice", async () => {
  const { url, forms } = await refreshing();
  const { read } = await signedIn({ refreshToken: "spent", tokenUrl: `${url}/token` });
  for (let time = 0; time < 2; time++) await expect(read()).rejects.toMatchObject({ kind: "signed-out" });
  expect(forms).toHaveLength(1);
});

it("says to sign in again when the new token is refused as well", async () => {
  const { url } = await server((_, reply) => json(reply, 200, { access_token: "bad", token_type: "bearer" }));
  const { read } = await signedIn({ refreshToken: "first", tokenUrl: `${url}/token` });
  await expect(read()).rejects.toMatchObject({ kind: "signed-out", outcome: "rejected" });
});

it.each([
  ["refused", {}],
  ["ended", { endsAt: 1 }],
])("says to sign in again when a token without a refresh token is %s", async (_, token) => {
  const { read } = await signedIn(token);
  await expect(read()).rejects.toMatchObject({ kind: "signed-out", message: /Sign in again/ });
});

it("goes back to the key when the person signs out", async () => {
  const { tokens, owner, read } = await signedIn({});
  await tokens.forget(owner);
  expect(await read()).toMatchObject({ status: 200 });
});

it("finds no token for another origin, environment or API", async () => {
  const { tokens, owner } = await signedIn({});
  for (const other of [
    { origin: "https://evil.example" },
    { environment: "live" },
    { signedInTo: "content" },
  ])
    expect(await tokens.find({ ...owner, ...other })).toBeUndefined();
});
