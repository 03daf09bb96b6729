import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { changing, found, referred } from "../../traits/behaviour.ts";
import {
  described,
  id,
  keyValues,
  maybe,
  minorUnits,
  opaqueId,
  open,
  openPath,
  shown,
  timestamp,
  untyped,
} from "../../traits/fields.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";
import { isRow } from "../../traits/values.ts";
import { defineOperation } from "../define.ts";
import { announce, cancelAt, currentPeriod, periodEnd, priceOf, requireActive } from "./sandbox.ts";
import { tier, tiers } from "./tiers.ts";

const cycles = ["monthly", "yearly"] as const;
const billingCycle = z.enum(cycles);
const paymentMethodId = () => described(opaqueId(), "Payment method token from a card processor.");

/**
 * At most 20 keys, as for users: the limit stands for "metadata" of the whole API, beside others that name what they
 * limit (document 2, Limits).
 */
const metadata = () => keyValues(20);

const subscription = shown(
  {
    id: id("sub_", "subscriptions"),
    membership_id: id("mem_", "memberships"),
    payment_method_id: paymentMethodId(),
    billing_cycle: billingCycle,
    coupon_code: z.string(),
    metadata: metadata(),
    status: open("active", "paused", "canceled"),
    tier: tier(),
    amount: minorUnits(z.int()),
    currency: described(z.string(), "Currency code in lower case."),
    next_payment_date: timestamp(),
    payment_method: shown({
      id: id("pm_"),
      brand: untyped(),
      last4: untyped(),
      exp_month: z.int(),
      exp_year: z.int(),
    }),
    created_at: timestamp(),
  },
  "id",
);

/** Subscription `n` pays for membership `n`. */
const subscriptionRow = (n: number): Row => {
  const cycle = pick(cycles, n);
  const name = pick(tiers, n);
  return {
    id: sampleId("sub_", n),
    membership_id: sampleId("mem_", n),
    payment_method_id: sampleId("pm_", n),
    billing_cycle: cycle,
    coupon_code: pick(["WELCOME10", "ANNUAL20"], n),
    metadata: { source: pick(["website", "app"], n) },
    status: n % 6 === 0 ? "paused" : "active",
    tier: name,
    amount: priceOf(name, cycle),
    currency: "eur",
    next_payment_date: periodEnd(sampleTime(n, 31), cycle),
    payment_method: {
      id: sampleId("pm_", n),
      brand: pick(["visa", "mastercard"], n),
      last4: String(4242 + n),
      exp_month: (n % 12) + 1,
      exp_year: 2029,
    },
    created_at: sampleTime(4 * n, 31),
  };
};

export const subscriptions: Resource = {
  title: "Subscription",
  prefix: "sub_",
  record: subscription,
  notShown: ["status values other than active, paused and canceled", "resumption of a paused subscription"],
  samples: rows(12, subscriptionRow),
};

const one = { subscription_id: sampleId("sub_", 1) };

/** The sandbox takes a token that looks like a payment method's identifier for that identifier. */
const methodId = (token: unknown, fresh: () => string) =>
  typeof token === "string" && token.startsWith("pm_") ? token : fresh();

export const subscriptionOperations = {
  create: defineOperation({
    title: "Create subscription",
    description: "Starts the recurring billing of a membership.",
    effect: "write",
    request: {
      body: z.strictObject({
        membership_id: id("mem_", "memberships"),
        payment_method_id: paymentMethodId(),
        billing_cycle: billingCycle.meta({ default: "monthly" }).optional(),
        coupon_code: z.string().optional(),
        metadata: metadata().optional(),
      }),
    },
    reply: subscription,
    resource: "subscriptions",
    notShown: ["method and path", "status of success"],
    samples: [
      {
        body: {
          membership_id: sampleId("mem_", 2),
          payment_method_id: "pm_card_visa",
          billing_cycle: "yearly",
          coupon_code: "WELCOME10",
          metadata: { source: "website" },
        },
      },
      { body: { membership_id: sampleId("mem_", 3), payment_method_id: "pm_card_visa" } },
    ],
    sandbox: {
      route: { method: "POST", path: "/subscriptions" },
      handle(call) {
        const { body, world } = call;
        const membership = referred(call, "memberships", "membership_id");
        const cycle = body.billing_cycle ?? "monthly";
        const now = world.now();
        const row = {
          ...body,
          id: world.id("sub_"),
          billing_cycle: cycle,
          status: "active",
          tier: membership.tier,
          amount: priceOf(membership.tier, cycle),
          currency: "eur",
          next_payment_date: periodEnd(now, cycle),
          payment_method: {
            id: methodId(body.payment_method_id, () => world.id("pm_")),
            brand: "visa",
            last4: "4242",
            exp_month: 12,
            exp_year: 2030,
          },
          created_at: now,
        };
        world.table("subscriptions").insert(row);
        announce(world, "subscription.created", row);
        return { status: 201, body: row };
      },
    },
  }),
  update: defineOperation({
    title: "Update subscription",
    effect: "write",
    // Which fields are required is not shown; PATCH is documented as the API's partial update (document 2, Endpoints).
    partial: true,
    request: {
      path: openPath(),
      body: z.strictObject({
        billing_cycle: maybe(billingCycle),
        payment_method_id: maybe(paymentMethodId()),
        coupon_code: maybe(z.string()),
      }),
    },
    reply: subscription,
    resource: "subscriptions",
    notShown: ["method and path", "path parameters", "which fields are required", "status of success"],
    samples: [{ path: one, body: { billing_cycle: "yearly", coupon_code: "ANNUAL20" } }],
    sandbox: {
      route: { method: "PATCH", path: "/subscriptions/{subscription_id}" },
      handle: changing("subscriptions", "subscription_id", (row, { body, world }) => {
        const { billing_cycle, payment_method_id } = body;
        const method = isRow(row.payment_method) ? row.payment_method : {};
        return {
          ...body,
          amount: priceOf(row.tier, billing_cycle ?? row.billing_cycle),
          ...(payment_method_id !== undefined && {
            payment_method: { ...method, id: methodId(payment_method_id, () => world.id("pm_")) },
          }),
        };
      }),
    },
  }),
  pause: defineOperation({
    title: "Pause subscription",
    description: "Pauses an active subscription for at most 90 days. Data is kept and access retained.",
    effect: "write",
    request: { path: openPath() },
    reply: subscription,
    announces: "subscription.paused",
    resource: "subscriptions",
    notShown: [
      "method and path",
      "path parameters",
      "status of success",
      "how a paused subscription is resumed",
    ],
    samples: [{ path: { subscription_id: sampleId("sub_", 2) } }],
    sandbox: {
      route: { method: "POST", path: "/subscriptions/{subscription_id}/pause" },
      choices: ["409 for a subscription that is not active"],
      handle: changing("subscriptions", "subscription_id", (row, { world }) => {
        requireActive(row);
        const change = { status: "paused" };
        announce(world, "subscription.paused", { ...row, ...change });
        return change;
      }),
    },
  }),
  cancel: defineOperation({
    title: "Cancel subscription",
    description:
      "Cancels an active subscription at the end of the current billing period. Access continues until then; nothing more is charged.",
    effect: "write",
    request: { path: openPath() },
    announces: "subscription.canceled",
    resource: "subscriptions",
    returns: "the subscription, canceled at the end of the period",
    notShown: ["method and path", "path parameters", "response body", "status of success"],
    samples: [{ path: one }],
    sandbox: {
      route: { method: "POST", path: "/subscriptions/{subscription_id}/cancel" },
      choices: ["409 for a subscription that is not active", "one event, when the period ends"],
      handle(call) {
        const row = found(call, "subscriptions", "subscription_id");
        requireActive(row);
        const { world } = call;
        const { end } = currentPeriod(world, row.next_payment_date, row.billing_cycle);
        cancelAt(world, "subscriptions", row, end);
        const change = { next_payment_date: end };
        return { status: 200, body: world.table("subscriptions").update(String(row.id), change) };
      },
    },
  }),
} as const;
