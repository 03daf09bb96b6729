import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { apis } from "../../../shared/apis/index.ts";
import { type Api, type NamedOperation, operationsOf, type Row } from "../../../shared/api.ts";
import { referredBy } from "../../../shared/relations.ts";
import type { SandboxWebhooks } from "../../../shared/sandbox/directory.ts";
import { isRow } from "../../../shared/traits/values.ts";
import { recordsOfEvent } from "../../../shared/webhooks/sample-payload.ts";
import { Random } from "../../server/random.ts";
import { testClock } from "../http/clock.ts";
import { bodyOf, sandbox } from "./running.ts";

/** A local receiver; each delivery as the bytes that came. It answers with the statuses in turn, the last of them for good. */
async function receiver(...statuses: number[]) {
  const came: Record<string, unknown>[] = [];
  const waiting: ((delivery: { body: Buffer; headers: IncomingHttpHeaders }) => void)[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    came.push(JSON.parse(body.toString()));
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    if (status === 0) request.socket.destroy();
    else response.writeHead(status ?? 204).end();
    waiting.shift()?.({ body, headers: request.headers });
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    came,
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

const apiOf = (slug: string) => apis.find((api) => api.slug === slug) as Api; // One of the ten.
const signatureOf = (slug: string) => apiOf(slug).signature;

/** @param record that the event is about */
const trigger = (root: string, slug: string, event: string, record: string) =>
  fetch(`${root}/_sandbox/events/${slug}/${event}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ record }),
  });

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
    expect(await log()).toMatchObject([{ event: "content.published", state: "unheard", tries: 0 }]);
    const hooks = await receiver(422);
    await register(url, "content", hooks.url);
    await send("content.posts.create");
    await expect
      .poll(async () => (await log())[0])
      .toMatchObject({ status: 422, state: "given up", tries: 1 });
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

  it("has an identifier that none had before, over resets and starts", async () => {
    const ids = new Set<unknown>();
    let count = 0;
    for (let start = 0; start < 2; start++) {
      const { url, send } = await sandbox();
      for (let reset = 0; reset < 2; reset++) {
        for (const [api, event] of [
          ["marketplace", "order.completed"],
          ["membership", "user.created"],
        ] as const)
          await fetch(`${url}/_sandbox/events/${api}/${event}`, { method: "POST" });
        await send("marketplace.orders.create");
        await send("membership.subscriptions.pause");
        for (const api of ["marketplace", "membership"]) {
          const log = bodyOf<{ payload: { id: string } }[]>(fetch(`${url}/_sandbox/deliveries/${api}`));
          for (const { payload } of await log) {
            expect(payload.id).toMatch(/^evt_[0-9a-z]{8}$/);
            ids.add(`${api} ${payload.id}`);
            count++;
          }
        }
        await fetch(`${url}/_sandbox/reset`, { method: "POST" });
      }
    }
    expect(count).toBe(16);
    expect(ids.size).toBe(count);
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

const webhooks = (root: string) => bodyOf<SandboxWebhooks>(fetch(`${root}/_sandbox/webhooks`));

/** What `/_sandbox/webhooks` has of an API, when nothing of it is under way. */
async function resting(root: string, slug: string) {
  let entry: SandboxWebhooks["apis"][string] | undefined;
  await expect
    .poll(async () => {
      entry = (await webhooks(root)).apis[slug];
      // The first of its record is sent or waits for its time; what has no time waits for that.
      const firsts = Map.groupBy(entry?.pending ?? [], ({ record }) => record).values();
      return [...firsts].every(([first]) => first?.nextTry !== undefined);
    })
    .toBe(true);
  return entry;
}

describe("a delivery that fails", () => {
  const triggerEvent = (root: string, event: string, record: string) =>
    trigger(root, "membership", event, record);

  it("is sent again after 1, 5 and 25 seconds, the same each time, and then given up", async () => {
    const clock = testClock();
    const { url, send } = await sandbox({ clock });
    const hooks = await receiver(0, 408, 429, 503);
    await register(url, "marketplace", hooks.url);
    await send("marketplace.orders.create");
    for (const [index, wait] of [1000, 5000, 25_000].entries()) {
      const entry = await resting(url, "marketplace");
      expect(entry?.pending).toEqual([
        {
          event: "order.completed",
          record: expect.stringMatching(/^ord_/),
          state: "pending",
          tries: index + 1,
          nextTry: new Date(clock.now() + wait).toISOString(),
          ...(index > 0 && { status: [408, 429][index - 1] }),
        },
      ]);
      clock.advance(wait - 1);
      expect(hooks.came).toHaveLength(index + 1);
      clock.advance(1);
    }
    const { pending, settled, ...rest } = (await resting(url, "marketplace")) ?? {};
    expect(pending).toEqual([]);
    expect(settled).toMatchObject([{ event: "order.completed", state: "given up", tries: 4, status: 503 }]);
    expect(rest).toEqual({ url: hooks.url });
    expect(new Set(hooks.came.map((payload) => JSON.stringify(payload))).size).toBe(1);
    expect((await webhooks(url)).retriesAfterSeconds).toEqual([1, 5, 25]);
  });

  it("holds up later ones of its record and no others", async () => {
    const clock = testClock();
    const { url } = await sandbox({ clock });
    const hooks = await receiver(500, 204);
    await register(url, "membership", hooks.url);
    const states = [];
    for (const [event, record] of [
      ["user.created", "usr_1"],
      ["user.updated", "usr_1"],
      ["user.updated", "usr_2"],
      ["user.deleted", "usr_1"],
    ] as const)
      states.push((await bodyOf<{ state: string }>(triggerEvent(url, event, record))).state);
    expect(states).toEqual(["pending", "pending", "delivered", "pending"]);
    expect((await resting(url, "membership"))?.pending).toMatchObject([
      { event: "user.created", tries: 1 },
      { event: "user.updated", tries: 0, record: "usr_1" },
      { event: "user.deleted", tries: 0 },
    ]);
    clock.advance(1000);
    await expect.poll(async () => (await webhooks(url)).apis.membership?.pending).toEqual([]);
    expect(hooks.came.map(({ type, data }) => [type, data])).toEqual([
      ["user.created", { id: "usr_1" }],
      ["user.updated", { id: "usr_2" }],
      ["user.created", { id: "usr_1" }],
      ["user.updated", { id: "usr_1" }],
      ["user.deleted", { id: "usr_1" }],
    ]);
  });

  it.for([1, 2, 3])(
    "comes in order with those of its record, and is accepted once, whatever fails: seed %i",
    async (seed) => {
      const clock = testClock();
      const { url } = await sandbox({ clock });
      const random = new Random(seed);
      const statuses = Array.from({ length: 400 }, () => random.pick([204, 200, 503, 500, 429, 0, 400]));
      const hooks = await receiver(...statuses);
      await register(url, "membership", hooks.url);
      const sent = new Map<string, string[]>();
      for (let count = 0; count < 40; count++) {
        const record = `usr_${random.below(5)}`;
        const { payload } = await bodyOf<{ payload: { id: string } }>(
          triggerEvent(url, "user.updated", record),
        );
        sent.set(record, [...(sent.get(record) ?? []), payload.id]);
      }
      while (((await resting(url, "membership"))?.pending.length ?? 0) > 0) clock.advance(25_000);
      const log = await bodyOf<{ payload: { id: string }; state: string }[]>(
        fetch(`${url}/_sandbox/deliveries/membership`),
      );
      const delivered = new Set(
        log.filter((each) => each.state === "delivered").map(({ payload }) => payload.id),
      );
      const accepted = hooks.came.filter((_, index) => [200, 204].includes(statuses[index] ?? 0));
      for (const [record, ids] of sent) {
        const came = accepted.filter(({ data }) => isRow(data) && data.id === record).map(({ id }) => id);
        expect(came).toEqual(ids.filter((id) => delivered.has(id)));
      }
      expect(log.every((each) => each.state === "delivered" || each.state === "given up")).toBe(true);
      expect(delivered.size).toBeGreaterThan(10);
    },
  );

  it("is told of when it was sent itself, however long the later ones of its record take", async () => {
    const { url } = await sandbox();
    const first = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      request.resume();
      // The first waits for the second, which is never answered.
      void first.promise.then(() => response.writeHead(204).end());
      server.removeAllListeners("request").on("request", () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    await register(url, "membership", `http://127.0.0.1:${port}/`);
    const pending = async () => (await webhooks(url)).apis.membership?.pending ?? [];
    const told = bodyOf(triggerEvent(url, "user.created", "usr_1"));
    await expect.poll(async () => (await pending()).length).toBe(1);
    const later = triggerEvent(url, "user.updated", "usr_1");
    await expect.poll(async () => (await pending()).length).toBe(2);
    first.resolve();
    expect(await told).toMatchObject({ state: "delivered", status: 204 });
    expect(await pending()).toEqual([expect.not.objectContaining({ nextTry: expect.anything() })]);
    await register(url, "membership", null);
    expect(await bodyOf(later)).toMatchObject({ state: "given up" });
  });

  it("lets the later ones go when it is refused", async () => {
    const { url } = await sandbox();
    const hooks = await receiver(400, 204);
    await register(url, "membership", hooks.url);
    expect(await bodyOf(triggerEvent(url, "user.created", "usr_1"))).toMatchObject({
      state: "given up",
      status: 400,
    });
    expect(await bodyOf(triggerEvent(url, "user.updated", "usr_1"))).toMatchObject({ state: "delivered" });
  });

  it.for([
    ["a reset", (url: string) => fetch(`${url}/_sandbox/reset`, { method: "POST" })],
    ["the end of the receiver", (url: string) => register(url, "membership", null)],
  ] as const)("is not sent again after %s", async ([, end]) => {
    const clock = testClock();
    const { url } = await sandbox({ clock });
    const hooks = await receiver(503);
    await register(url, "membership", hooks.url);
    await triggerEvent(url, "user.created", "usr_1");
    await end(url);
    expect((await webhooks(url)).apis.membership?.pending).toEqual([]);
    await register(url, "membership", hooks.url);
    clock.advance(60_000);
    expect(await bodyOf(triggerEvent(url, "user.updated", "usr_1"))).toMatchObject({ tries: 1 });
    expect(hooks.came.map(({ type }) => type)).toEqual(["user.created", "user.updated"]);
  });

  it("is given up at once when 200 are pending, and ten at most are under way together", async () => {
    const { url, send } = await sandbox();
    let open = 0;
    let most = 0;
    let answers: (() => void)[] | undefined = [];
    const server = createServer((request, response) => {
      most = Math.max(most, ++open);
      request.resume();
      const answer = () => {
        open--;
        response.writeHead(204).end();
      };
      if (answers) answers.push(answer);
      else answer();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    await register(url, "membership", `http://127.0.0.1:${port}/`);
    const pending = async () => (await webhooks(url)).apis.membership?.pending.length;
    for (let index = 0; index < 202; index++)
      await send("membership.users.create", { body: { email: `${index}@example.com`, name: "A" } });
    await expect.poll(() => open).toBe(10);
    expect(await pending()).toBe(200);
    expect((await webhooks(url)).apis.membership?.settled).toMatchObject([
      { state: "given up", tries: 0 },
      { state: "given up", tries: 0 },
    ]);
    const held = answers;
    answers = undefined;
    for (const answer of held) answer();
    await expect.poll(pending).toBe(0);
    expect(most).toBe(10);
  });
});

describe("an event alone that is about a record", () => {
  it("has its identifier, those that it refers to, and its fields", async () => {
    const { url, send } = await sandbox();
    const about = async (api: string, event: string, record: unknown) => {
      const reply = await fetch(`${url}/_sandbox/events/${api}/${event}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ record }),
      });
      return reply.status === 200
        ? (await bodyOf<{ payload: { data: unknown } }>(reply)).payload.data
        : reply.status;
    };
    const rows = (await send("membership.memberships.list")).body as { data: Record<string, unknown>[] };
    const { id, user_id, tier, status, trial_ends_at } = rows.data.at(-1) ?? {};
    expect(await about("membership", "membership.created", id)).toEqual({
      id,
      user_id,
      tier,
      status,
      trial_ends_at,
    });
    expect(await about("membership", "user.deleted", "usr_gone")).toEqual({ id: "usr_gone" });
    // Of another record of the event its own fields stay.
    expect(await about("membership", "membership.created", user_id)).toMatchObject({ user_id });
    expect(await about("content", "content.published", "post_7")).toMatchObject({ id: "post_7" });
    expect(await about("marketplace", "order.completed", "anything")).toMatchObject({ order_id: "anything" });
    for (const record of ["mem_1", "usr", ""])
      expect(await about("membership", "user.deleted", record)).not.toHaveProperty("id");
    expect(await about("membership", "user.deleted", 7)).toBe(400);
  });

  const known = apis.flatMap((api) =>
    Object.keys(api.events).flatMap((event) =>
      [...new Set(recordsOfEvent(api, event).values())].map(
        (resource) => [api.slug, event, resource] as const,
      ),
    ),
  );
  it.for(known)("is as documented, and of records that belong together: %s %s about %s", async (names) => {
    const [slug, event, resource] = names;
    const api = apiOf(slug);
    const { url } = await sandbox({ perMinute: 10_000 });
    const samples = (name: string) => api.resources[name]?.samples ?? [];
    expect(samples(resource)).not.toEqual([]);
    for (const record of samples(resource)) {
      const reply = await trigger(url, slug, event, String(record.id));
      const { payload } = await bodyOf<{ payload: { data: Row } }>(reply);
      expect(api.events[event]?.payload.safeParse(payload).error).toBeUndefined();
      const ids = new Map(
        [...recordsOfEvent(api, event)].map(([field, name]) => [name, payload.data[field]]),
      );
      expect(ids.get(resource)).toBe(record.id);
      for (const [name, id] of ids) {
        const row = samples(name).find((each) => each.id === id) ?? {};
        for (const [referred, of] of referredBy(api.resources[name], row))
          expect(ids.get(referred) ?? of).toBe(of);
      }
    }
  });

  it("that has others has one of its own, and says what that says", async () => {
    const { url, send } = await sandbox();
    const about = async (record: unknown) =>
      (
        await bodyOf<{ payload: { data: Row } }>(
          trigger(url, "membership", "subscription.payment_succeeded", String(record)),
        )
      ).payload.data;
    const { subscriptions, invoices } = apiOf("membership").resources;
    for (const invoice of invoices?.samples ?? []) {
      const { id: invoice_id, subscription_id, amount, currency } = invoice;
      const paid = subscriptions?.samples.find(({ id }) => id === subscription_id);
      const data = {
        subscription_id,
        invoice_id,
        amount,
        currency,
        payment_method: paid?.payment_method_id,
      };
      expect(await about(invoice_id)).toEqual(data);
      expect(await about(subscription_id)).toEqual(data);
    }
    const created = (await send("membership.subscriptions.create")).body as Row;
    const { subscription_id, invoice_id, amount } = await about(created.id);
    expect([subscription_id, amount]).toEqual([created.id, created.amount]);
    expect(invoice_id).toMatch(/^inv_/);
    expect(invoices?.samples.map(({ id }) => id)).not.toContain(invoice_id);
  });
});

it("every documented event is caused by an operation of the sandbox, but for those that none can cause", async () => {
  const clock = testClock();
  const { url, send } = await sandbox({ clock });
  for (const api of apis)
    for (const { id, effect } of operationsOf([api]).toSorted((a, b) => rank(a) - rank(b)))
      if (effect !== "read" && api.webhooks) await send(id).catch(() => {});
  clock.advance(400 * 86_400_000);
  const caused = new Set<string>();
  for (const { slug } of apis)
    for (const { event } of await bodyOf<{ event: string }[]>(fetch(`${url}/_sandbox/deliveries/${slug}`)))
      caused.add(event);
  const never = apis.flatMap(({ events }) => Object.keys(events).filter((event) => !caused.has(event)));
  // No operation processes a payment, resumes a subscription or lets a user complete a course.
  expect(never).toEqual([
    "subscription.payment_succeeded",
    "subscription.payment_failed",
    "subscription.paid",
    "subscription.resumed",
    "course.completed",
    "certificate.issued",
  ]);
});

/** What removes or ends a record comes last. */
const rank = ({ effect, verb }: NamedOperation) =>
  effect === "delete" ? 2 : verb === "cancel" || verb === "pause" ? 1 : 0;

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
