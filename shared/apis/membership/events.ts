import * as z from "zod";
import type { Row, WebhookEvent } from "../../api.ts";
import { delivered, id, open, timestamp, undocumented, untyped } from "../../traits/fields.ts";
import { sampleId, sampleTime } from "../../traits/samples.ts";
import { tier } from "./tiers.ts";

const user = sampleId("usr_", 4);
const membership = sampleId("mem_", 1);
const subscription = sampleId("sub_", 1);

const membershipCreated = delivered({
  id: id("mem_", "memberships"),
  user_id: id("usr_", "users"),
  tier: tier(),
  status: open("active"),
  trial_ends_at: timestamp().nullable(),
});

const paymentSucceeded = delivered({
  subscription_id: id("sub_", "subscriptions"),
  invoice_id: id("inv_", "invoices"),
  amount: z.int().meta({ "x-not-shown": ["unit"] }),
  currency: untyped(),
  payment_method: z.string(),
});

const paymentFailed = delivered({
  subscription_id: id("sub_", "subscriptions"),
  failure_reason: open("card_declined"),
  amount: z.unknown().meta({ "x-not-shown": ["type", "unit"] }),
});

/** Type, meaning, made-up data, and the shape of the data where it is shown. */
const listed: readonly [type: string, meaning: string, data: Row, shape?: z.ZodType][] = [
  ["user.created", "new user registered", { id: user }],
  ["user.updated", "user profile updated", { id: user }],
  ["user.deleted", "user permanently deleted (sent after the delete operation)", { id: user }],
  [
    "membership.created",
    "new membership created",
    { id: membership, user_id: user, tier: "professional", status: "active", trial_ends_at: null },
    membershipCreated,
  ],
  ["membership.updated", "membership tier changed", { id: membership, tier: "enterprise" }],
  ["membership.canceled", "membership canceled", { id: membership }],
  ["subscription.created", "new subscription started", { id: subscription }],
  [
    "subscription.payment_succeeded",
    "payment processed",
    {
      subscription_id: subscription,
      invoice_id: sampleId("inv_", 1),
      amount: 4900,
      currency: "eur",
      payment_method: sampleId("pm_", 1),
    },
    paymentSucceeded,
  ],
  [
    "subscription.payment_failed",
    "payment failed",
    { subscription_id: subscription, failure_reason: "card_declined", amount: 4900 },
    paymentFailed,
  ],
  ["subscription.paid", "invoice paid", { id: subscription }],
  ["subscription.paused", "subscription paused", { id: subscription }],
  ["subscription.resumed", "subscription resumed after pause", { id: subscription }],
  ["subscription.canceled", "subscription canceled", { id: subscription }],
  ["course.completed", "user completed a course", { user_id: user, course_id: sampleId("crs_", 1) }],
  ["certificate.issued", "certificate issued to a user", { user_id: user }],
];

export const events: Record<string, WebhookEvent> = Object.fromEntries(
  listed.map(([type, meaning, data, shape], index) => [
    type,
    {
      meaning,
      payload: delivered(
        {
          id: id("evt_"),
          type: z.literal(type),
          created_at: timestamp(),
          data: shape ?? undocumented(),
        },
        "type",
      ),
      notShown: [...(shape ? [] : ["shape of data"]), "delivery retries"],
      samples: [
        { id: sampleId("evt_", index + 1), type, created_at: sampleTime(listed.length - index, 1), data },
      ],
    },
  ]),
);
