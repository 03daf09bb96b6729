// What reaches the receiver's port need not be a service that sends webhooks.
import { Agent, request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { apis } from "../../../shared/apis/index.ts";
import {
  type Delivery,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from "../../../shared/webhooks/receiver.ts";
import { signed, type SignatureSettings } from "../../../shared/webhooks/verify.ts";
import { freePort } from "../../free-port.ts";
import { closed, openConnection } from "../http/connection.ts";

const settings: SignatureSettings = { secret: "whsec_a", encoding: "hex", prefix: "" };
const now = Date.parse("2026-09-01T12:00:00Z");
const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((each) => each.close())));

async function receiver(options: Partial<ReceiverOptions> = {}) {
  const deliveries: Delivery[] = [];
  const running = await startReceiver(apis, {
    settings: () => settings,
    onDelivery: (delivery) => void deliveries.push(delivery),
    now: () => now,
    ...options,
  });
  receivers.push(running);
  return { ...running, deliveries };
}

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  agent?: Agent;
}

const order = (id: string, more: object = {}) =>
  JSON.stringify({
    event: "order.completed",
    id,
    timestamp: "2026-09-01T12:00:00Z",
    data: { order_id: "ord_1", total: 1, status: "fulfilled" },
    ...more,
  });

const json = { "content-type": "application/json" };
const authentic = (body: string | Uint8Array) => ({
  ...json,
  "x-service-signature": signed(Buffer.from(body), "whsec_a", settings),
});

const send = (
  { url }: Receiver,
  { method = "POST", path = "/marketplace", headers = json, body = "{}", agent }: Sent = {},
) =>
  new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const length = method === "POST" ? { "content-length": String(Buffer.byteLength(body)) } : {};
    const sending = request(
      new URL(path, url),
      { method, headers: { ...length, ...headers }, ...(agent && { agent }) },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        textOf(response).then((text) => resolve({ status, text, headers }), reject);
      },
    );
    sending.on("error", reject);
    sending.end(method === "POST" ? body : undefined);
  });

/** In the end: one that is little patient may end a connection before a busy machine has used it. */
const takes = async (running: Receiver) =>
  expect
    .poll(() =>
      send(running, { body: order("evt_last"), headers: authentic(order("evt_last")) }).then(
        ({ status }) => status,
        () => undefined,
      ),
    )
    .toBe(204);

describe("the receiver takes", () => {
  it("the webhooks of each API that sends some, at a path of its own", async () => {
    const running = await receiver();
    expect(Object.keys(running.addresses)).toEqual(["content", "marketplace", "membership", "social"]);
    for (const [slug, address] of Object.entries(running.addresses)) {
      expect((await send(running, { path: new URL(address).pathname })).status).toBe(204);
      expect(running.deliveries.at(-1)?.api.slug).toBe(slug);
    }
  });

  it("the bytes and headers as they came, with what they say", async () => {
    const running = await receiver();
    const body = `${order("evt_1", { note: "é" })}\r\n`;
    await send(running, { body, headers: { ...authentic(body), "x-extra": "1" } });
    const [delivery] = running.deliveries;
    expect(Buffer.from(delivery?.bytes ?? []).toString()).toBe(body);
    expect(delivery).toMatchObject({
      at: now,
      headers: { "x-extra": "1", "content-type": "application/json" },
      payload: { event: "order.completed", id: "evt_1", subject: "ord_1" },
      verdict: { state: "verified" },
      isReplay: false,
    });
    expect(delivery).not.toHaveProperty("stale");
  });

  it("no altered byte for a signed one, and says what is stale and what came before", async () => {
    const running = await receiver();
    const body = order("evt_1");
    const headers = authentic(body);
    const states = async (sent: string | Uint8Array) => {
      await send(running, { body: sent, headers });
      const { verdict, isReplay, stale } = running.deliveries.at(-1) as Delivery; // It was just taken.
      return [verdict.state, isReplay, stale];
    };
    for (const index of [0, 20, body.length - 1]) {
      const altered = Buffer.from(body);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect((await states(altered))[0]).toBe("wrong");
    }
    expect(await states(body)).toEqual(["verified", false, undefined]);
    expect(await states(body)).toEqual(["verified", true, undefined]);
    const old = order("evt_2", { timestamp: "2026-09-01T11:00:00Z" });
    await send(running, { body: old, headers: authentic(old) });
    expect(running.deliveries.at(-1)?.stale).toBe(3600);
  });

  it("and tells the age of one whose time is ISO 8601 in UTC, however it is written", async () => {
    const running = await receiver();
    for (const [index, timestamp] of [
      "20260901T110000Z",
      "2026-09-01T11:00:00,0Z",
      "2026-09-01T11Z",
    ].entries()) {
      const body = order(`evt_${index}`, { timestamp });
      await send(running, { body, headers: authentic(body) });
      expect(running.deliveries.at(-1)?.stale, timestamp).toBe(3600);
    }
  });

  it("what is no JSON or no text, and says so", async () => {
    const running = await receiver();
    for (const body of ["{", new Uint8Array([0x22, 0xff, 0x22]), "[".repeat(500_000)])
      expect((await send(running, { body })).status).toBe(204);
    expect(running.deliveries.map(({ payload }) => payload.problem)).toEqual([
      "The body is not JSON.",
      "The body is not valid UTF-8.",
      "The body is not JSON.",
    ]);
  });

  it("5,000 in a burst, each once", async () => {
    const running = await receiver();
    const agent = new Agent({ keepAlive: true, maxSockets: 40 });
    const statuses = await Promise.all(
      Array.from({ length: 5000 }, async (_, index) => {
        const body = order(`evt_${index}`);
        return (await send(running, { body, headers: authentic(body), agent })).status;
      }),
    );
    agent.destroy();
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(new Set(running.deliveries.map(({ payload }) => payload.id)).size).toBe(5000);
    expect(running.deliveries.every(({ verdict }) => verdict.state === "verified")).toBe(true);
  });

  it("nothing that could not be kept: the sender hears that it failed", async () => {
    const running = await receiver({
      onDelivery: () => Promise.reject(new Error("inner words")),
    });
    const reply = await send(running);
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain("inner");
  });

  it("what is sent again because it could not be kept as the first, whoever else says that it is this one", async () => {
    const kept: Delivery[] = [];
    let isFull = true;
    const running = await receiver({
      onDelivery(delivery) {
        if (isFull) throw new Error("The disk is full.");
        kept.push(delivery);
      },
    });
    const body = order("evt_1");
    const sent = { body, headers: authentic(body) };
    const forged = { body, headers: { ...json, "x-service-signature": "00".repeat(32) } };
    expect((await send(running, sent)).status).toBe(500);
    isFull = false;
    expect((await send(running, sent)).status).toBe(204);
    isFull = true;
    // That what is a replay could not be kept makes the first no other.
    expect((await send(running, sent)).status).toBe(500);
    expect((await send(running, forged)).status).toBe(500);
    isFull = false;
    expect((await send(running, sent)).status).toBe(204);
    expect(kept.map(({ isReplay }) => isReplay)).toEqual([false, true]);
  });

  it("a forgery that cannot be kept for no reason to forget what it names", async () => {
    const begun = Promise.withResolvers<void>();
    const failing = Promise.withResolvers<void>();
    const kept: boolean[] = [];
    const running = await receiver({
      async onDelivery({ verdict, isReplay }) {
        if (verdict.state === "verified") return void kept.push(isReplay);
        begun.resolve();
        await failing.promise;
      },
    });
    const body = order("evt_1");
    const forged = send(running, { body });
    await begun.promise;
    await send(running, { body, headers: authentic(body) });
    failing.reject(new Error("The disk is full."));
    expect((await forged).status).toBe(500);
    await send(running, { body, headers: authentic(body) });
    expect(kept).toEqual([false, true]);
  });
});

describe("the receiver refuses, and goes on", () => {
  it.for([
    ["a foreign Host", { headers: { ...json, host: "evil.example" } }, 403],
    ["a Host that looks like this machine", { headers: { ...json, host: "127.0.0.1.evil.example:80" } }, 403],
    ["a foreign Origin", { headers: { ...json, origin: "https://evil.example" } }, 403],
    ["a page of no origin", { headers: { ...json, origin: "null" } }, 403],
    ["a GET", { method: "GET" }, 405],
    ["a PUT", { method: "PUT" }, 405],
    ["what asks for a browser", { method: "OPTIONS", headers: { origin: "https://evil.example" } }, 403],
    ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
    ["a body of no type", { headers: {} }, 415],
    ["another path", { path: "/" }, 404],
    ["an API without webhooks", { path: "/deploy" }, 404],
    ["a path that leads out of it", { path: "/x/%2e%2e/%2e%2e/etc" }, 404],
  ] as [string, Sent, number][])("%s", async ([, sent, status]) => {
    const running = await receiver();
    const reply = await send(running, sent);
    expect(reply.status).toBe(status);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(running.deliveries).toEqual([]);
    await takes(running);
  });

  it.for([false, true])("a body of more than 1 MiB, in chunks: %s", async (chunked) => {
    const running = await receiver();
    const body = (length: number) => `"${"a".repeat(length - 2)}"`;
    const headers = chunked ? { ...json, "transfer-encoding": "chunked", "content-length": "" } : json;
    const one = (length: number) =>
      chunked
        ? chunks(running, body(length))
        : send(running, { body: body(length), headers }).then(
            ({ status }) => status,
            ({ code }: NodeJS.ErrnoException) => code,
          );
    expect(await one(1024 * 1024)).toBe(204);
    // It need not read on, so the connection may also just end.
    expect(await one(1024 * 1024 + 1)).toBeOneOf([413, "EPIPE", "ECONNRESET"]);
    expect(running.deliveries).toHaveLength(1);
    await takes(running);
  });
});

it.for([
  ["at a path that is none", "/nobody", "", 404],
  ["by another method", "/marketplace", "", 405],
  ["from a page", "/marketplace", "origin: https://a.example\r\n", 403],
  ["that is too large", "/marketplace", "", 413],
] as const)(
  "the receiver says that it ends the connection of a body that it does not read, %s",
  async ([, path, more, status]) => {
    const running = await receiver();
    const method = status === 405 ? "PUT" : "POST";
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${new URL(running.url).host}\r\n${more}`;
    const length = status === 413 ? 2 * 1024 * 1024 : 1_000_000;
    const body = `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${"a".repeat(100_000)}`;
    const said = await textOf(await openConnection(running.url, head + body));
    expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(said).toMatch(/\r\nconnection: close\r\n/i);
  },
);

it("the receiver keeps the connection of whoever has sent all", async () => {
  const running = await receiver();
  const agent = new Agent({ keepAlive: true });
  for (const sent of [{}, { path: "/nobody" }, { method: "GET" }])
    expect((await send(running, { ...sent, agent })).headers).toMatchObject({ connection: "keep-alive" });
  agent.destroy();
});

const chunks = ({ url }: Receiver, body: string) =>
  new Promise<number | string | undefined>((resolve) => {
    const sending = request(new URL("/marketplace", url), { method: "POST", headers: json }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
    sending.write(body.slice(0, 1000));
    sending.end(body.slice(1000));
  });

describe("the receiver ends a connection, and goes on", () => {
  const head = (host: string) =>
    `POST /marketplace HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n`;
  it.for([
    ["on which nothing comes", () => ""],
    ["whose head has no end", (host) => head(host)],
    ["whose body has no end", (host) => `${head(host)}\r\n{"event":`],
  ] as [string, (host: string) => string][])("%s", async ([, text]) => {
    const running = await receiver({ patience: 200 });
    const socket = await openConnection(running.url, text(new URL(running.url).host));
    socket.resume();
    await closed(socket);
    expect(running.deliveries).toEqual([]);
    await takes(running);
  });

  it("whose body comes a byte at a time", async () => {
    const running = await receiver({ patience: 200 });
    const socket = await openConnection(running.url, `${head(new URL(running.url).host)}\r\n`);
    const timer = setInterval(() => socket.write(" "), 20);
    socket.resume();
    await closed(socket);
    clearInterval(timer);
    await takes(running);
  });

  it("that is the fifty-first", async () => {
    const running = await receiver({ patience: 60_000 });
    const held = await Promise.all(Array.from({ length: 50 }, () => openConnection(running.url)));
    const further = await openConnection(running.url, head(new URL(running.url).host));
    further.resume();
    await closed(further);
    const [first] = held;
    const ended = first && closed(first);
    first?.destroy();
    await ended;
    await takes(running);
  });
});

it("says when it has ended, and that its port is taken", async () => {
  const port = await freePort();
  const running = await receiver({ port });
  await expect(receiver({ port })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
  await running.close();
  await running.closed;
  await expect(send(running)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
