import { describe, expect, it } from "vitest";
import type { Api } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import {
  payloadAbout,
  recordsOfEvent,
  resourceIn,
  subjectOfEvent,
} from "../../../shared/webhooks/sample-payload.ts";

const apiOf = (slug: string) => apis.find((api) => api.slug === slug) as Api; // One of the ten.
const about = { id: (prefix: string) => `${prefix}new`, now: () => "2026-09-01T12:00:00Z" };
const events = apis.flatMap((api) => Object.keys(api.events).map((event) => [api.slug, event] as const));

describe.for(events)("%s %s", ([slug, event]) => {
  const api = apiOf(slug);

  it("is laid out as documented, with an identifier and a time of its own", () => {
    const payload = payloadAbout(api, event, { known: new Map(), ...about });
    expect(api.events[event]?.payload.safeParse(payload)).toMatchObject({ success: true });
    const { id, time } = api.deliveryFields ?? {};
    if (id !== undefined) expect(payload?.[id]).toBe("evt_new");
    expect(payload?.[time ?? ""]).toBe("2026-09-01T12:00:00Z");
  });

  it("is about the records that are known, and is the documented payload still", () => {
    const known = new Map(
      Object.entries(api.resources).map(([name, { prefix = "any_" }]) => [name, `${prefix}known`]),
    );
    const payload = payloadAbout(api, event, { known, ...about });
    expect(api.events[event]?.payload.safeParse(payload)).toMatchObject({ success: true });
    const fields = recordsOfEvent(api, event);
    expect(fields.size).toBeGreaterThan(0);
    for (const [field, resource] of fields) expect(payload?.data).toHaveProperty(field, known.get(resource));
  });
});

it("the record that an event is about is told by the documents, else by its prefix", () => {
  const subjects = events.map(([slug, event]) => `${event}: ${subjectOfEvent(apiOf(slug), event)}`);
  expect(subjects).toEqual([
    "content.published: posts",
    "order.completed: orders",
    "user.created: users",
    "user.updated: users",
    "user.deleted: users",
    "membership.created: memberships",
    "membership.updated: memberships",
    "membership.canceled: memberships",
    "subscription.created: subscriptions",
    "subscription.payment_succeeded: subscriptions",
    "subscription.payment_failed: subscriptions",
    "subscription.paid: subscriptions",
    "subscription.paused: subscriptions",
    "subscription.resumed: subscriptions",
    "subscription.canceled: subscriptions",
    "course.completed: users",
    "certificate.issued: users",
  ]);
});

it("an identifier names a record by its prefix, or any where none is documented", () => {
  const membership = apiOf("membership");
  expect(resourceIn(membership, "course.completed", "crs_1")).toBe("courses");
  expect(resourceIn(membership, "course.completed", "mem_1")).toBeUndefined();
  expect(resourceIn(apiOf("marketplace"), "order.completed", "7")).toBe("orders");
  expect(resourceIn(membership, "constructor", "usr_1")).toBeUndefined();
  expect(payloadAbout(membership, "constructor", { known: new Map(), ...about })).toBeUndefined();
});
