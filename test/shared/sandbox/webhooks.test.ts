import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { apis } from "../../../shared/apis/index.ts";
import { bodyOf, sandbox } from "./running.ts";

/** A local receiver; each delivery as the bytes that came. */
async function receiver(status = 204) {
  const waiting: ((delivery: { body: Buffer; headers: IncomingHttpHeaders }) => void)[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    response.writeHead(status).end();
    waiting.shift()?.({ body, headers: request.headers });
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    next: () =>
      new Promise<{ body: Buffer; headers: IncomingHttpHeaders }>((resolve) => waiting.push(resolve)),
  };
}

const register = (root: string, slug: string, url: unknown) =>
  fetch(`${root}/_sandbox/webhooks/${slug}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url }),
  });

const signatureOf = (slug: string) => apis.find((api) => api.slug === slug)?.signature;

describe("a delivery", () => {
  it("of the marketplace is signed over its raw bytes, and no altered byte passes", async () => {
    const { url, send, directory } = await sandbox();
    const hooks = await receiver();
    expect((await register(url, "marketplace", hooks.url)).status).toBe(204);
    const arrived = hooks.next();
    await send("marketplace.orders.create");
    const { body, headers } = await arrived;
    expect(headers["content-type"]).toBe("application/json");
    const { secret = "", encoding = "hex" } = directory.apis.marketplace?.webhooks ?? {};
    const given = String(headers["x-service-signature"]);
    const verify = (bytes: Uint8Array) => signatureOf("marketplace")?.verify(bytes, given, secret, encoding);
    expect(verify(body)).toBe(true);
    for (const index of [0, 9, body.length - 1]) {
      const altered = Buffer.from(body);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(verify(altered)).toBe(false);
    }
    expect(JSON.parse(body.toString())).toMatchObject({
      event: "order.completed",
      id: expect.stringMatching(/^evt_/),
    });
  });

  it("of membership has the documented header, of content none", async () => {
    const { url, send } = await sandbox();
    const hooks = await receiver();
    await register(url, "membership", hooks.url);
    await register(url, "content", hooks.url);
    let arrived = hooks.next();
    await send("membership.subscriptions.pause");
    expect((await arrived).headers["x-service-signature"]).toMatch(/./);
    arrived = hooks.next();
    await send("content.posts.create");
    expect((await arrived).headers).not.toHaveProperty("x-service-signature");
  });

  it("is in the log with the receiver's status; without one when nobody listened", async () => {
    const { url, send } = await sandbox();
    const log = () =>
      bodyOf<{ event: string; status?: number }[]>(fetch(`${url}/_sandbox/deliveries/content`));
    await send("content.posts.create");
    expect(await log()).toEqual([{ event: "content.published", payload: expect.any(Object) }]);
    const hooks = await receiver(503);
    await register(url, "content", hooks.url);
    const arrived = hooks.next();
    await send("content.posts.create");
    await arrived;
    await expect.poll(async () => (await log())[0]?.status).toBe(503);
  });

  it("fails no request when the receiver is gone", async () => {
    const { url, send } = await sandbox();
    await register(url, "content", "http://127.0.0.1:1/hooks");
    expect((await send("content.posts.create")).status).toBe(201);
  });

  it("of an event alone is sent on demand, new each time, and changes no record", async () => {
    const { url, send } = await sandbox();
    const hooks = await receiver();
    const trigger = (api: string, event: string) =>
      fetch(`${url}/_sandbox/events/${api}/${event}`, { method: "POST" });
    const before = (await send("content.posts.list")).body;
    expect(await bodyOf(trigger("content", "content.published"))).not.toHaveProperty("status");
    const ids = new Set<unknown>();
    for (const api of apis) {
      await register(url, api.slug, hooks.url);
      for (const event of Object.keys(api.events)) {
        const arrived = hooks.next();
        expect(await bodyOf(trigger(api.slug, event))).toMatchObject({ event, status: 204 });
        const payload = JSON.parse((await arrived).body.toString());
        expect(payload[api.eventNames?.field ?? ""]).toBe(event);
        const { id } = api.deliveryFields ?? {};
        if (id !== undefined) expect(ids.size).toBeLessThan(ids.add(`${api.slug} ${payload[id]}`).size);
      }
    }
    expect((await send("content.posts.list")).body).toEqual(before);
    for (const [api, event] of [
      ["content", "gone"],
      ["content", "constructor"],
      ["nobody", "content.published"],
    ] as const)
      expect((await trigger(api, event)).status).toBe(404);
  });

  it("stops when the receiver is taken back", async () => {
    const { url, send } = await sandbox();
    const hooks = await receiver();
    await register(url, "content", hooks.url);
    expect((await register(url, "content", null)).status).toBe(204);
    let came = false;
    void hooks.next().then(() => {
      came = true;
    });
    await send("content.posts.create");
    await send("content.posts.list");
    expect(came).toBe(false);
  });
});

it.for([
  "https://hooks.example.com/",
  "http://10.0.0.1/",
  "http://127.0.0.1.example.com/",
  "file:///etc/passwd",
  "hooks",
  7,
  undefined,
])("deliveries do not go to %s", async (address) => {
  const { url } = await sandbox();
  expect((await register(url, "content", address)).status).toBe(400);
  expect((await register(url, "nobody", "http://127.0.0.1:1/")).status).toBe(400);
});
