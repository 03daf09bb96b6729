// The social platform's token: fetched once, shared, renewed before it ends and after one 401.
import { describe, expect, it } from "vitest";
import { callerOf, failure, key, operation } from "./calls.ts";
import { testClock } from "./clock.ts";
import { json, serve, type Step } from "./server.ts";

const users = operation("social.users.list");
const posts = operation("social.posts.create");
const page = { success: true, data: [], pagination: { next_cursor: null, has_more: false } };

/** Hands out tokens t1, t2, … and takes those that `valid` names. */
async function platform(valid: (token: string) => boolean, token: (number: number) => unknown = named) {
  let given = 0;
  const step: Step = (request, response, received) => {
    if (received.url === "/v1/auth/token") return json(token(++given))(request, response, received);
    const accepted = valid(received.headers.authorization?.replace("Bearer ", "") ?? "");
    return (
      accepted ? json(page) : json({ success: false, error: { code: "token", message: "Expired." } }, 401)
    )(request, response, received);
  };
  const server = await serve(step);
  return { ...server, exchanges: () => server.received.filter(({ url }) => url === "/v1/auth/token") };
}

const named = (number: number) => ({ access_token: `t${number}`, token_type: "Bearer", expires_in: 3600 });

describe("the token", () => {
  it("is fetched with the client's credentials, without an Authorization header", async () => {
    const server = await platform(() => true);
    await callerOf(users.id, server.baseUrl).call(users);
    const [exchange, list] = server.received;
    expect(JSON.parse(exchange?.body ?? "")).toEqual({ client_id: "client", client_secret: key });
    expect(exchange?.headers.authorization).toBeUndefined();
    expect(list?.headers.authorization).toBe("Bearer t1");
  });

  it("is fetched once for many calls at the same time", async () => {
    const server = await platform(() => true);
    const caller = callerOf(users.id, server.baseUrl);
    await Promise.all(Array.from({ length: 20 }, () => caller.call(users)));
    await caller.call(users);
    expect(server.exchanges()).toHaveLength(1);
  });

  it("is renewed half a minute before it ends", async () => {
    const clock = testClock();
    const server = await platform(() => true);
    const caller = callerOf(users.id, server.baseUrl, { clock });
    await caller.call(users);
    clock.advance(3_569_000);
    await caller.call(users);
    expect(server.exchanges()).toHaveLength(1);
    clock.advance(2_000);
    await caller.call(users);
    expect(server.exchanges()).toHaveLength(2);
  });

  it.for([-86_400_000, 86_400_000])("is there after the clock jumped by %d ms", async (jump) => {
    const clock = testClock();
    const lines: string[] = [];
    const server = await platform((token) => token !== "t1" || jump > 0);
    const caller = callerOf(users.id, server.baseUrl, { clock, trace: (line) => lines.push(line) });
    if (jump > 0) await caller.call(users);
    const { now } = clock;
    clock.now = () => now() + jump;
    expect(await caller.call(users)).toMatchObject({ status: 200 });
    expect(await caller.call(users)).toMatchObject({ status: 200 });
    expect(server.exchanges()).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/ in \d+ ms/);
  });

  it("200 calls at once that were refused renew it once, and each is sent once more, a POST too", async () => {
    const server = await platform((token) => token !== "t1");
    const caller = callerOf(posts.id, server.baseUrl);
    const all = Array.from({ length: 200 }, () => caller.call(posts, posts.samples[0]));
    const replies = await Promise.all(all);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(server.exchanges()).toHaveLength(2);
    expect(server.received).toHaveLength(2 + 400);
  });

  it("that is refused a second time is an error that offers to set the key", async () => {
    const server = await platform(() => false);
    const error = await failure(callerOf(users.id, server.baseUrl).call(users));
    expect(error).toMatchObject({
      kind: "refused",
      outcome: "rejected",
      fault: { status: 401, code: "token" },
    });
    expect(error.message).toContain("Set the key");
    expect(server.received.map(({ url }) => url)).toEqual([
      "/v1/auth/token",
      "/v1/users",
      "/v1/auth/token",
      "/v1/users",
    ]);
  });

  it("is found in the envelope of successful responses as well", async () => {
    const server = await platform(
      () => true,
      (number) => ({ success: true, data: named(number) }),
    );
    await callerOf(users.id, server.baseUrl).call(users);
    expect(server.received[1]?.headers.authorization).toBe("Bearer t1");
  });

  it("that ends at once is used all the same, and fetched anew for the next call", async () => {
    const server = await platform(
      () => true,
      (number) => ({ ...named(number), expires_in: 0 }),
    );
    const caller = callerOf(users.id, server.baseUrl);
    await caller.call(users);
    await caller.call(users);
    expect(server.exchanges()).toHaveLength(2);
  });

  it("is fetched anew when the credentials change", async () => {
    let clientSecret = "first";
    const server = await platform(() => true);
    const caller = callerOf(users.id, server.baseUrl, {
      credentials: async () => ({ clientId: "client", clientSecret }),
    });
    await caller.call(users);
    clientSecret = "second";
    await caller.call(users);
    expect(server.exchanges().map(({ body }) => JSON.parse(body).client_secret)).toEqual(["first", "second"]);
  });
});

describe("an exchange", () => {
  it("that is refused fails the call, and the next call tries again", async () => {
    const server = await serve(
      json({ success: false, error: { code: "bad_client", message: "Unknown client." } }, 401),
      json(named(1)),
      json(page),
    );
    const caller = callerOf(users.id, server.baseUrl);
    expect(await failure(caller.call(users))).toMatchObject({
      kind: "refused",
      fault: { status: 401, code: "bad_client" },
    });
    expect(await caller.call(users)).toMatchObject({ status: 200 });
  });

  it("that is answered without a token is unreadable", async () => {
    const server = await serve(json({ success: true, data: {} }));
    const error = await failure(callerOf(users.id, server.baseUrl).call(users));
    expect(error).toMatchObject({ kind: "unreadable" });
    expect(error.message).toContain("social.auth.token");
  });

  it.for([users, posts])(
    "whose reply is lost is made again, and what it was made for is not sent: $id",
    async (named) => {
      const server = await serve(({ socket }) => void socket.resetAndDestroy());
      const error = await failure(callerOf(named.id, server.baseUrl).call(named, named.samples[0]));
      expect(error).toMatchObject({ kind: "interrupted", outcome: "not-sent", attempts: 3 });
      expect(error.message).not.toContain("unknown");
      expect(server.received.map(({ url }) => url)).toEqual(Array(3).fill("/v1/auth/token"));
    },
  );

  it("that fails after a 401 leaves the call refused", async () => {
    const server = await serve(
      json(named(1)),
      json({ success: false, error: { code: "token", message: "Expired." } }, 401),
      json({}, 503),
    );
    const error = await failure(callerOf(posts.id, server.baseUrl).call(posts, posts.samples[0]));
    expect(error).toMatchObject({ outcome: "rejected", attempts: 3 });
    expect(server.received).toHaveLength(5);
  });

  it("that a person makes is a POST like any other", async () => {
    const exchange = operation("social.auth.token");
    const server = await serve(({ socket }) => void socket.resetAndDestroy());
    const error = await failure(callerOf(exchange.id, server.baseUrl).call(exchange, exchange.samples[0]));
    expect(error).toMatchObject({ outcome: "unknown", attempts: 1 });
    expect(server.received).toHaveLength(1);
  });
});
