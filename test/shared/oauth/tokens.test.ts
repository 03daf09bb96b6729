import { afterAll, expect, it } from "vitest";
import { createTransport } from "../../../shared/http/transport.ts";
import { type KeyStore, sessionStore } from "../../../shared/keys/key-store.ts";
import { createKeys } from "../../../shared/keys/keys.ts";
import { createTokens } from "../../../shared/oauth/tokens.ts";
import { json, serve } from "../http/server.ts";
import { operationOf } from "../sandbox/running.ts";

const transport = createTransport();
afterAll(() => transport.close());

it("uses a refresh token once, also for a request that looked it up while another refreshed", async () => {
  const service = await serve(json({ access_token: "new", token_type: "bearer", refresh_token: "next" }));
  const inner = sessionStore();
  /** What the next lookups wait for after they have read. */
  const gates: (Promise<void> | undefined)[] = [];
  const slow: KeyStore = {
    ...inner,
    async get(account) {
      const read = await inner.get(account);
      await gates.shift();
      return read;
    },
  };
  const tokens = createTokens(createKeys([slow]), async () => transport);
  const owner = { signedInTo: "membership", environment: "test", origin: "https://api.example.com" };
  await tokens.keep(owner, {
    accessToken: "old",
    refreshToken: "first",
    endsAt: 1,
    scopes: [],
    tokenUrl: `${service.origin}/token`,
    clientId: "app",
  });
  const authorization = await tokens.authorization(operationOf("membership.users.list").api, owner);
  const { promise: later, resolve: release } = Promise.withResolvers<void>();
  gates.push(undefined, later);
  const first = authorization?.headers();
  const second = authorization?.headers();
  expect(await first).toEqual({ authorization: "Bearer new" });
  release();
  expect(await second).toEqual({ authorization: "Bearer new" });
  expect(service.received).toHaveLength(1);
});
