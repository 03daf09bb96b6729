import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testClock } from "../http/clock.ts";
import { bodyOf, operationOf, type RunningSandbox, sandbox } from "./running.ts";

const redirectUri = "http://127.0.0.1:53682/callback";
const verifier = randomBytes(32).toString("base64url");
const request = {
  client_id: "app",
  redirect_uri: redirectUri,
  response_type: "code",
  scope: "membership:read subscription:read",
  state: "s<1>&",
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
};

const endpoints = ({ directory }: RunningSandbox) => {
  const { authorizeUrl = "", tokenUrl = "" } = directory.apis.membership?.oauth ?? {};
  return { authorizeUrl, tokenUrl };
};

const authorize = (box: RunningSandbox, change: Record<string, string | undefined> = {}) => {
  const url = new URL(endpoints(box).authorizeUrl);
  for (const [name, value] of Object.entries({ ...request, ...change }))
    if (value !== undefined) url.searchParams.set(name, value);
  return fetch(url);
};

/** Where the page's two answers lead. */
async function answers(page: Response) {
  const html = await page.text();
  const link = (id: string) =>
    new URL((new RegExp(`id="${id}" href="([^"]*)"`).exec(html)?.[1] ?? "").replaceAll("&amp;", "&"));
  return { allow: link("allow"), deny: link("deny"), html };
}

async function codeOf(box: RunningSandbox, change?: Record<string, string | undefined>) {
  return (await answers(await authorize(box, change))).allow.searchParams.get("code") ?? "";
}

function exchange(box: RunningSandbox, code: string, change: Record<string, string | undefined> = {}) {
  const body = new URLSearchParams();
  const form = {
    grant_type: "authorization_code",
    code,
    client_id: "app",
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...change,
  };
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.set(name, value);
  return fetch(endpoints(box).tokenUrl, { method: "POST", body });
}

/** Exactly what the documents show. */
const withoutPkce = { state: undefined, code_challenge: undefined, code_challenge_method: undefined };

describe("the authorize page", () => {
  it("names who asks for what, and leads back with a code or a refusal, and the state", async () => {
    const { allow, deny, html } = await answers(await authorize(await sandbox()));
    expect(html).toContain("membership:read");
    expect([allow.origin + allow.pathname, deny.origin + deny.pathname]).toEqual([redirectUri, redirectUri]);
    expect(allow.searchParams.get("code")).toMatch(/^[\w-]{32}$/);
    expect(deny.searchParams.get("error")).toBe("access_denied");
    expect([allow, deny].map(({ searchParams }) => searchParams.get("state"))).toEqual([
      request.state,
      request.state,
    ]);
  });

  it.for(["vscode:", "vscode-insiders:", "code-oss:", "vscodium:"])(
    "leads back into an editor at %s as well",
    async (protocol) => {
      const { allow } = await answers(
        await authorize(await sandbox(), { redirect_uri: `${protocol}//switchboard.switchboard/auth` }),
      );
      expect(allow.protocol).toBe(protocol);
    },
  );

  it.for<[string, string | undefined]>([
    ["redirect_uri", undefined],
    ["redirect_uri", "https://evil.example/"],
    ["redirect_uri", "javascript:alert(1)"],
    ["redirect_uri", "http://127.0.0.1.evil.example/"],
    ["client_id", undefined],
    ["response_type", "token"],
    ["response_type", undefined],
    ["scope", "membership:read admin:all"],
    ["code_challenge", undefined],
    ["code_challenge_method", "plain"],
    ["code_challenge_method", undefined],
  ])("does not lead anywhere for %s %s", async ([name, value]) => {
    const page = await authorize(await sandbox(), { [name]: value });
    expect(page.status).toBe(400);
    expect(await page.text()).not.toContain("href");
  });

  it("shows what it is given as text", async () => {
    const { html } = await answers(
      await authorize(await sandbox(), { client_id: "<script>alert(1)</script>" }),
    );
    expect(html).not.toContain("<script>");
  });
});

describe("a code", () => {
  it("is exchanged for a token that opens the API for an hour", async () => {
    const clock = testClock(1e12);
    const box = await sandbox({ clock });
    const reply = await exchange(box, await codeOf(box));
    expect(reply.status).toBe(200);
    const { access_token, token_type, expires_in } = await bodyOf<{
      access_token: string;
      token_type: string;
      expires_in: number;
    }>(reply);
    expect([token_type, expires_in]).toEqual(["Bearer", 3600]);
    const get = operationOf("membership.users.get");
    const read = () =>
      box.caller("membership", { credentials: { key: access_token } }).call(get, get.samples[0]);
    expect((await read()).status).toBe(200);
    clock.advance(3_600_001);
    await expect(read()).rejects.toMatchObject({ fault: { status: 401 } });
  });

  it("is good for one exchange, also when that failed", async () => {
    const box = await sandbox();
    const used = await codeOf(box);
    expect((await exchange(box, used)).status).toBe(200);
    expect((await exchange(box, used)).status).toBe(400);
    const spoiled = await codeOf(box);
    expect((await exchange(box, spoiled, { code_verifier: "wrong" })).status).toBe(400);
    expect((await exchange(box, spoiled)).status).toBe(400);
  });

  it("of a request exactly as documented, without PKCE, is exchanged as well", async () => {
    const box = await sandbox();
    const reply = await exchange(box, await codeOf(box, withoutPkce), { code_verifier: undefined });
    expect(reply.status).toBe(200);
  });

  it("is refused with a verifier where none was announced, and without one where it was", async () => {
    const box = await sandbox();
    expect((await exchange(box, await codeOf(box, withoutPkce))).status).toBe(400);
    expect((await exchange(box, await codeOf(box), { code_verifier: undefined })).status).toBe(400);
  });

  it("is forgotten when a thousand newer ones wait", async () => {
    const box = await sandbox();
    const oldest = await codeOf(box, withoutPkce);
    for (let count = 0; count < 1000; count++) await (await authorize(box, withoutPkce)).text();
    expect((await exchange(box, oldest, { code_verifier: undefined })).status).toBe(400);
    const newest = await codeOf(box, withoutPkce);
    expect((await exchange(box, newest, { code_verifier: undefined })).status).toBe(200);
  });

  it.for([
    ["code_verifier", ""],
    ["code_verifier", request.code_challenge],
    ["client_id", "other"],
    ["redirect_uri", "http://127.0.0.1:53682/other"],
    ["grant_type", "refresh_token"],
    ["code", "made-up"],
  ])("is refused with another %s: %j", async ([name = "", value = ""]) => {
    const box = await sandbox();
    const reply = await exchange(box, await codeOf(box), { [name]: value });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ error: "invalid_grant" });
  });

  it("ends after a minute", async () => {
    const clock = testClock(1e12);
    const box = await sandbox({ clock });
    const code = await codeOf(box);
    clock.advance(60_001);
    expect((await exchange(box, code)).status).toBe(400);
  });
});

it("only the API that documents the flow has its addresses", async () => {
  const { directory } = await sandbox();
  expect(Object.keys(directory.apis).filter((slug) => directory.apis[slug]?.oauth)).toEqual(["membership"]);
});
