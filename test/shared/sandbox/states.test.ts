// What the documents say that operations do to records.
import { describe, expect, it } from "vitest";
import type { Row } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { failure } from "../http/calls.ts";
import { testClock } from "../http/clock.ts";
import { bodyOf, operationOf, type RunningSandbox, sandbox } from "./running.ts";

async function all({ caller }: RunningSandbox, id: string): Promise<Row[]> {
  const named = operationOf(id);
  return Array.fromAsync(caller(named.api.slug).list(named));
}

const delivered = ({ url }: RunningSandbox, slug: string) =>
  bodyOf<{ event: string; payload: Row }[]>(fetch(`${url}/_sandbox/deliveries/${slug}`));

const body = async (reply: Promise<{ body: unknown }>) => (await reply).body as Row; // The operations below answer with a record.

describe("a post", () => {
  it("is published, and announced, when publish is true", async () => {
    const box = await sandbox();
    const post = await body(
      box.send("content.posts.create", { body: { title: "Hello", content: "x", publish: true } }),
    );
    expect(post).toMatchObject({ status: "published", slug: "hello", title: "Hello" });
    expect(await delivered(box, "content")).toMatchObject([
      {
        event: "content.published",
        payload: { event: "content.published", data: { type: "post", id: post.id, action: "published" } },
      },
    ]);
    expect((await all(box, "content.posts.list"))[0]).toEqual(post);
  });

  it.for([undefined, false])("stays a draft, unannounced, when publish is %s", async (publish) => {
    const box = await sandbox();
    const post = await body(
      box.send("content.posts.create", { body: { title: "An idea", content: "x", publish } }),
    );
    expect(post.status).toBe("draft");
    expect(await delivered(box, "content")).toEqual([]);
  });

  it("gets a slug, of its title or what there is", async () => {
    const { send } = await sandbox();
    const slugs = ["Überraschung & Co.", "日本語"].map(
      async (title) => (await body(send("content.posts.create", { body: { title, content: "" } }))).slug,
    );
    expect(await Promise.all(slugs)).toEqual(["uberraschung-co", expect.stringMatching(/^post_/)]);
  });

  it("is removed for good by delete", async () => {
    const box = await sandbox();
    const [post] = await all(box, "content.posts.list");
    const path = { id: String(post?.id) };
    expect(await box.send("content.posts.delete", { path })).toMatchObject({ status: 204, body: undefined });
    expect((await all(box, "content.posts.list")).some((row) => row.id === path.id)).toBe(false);
    expect((await failure(box.send("content.posts.delete", { path }))).fault?.status).toBe(404);
  });
});

describe("a subscription", () => {
  it("that is active is paused, which is announced, and cannot be paused or canceled again", async () => {
    const box = await sandbox();
    const subscription = await body(box.send("membership.subscriptions.pause"));
    expect(subscription.status).toBe("paused");
    expect(await delivered(box, "membership")).toMatchObject([
      {
        event: "subscription.paused",
        payload: { type: "subscription.paused", data: { id: subscription.id } },
      },
    ]);
    const path = { subscription_id: String(subscription.id) };
    for (const id of ["membership.subscriptions.pause", "membership.subscriptions.cancel"])
      expect((await failure(box.send(id, { path }))).fault?.status).toBe(409);
  });

  it("that is canceled stays active until the period ends; then it is announced, once", async () => {
    const clock = testClock();
    const box = await sandbox({ clock });
    const subscription = await body(box.send("membership.subscriptions.cancel"));
    expect(subscription.status).toBe("active");
    await box.send("membership.subscriptions.cancel");
    const end = String(subscription.next_payment_date);
    clock.advance(Date.parse(end) - clock.now() - 1);
    expect(await delivered(box, "membership")).toEqual([]);
    clock.advance(365 * 86_400_000);
    expect(await delivered(box, "membership")).toMatchObject([
      {
        event: "subscription.canceled",
        payload: { created_at: end, data: { id: subscription.id, status: "canceled" } },
      },
    ]);
    const path = { subscription_id: String(subscription.id) };
    expect((await failure(box.send("membership.subscriptions.cancel", { path }))).fault?.status).toBe(409);
    expect(await delivered(box, "membership")).toHaveLength(1);
  });

  it("is created monthly unless said otherwise, with the tier of its membership", async () => {
    const box = await sandbox();
    const [first] = await all(box, "membership.memberships.list");
    const subscription = await body(
      box.send("membership.subscriptions.create", {
        body: { membership_id: first?.id, payment_method_id: "pm_1" },
      }),
    );
    expect(subscription).toMatchObject({
      billing_cycle: "monthly",
      status: "active",
      tier: first?.tier,
      currency: "eur",
      payment_method: { id: "pm_1" },
    });
    expect((await delivered(box, "membership"))[0]?.event).toBe("subscription.created");
  });

  it("keeps what an update does not send", async () => {
    const box = await sandbox();
    const path = { subscription_id: String((await body(box.send("membership.subscriptions.pause"))).id) };
    const before = await body(box.send("membership.subscriptions.update", { path, body: {} }));
    const after = await body(
      box.send("membership.subscriptions.update", { path, body: { coupon_code: "X" } }),
    );
    expect(after).toEqual({ ...before, coupon_code: "X" });
  });
});

describe("a membership", () => {
  it("changes its tier and keeps its status, which is announced", async () => {
    const box = await sandbox();
    const membership = await body(box.send("membership.memberships.change-tier"));
    expect(membership).toMatchObject({ tier: "enterprise", status: "active" });
    expect((await delivered(box, "membership"))[0]).toMatchObject({
      event: "membership.updated",
      payload: { data: { id: membership.id, tier: "enterprise" } },
    });
  });

  it("that is canceled stays active until the period ends; then it is announced, once", async () => {
    const clock = testClock();
    const box = await sandbox({ clock });
    const { id, status, current_period_end: end } = await body(box.send("membership.memberships.cancel"));
    expect(status).toBe("active");
    await box.send("membership.memberships.cancel");
    const read = async () => (await all(box, "membership.memberships.list")).find((row) => row.id === id);
    clock.advance(Date.parse(String(end)) - clock.now() - 1);
    expect(await read()).toMatchObject({ status: "active" });
    clock.advance(1);
    expect(await read()).toMatchObject({ status: "canceled", current_period_end: end });
    clock.advance(365 * 86_400_000);
    expect(await delivered(box, "membership")).toMatchObject([
      { event: "membership.canceled", payload: { created_at: end, data: { id, status: "canceled" } } },
    ]);
  });

  it("that is canceled in a period long after the sample's is so at the end of the one that runs", async () => {
    const clock = testClock(Date.parse("2031-05-05T05:05:05Z"));
    const box = await sandbox({ clock });
    const period = await body(box.send("membership.memberships.cancel"));
    expect(Date.parse(String(period.current_period_start))).toBeLessThanOrEqual(clock.now());
    expect(Date.parse(String(period.current_period_end))).toBeGreaterThan(clock.now());
  });

  it("that went with its user, or with a new start, is not canceled any more", async () => {
    const clock = testClock();
    const box = await sandbox({ clock });
    const { user_id } = await body(box.send("membership.memberships.cancel"));
    await box.send("membership.users.delete", { path: { user_id: String(user_id) } });
    clock.advance(365 * 86_400_000);
    expect((await delivered(box, "membership")).map(({ event }) => event)).toEqual(["user.deleted"]);
    await fetch(`${box.url}/_sandbox/reset`, { method: "POST" });
    const { id } = await body(box.send("membership.memberships.cancel"));
    await fetch(`${box.url}/_sandbox/reset`, { method: "POST" });
    clock.advance(365 * 86_400_000);
    const rows = await all(box, "membership.memberships.list");
    expect(rows.find((row) => row.id === id)?.status).toBe("active");
  });

  it("gets what its new tier gives when the next period begins", async () => {
    const clock = testClock();
    const box = await sandbox({ clock });
    const path = { membership_id: String((await all(box, "membership.memberships.list"))[0]?.id) };
    const before = await body(box.send("membership.memberships.get", { path }));
    await box.send("membership.memberships.change-tier", { path, body: { tier: "enterprise" } });
    const read = () => body(box.send("membership.memberships.get", { path }));
    expect((await read()).entitlements).toEqual(before.entitlements);
    clock.advance(31 * 86_400_000);
    expect((await read()).entitlements).toMatchObject({ mentorship: true });
  });

  it("is the only active one of its user", async () => {
    const { send } = await sandbox();
    await send("membership.memberships.create");
    expect((await failure(send("membership.memberships.create"))).fault).toMatchObject({
      status: 409,
      field: "user_id",
    });
  });

  it("of a new one has the documented data in its event", async () => {
    const box = await sandbox();
    const membership = await body(box.send("membership.memberships.create"));
    const [first] = await delivered(box, "membership");
    expect(first?.event).toBe("membership.created");
    const { id, user_id, tier, status, trial_ends_at } = membership;
    expect(first?.payload.data).toEqual({ id, user_id, tier, status, trial_ends_at });
    expect(trial_ends_at).not.toBeNull();
  });
});

describe("a member", () => {
  it("with a tier is enrolled in it", async () => {
    const box = await sandbox();
    const user = await body(box.send("membership.users.create"));
    expect(Object.keys(user)).toEqual(["id", "email", "name", "status", "membership_tier", "created_at"]);
    expect(
      await body(box.send("membership.users.get", { path: { user_id: String(user.id) } })),
    ).toMatchObject({
      membership_tier: "professional",
      membership: { id: expect.stringMatching(/^mem_/), tier: "professional", trial_ends_at: null },
    });
    expect((await delivered(box, "membership")).map(({ event }) => event).toSorted()).toEqual([
      "membership.created",
      "user.created",
    ]);
  });

  it("keeps the fields that an update does not send", async () => {
    const box = await sandbox();
    const path = { user_id: String((await all(box, "membership.users.list"))[0]?.id) };
    const before = await body(box.send("membership.users.get", { path }));
    const after = await body(box.send("membership.users.update", { path, body: { name: "New Name" } }));
    expect(after).toMatchObject({ email: before.email, metadata: before.metadata, name: "New Name" });
    expect((await delivered(box, "membership"))[0]?.event).toBe("user.updated");
  });

  it("that is deleted is gone with what belongs to it, and is announced", async () => {
    const box = await sandbox();
    const [membership] = await all(box, "membership.memberships.list");
    const path = { user_id: String(membership?.user_id) };
    expect(await body(box.send("membership.users.delete", { path }))).toEqual({
      id: path.user_id,
      deleted: true,
    });
    expect((await all(box, "membership.memberships.list")).some((row) => row.id === membership?.id)).toBe(
      false,
    );
    expect((await failure(box.send("membership.users.get", { path }))).fault?.status).toBe(404);
    expect((await delivered(box, "membership"))[0]).toMatchObject({
      event: "user.deleted",
      payload: { data: { id: path.user_id } },
    });
  });
});

it("a course is created in draft", async () => {
  const { send } = await sandbox();
  expect(await body(send("membership.courses.create"))).toMatchObject({
    is_published: false,
    lessons_count: 2,
  });
});

it("a database is scaled to another tier, and then has it", async () => {
  const { send } = await sandbox();
  const input = { body: { database_id: "db_orders", new_tier: "standard-8" } };
  expect(await body(send("cloud-v1.databases.scale", input))).toMatchObject({ tier: "standard-8" });
  expect((await failure(send("cloud-v1.databases.scale", input))).fault?.status).toBe(409);
});

it("a new server is provisioning, and stands first in the list", async () => {
  const box = await sandbox();
  const server = await body(box.send("cloud-v1.servers.create"));
  expect(server).toMatchObject({ status: "provisioning", name: "web-46", region: "fra1" });
  expect((await all(box, "cloud-v1.servers.list"))[0]).toEqual(server);
});

it("a new server runs after a while, and those of the samples stay what they are", async () => {
  const clock = testClock();
  const box = await sandbox({ clock });
  const states = async () => (await all(box, "cloud-v1.servers.list")).map(({ status }) => status);
  const before = await states();
  await box.send("cloud-v1.servers.create");
  expect(await states()).toEqual(["provisioning", ...before]);
  await clock.sleep(5_000);
  expect(await states()).toEqual(["running", ...before]);
});

it("a deployment is ready, counts in its project, and shows no field that is not documented", async () => {
  const box = await sandbox();
  const [project] = await all(box, "deploy.projects.list");
  const path = { id: String(project?.id) };
  const deployment = await body(
    box.send("deploy.deployments.create", { path, body: { branch: "main", environment: "preview" } }),
  );
  expect(Object.keys(deployment)).toEqual(["id", "status", "branch", "commit_sha", "url", "duration_ms"]);
  expect(deployment).toMatchObject({ status: "ready", branch: "main" });
  const [after] = await all(box, "deploy.projects.list");
  expect(after?.active_deployments).toBe(Number(project?.active_deployments) + 1);
});

it("an organization user is a viewer unless said otherwise", async () => {
  const { send } = await sandbox();
  expect(
    await body(send("admin.users.create", { body: { name: "Al", email: "al@example.com" } })),
  ).toMatchObject({ role: "viewer" });
});

it("settings that are not sent stay", async () => {
  const { send } = await sandbox();
  await send("admin.settings.update", { body: { theme: "dark" } });
  expect(await body(send("admin.settings.update", { body: { timezone: "Asia/Tokyo" } }))).toMatchObject({
    theme: "dark",
    timezone: "Asia/Tokyo",
    workspace_name: "Acme",
  });
});

it("an order is completed at once, with its total in the event", async () => {
  const box = await sandbox();
  const [product] = await all(box, "marketplace.products.list");
  const order = await body(
    box.send("marketplace.orders.create", { body: { items: [{ product_id: product?.id, quantity: 3 }] } }),
  );
  expect(order.total).toBe(Number(product?.price) * 3);
  const [first] = await delivered(box, "marketplace");
  expect(first?.payload.data).toEqual({ order_id: order.id, total: order.total, status: "fulfilled" });
});

it("an order of an unknown product is refused at its place", async () => {
  const { send } = await sandbox();
  const { fault } = await failure(
    send("marketplace.orders.create", { body: { items: [{ product_id: "prod_none" }] } }),
  );
  expect(fault).toMatchObject({ status: 400, message: expect.stringContaining("prod_none") });
});

it("each event that the sandbox sends is the documented payload", async () => {
  const box = await sandbox();
  for (const id of [
    "content.posts.create",
    "marketplace.orders.create",
    "membership.users.create",
    "membership.memberships.create",
    "membership.memberships.change-tier",
    "membership.subscriptions.create",
    "membership.subscriptions.pause",
    "membership.users.delete",
  ])
    await box.send(id);
  const seen = new Set<string>();
  for (const slug of ["content", "marketplace", "membership"])
    for (const { event, payload } of await delivered(box, slug)) {
      const schema = apis.find((api) => api.slug === slug)?.events[event]?.payload;
      expect(schema?.safeParse(payload), event).toMatchObject({ success: true });
      seen.add(event);
    }
  expect(seen.size).toBeGreaterThan(7);
});
