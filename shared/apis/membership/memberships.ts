import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { changing, found, listing, reading, referred } from "../../traits/behaviour.ts";
import { id, maybe, open, openPath, shown, timestamp } from "../../traits/fields.ts";
import { singlePage } from "../../traits/paging.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";
import { defineOperation } from "../define.ts";
import {
  announce,
  cancelAt,
  currentPeriod,
  entitlementsOf,
  later,
  periodEnd,
  requireActive,
  startMembership,
} from "./sandbox.ts";
import { tier, tiers } from "./tiers.ts";

const entitlements = shown({
  unlimited_courses: z.boolean(),
  live_sessions: open("weekly"),
  mentorship: z.boolean(),
  ai_paths: z.boolean(),
  certifications: z.boolean(),
});

/** What a single user shows of its membership. */
export const periodOfMembership = shown({
  id: id("mem_", "memberships"),
  tier: tier(),
  current_period_start: timestamp(),
  current_period_end: timestamp(),
  trial_ends_at: timestamp().nullable(),
});

const membership = shown(
  {
    id: id("mem_", "memberships"),
    user_id: id("usr_", "users"),
    tier: tier(),
    status: open("active"),
    current_period_start: timestamp(),
    current_period_end: timestamp(),
    trial_ends_at: timestamp().nullable(),
    entitlements,
    created_at: timestamp(),
  },
  "id",
);

const membershipRow = (n: number): Row => {
  const name = pick(tiers, n);
  const start = sampleTime(n, 31);
  return {
    id: sampleId("mem_", n),
    user_id: sampleId("usr_", 4 * n),
    tier: name,
    status: "active",
    current_period_start: start,
    current_period_end: periodEnd(start, "monthly"),
    trial_ends_at: n % 5 === 0 ? later(start, 14) : null,
    entitlements: entitlementsOf(name),
    created_at: sampleTime(4 * n, 31),
  };
};

export const memberships: Resource = {
  title: "Membership",
  prefix: "mem_",
  record: membership,
  notShown: ["status values other than active"],
  samples: rows(12, membershipRow),
};

const one = { membership_id: sampleId("mem_", 1) };

export const membershipOperations = {
  list: defineOperation({
    title: "List memberships",
    effect: "read",
    request: {},
    reply: shown({ data: z.array(membership), has_more: z.boolean() }, "data"),
    paging: singlePage({ has_more: false }),
    resource: "memberships",
    notShown: [
      "method and path",
      "parameters",
      "status of success",
      "how to ask for more when has_more is true",
    ],
    samples: [{}],
    sandbox: { route: { method: "GET", path: "/memberships" }, handle: listing("memberships") },
  }),
  create: defineOperation({
    title: "Create membership",
    description: "Puts a user on a tier. Each user has at most one active membership at a time.",
    effect: "write",
    request: {
      body: z.strictObject({
        user_id: maybe(id("usr_", "users")),
        tier: maybe(tier()),
        billing_cycle: maybe(open("monthly")),
        coupon_code: maybe(z.string()),
        trial_days: maybe(z.int()),
      }),
    },
    reply: membership,
    resource: "memberships",
    affects: ["users"],
    notShown: ["method and path", "which fields are required", "status of success"],
    samples: [
      {
        body: {
          user_id: sampleId("usr_", 1),
          tier: "professional",
          billing_cycle: "monthly",
          coupon_code: "WELCOME10",
          trial_days: 14,
        },
      },
    ],
    sandbox: {
      route: { method: "POST", path: "/memberships" },
      choices: [
        "409 for a user who has an active membership",
        "400 for a trial of negative length, or that ends after the year 9999",
      ],
      handle(call) {
        const { tier, billing_cycle, trial_days } = call.body;
        const user = referred(call, "users", "user_id");
        const row = startMembership(call.world, user, { tier, cycle: billing_cycle, trialDays: trial_days });
        call.world.table("users").update(String(user.id), { membership_tier: row.tier });
        return { status: 201, body: row };
      },
    },
  }),
  get: defineOperation({
    title: "Retrieve membership",
    description: "The full membership with entitlements, billing info and subscription details.",
    effect: "read",
    request: { path: openPath() },
    reply: membership,
    resource: "memberships",
    notShown: [
      "method and path",
      "path parameters",
      "fields of billing info and subscription details",
      "status of success",
    ],
    samples: [{ path: one }],
    sandbox: {
      route: { method: "GET", path: "/memberships/{membership_id}" },
      handle: reading("memberships", "membership_id"),
    },
  }),
  "change-tier": defineOperation({
    title: "Change membership tier",
    description: "Sets a new tier, which takes effect at the next billing period. The status stays the same.",
    effect: "write",
    request: {
      path: openPath(),
      body: z.strictObject({ tier: maybe(tier()), effective_date: maybe(open("next_billing_period")) }),
    },
    reply: membership,
    resource: "memberships",
    notShown: ["method and path", "path parameters", "which fields are required", "status of success"],
    samples: [{ path: one, body: { tier: "enterprise", effective_date: "next_billing_period" } }],
    sandbox: {
      route: { method: "POST", path: "/memberships/{membership_id}/change-tier" },
      // The entitlements stay as they are: they follow at the next billing period.
      handle: changing("memberships", "membership_id", (row, { body, world }) => {
        const change = { tier: body.tier ?? row.tier };
        announce(world, "membership.updated", { ...row, ...change });
        const id = String(row.id);
        const { end } = currentPeriod(world, row.current_period_end, "monthly");
        world.at(end, `memberships ${id} entitled`, () => {
          const memberships = world.table("memberships");
          if (memberships.get(id)) memberships.update(id, { entitlements: entitlementsOf(change.tier) });
        });
        return change;
      }),
    },
  }),
  cancel: defineOperation({
    title: "Cancel membership",
    description:
      "Cancels an active membership at the end of the current billing period. The user keeps access until then.",
    effect: "write",
    request: {
      path: openPath(),
      headers: z.strictObject({ "Cancellation-Reason": z.string().optional() }),
    },
    announces: "membership.canceled",
    resource: "memberships",
    returns: "the membership, canceled at the end of the period",
    notShown: ["method and path", "path parameters", "response body", "status of success"],
    samples: [{ path: one, headers: { "Cancellation-Reason": "Moved to another platform" } }, { path: one }],
    sandbox: {
      route: { method: "POST", path: "/memberships/{membership_id}/cancel" },
      choices: ["409 for a membership that is not active", "one event, when the period ends"],
      handle(call) {
        const row = found(call, "memberships", "membership_id");
        requireActive(row);
        const { world } = call;
        const { start, end } = currentPeriod(world, row.current_period_end, "monthly");
        cancelAt(world, "memberships", row, end);
        const period = { current_period_start: start || row.current_period_start, current_period_end: end };
        return { status: 200, body: world.table("memberships").update(String(row.id), period) };
      },
    },
  }),
} as const;
