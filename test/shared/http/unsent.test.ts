// Requests that never left: they may be sent again, whatever their method.
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { byMethod, call, callerOf, failure, key, operation } from "./calls.ts";
import { testClock } from "./clock.ts";
import { lookUpNoNames } from "./names.ts";
import { deadBaseUrl, json, serve } from "./server.ts";

lookUpNoNames();

const methods = Object.entries(byMethod);

describe("without a connection", () => {
  it.for(methods)("a %s is tried three times and was not sent", async ([, id]) => {
    const clock = testClock();
    const error = await failure(call(id, deadBaseUrl, { clock }));
    expect(error).toMatchObject({ kind: "unreachable", outcome: "not-sent", attempts: 3 });
    expect(error.message).toMatch(/Could not reach 127\.0\.0\.1:\d+ .*Check the base address/);
    expect(clock.waits).toEqual([750, 1500]);
  });

  it("a name that nobody has is no connection", async () => {
    const error = await failure(call(byMethod.POST, "https://switchboard.invalid/v1"));
    expect(error).toMatchObject({ kind: "unreachable", outcome: "not-sent", attempts: 3 });
  });

  it("a server that never finishes the handshake is asked once more, a POST too", async () => {
    const clock = testClock();
    const server = createServer((socket) => void socket.once("data", () => clock.advance(30_000)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    const error = await failure(
      call(byMethod.POST, `https://127.0.0.1:${port}/v1`, { clock, timeout: 30_000 }),
    );
    expect(error).toMatchObject({ kind: "timeout", outcome: "not-sent", attempts: 2 });
  });
});

describe("what cannot be sent is refused before it is:", () => {
  const server = () => serve(json({}));

  it("an operation whose route is not documented and not bound", async () => {
    const { baseUrl, received } = await server();
    const error = await failure(call("content.posts.create", baseUrl, { routes: {} }));
    expect(error).toMatchObject({ kind: "unbound", outcome: "not-sent", attempts: 0 });
    expect(error.message).toContain("Bind it");
    expect(received).toEqual([]);
  });

  it.for([
    ["no key at all", undefined],
    ["an empty key", { key: "" }],
    ["half of the credentials", { clientId: "me" }],
  ] as const)("%s", async ([, credentials]) => {
    const { baseUrl, received } = await server();
    const error = await failure(call("social.users.list", baseUrl, { credentials: async () => credentials }));
    expect(error).toMatchObject({ kind: "no-credentials", outcome: "not-sent" });
    expect(error.message).toContain("Set the key for social");
    expect(received).toEqual([]);
  });

  it.for([
    ["a header value with a line break", "Too dear\r\nX-Admin: yes"],
    ["a header value beyond Latin letters", "Zu teuer – weg"],
  ] as const)("%s", async ([, reason]) => {
    const { baseUrl, received } = await server();
    const input = {
      ...operation("membership.memberships.cancel").samples[0],
      headers: { "Cancellation-Reason": reason },
    };
    const error = await failure(call("membership.memberships.cancel", baseUrl, { input }));
    expect(error).toMatchObject({ kind: "invalid-request", outcome: "not-sent", attempts: 1 });
    expect(error.message).toContain("cancellation-reason");
    expect(received).toEqual([]);
  });

  it("a key with a line break, which is not repeated in the message", async () => {
    const { baseUrl, received } = await server();
    const error = await failure(call(byMethod.GET, baseUrl, { credentials: { key: `${key}\n` } }));
    expect(error).toMatchObject({ kind: "invalid-request", outcome: "not-sent" });
    expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(key);
    expect(received).toEqual([]);
  });
});

it("a request cannot name its own authorization, host or length", async () => {
  const server = await serve(json({}));
  const named = operation("membership.memberships.cancel");
  await callerOf(named.id, server.baseUrl).call(named, {
    ...named.samples[0],
    headers: {
      Authorization: "Bearer other",
      Host: "elsewhere.example",
      "Content-Length": "9",
      "Cancellation-Reason": "Dear",
    },
  });
  expect(server.received[0]?.headers).toMatchObject({
    authorization: `Bearer ${key}`,
    host: new URL(server.origin).host,
    "cancellation-reason": "Dear",
  });
});

it("cloud-v2 gets its content type with every request, the others with a body alone", async () => {
  const server = await serve(json({ data: [], ok: true }));
  const sentWith = async (id: string) => {
    await callerOf(id, server.baseUrl).call(operation(id), operation(id).samples[0]);
    return server.received.at(-1)?.headers["content-type"];
  };
  for (const id of ["cloud-v2.instances.list", "cloud-v2.databases.list", "cloud-v2.instances.create"])
    expect(await sentWith(id)).toBe("application/json");
  expect(await sentWith("cloud-v1.servers.list")).toBeUndefined();
  expect(await sentWith("cloud-v1.servers.create")).toBe("application/json");
});
