import * as z from "zod";
import { bearerKey } from "../../traits/auth.ts";
import { faultEnvelope } from "../../traits/faults.ts";
import { shown } from "../../traits/fields.ts";
import { threeHeaders } from "../../traits/rate-limit.ts";
import { undocumentedSignature } from "../../traits/signature.ts";
import { defineApi } from "../define.ts";
import { courseOperations, courses } from "./courses.ts";
import { events } from "./events.ts";
import { invoiceOperations, invoices } from "./invoices.ts";
import { membershipOperations, memberships } from "./memberships.ts";
import { subscriptionOperations, subscriptions } from "./subscriptions.ts";
import { userOperations, users } from "./users.ts";

export const membership = defineApi({
  slug: "membership",
  title: "Membership platform",
  purpose: "Control users, memberships, subscriptions (recurring billing, invoices) and courses.",
  source: { document: 2, letter: "P" },
  version: "v2",
  release: "v2, current and stable",
  deprecated: {
    version: "v1",
    note: "Its deprecation date is December 31, 2025; callers move to v2",
  },
  deprecationPolicy:
    "Backward compatibility is kept within a major version; old versions are deprecated with at least 12 months of notice",
  openApi: "3.0",
  auth: bearerKey,
  keys: {
    from: "the developer settings of the dashboard",
    kinds: [
      { name: "production keys", note: "with a prefix of their own" },
      { name: "sandbox keys", note: "with another prefix; test keys are used during development" },
    ],
  },
  rateLimit: {
    ...threeHeaders([], "on 429"),
    values: {
      limit: "most requests per minute",
      remaining: "requests left in the window",
      reset: "Unix timestamp of the window's reset",
      retryAfter: "seconds",
    },
    per: "key",
    window: "minute",
  },
  faults: faultEnvelope({
    body: shown({
      error: shown({
        code: z.string(),
        message: z.string(),
        type: z.string(),
        param: z.string(),
        code_param: z.string(),
      }),
    }),
    code: "error.code",
    message: "error.message",
    field: "error.param",
    more: { type: "error.type", code_param: "error.code_param" },
  }),
  statuses: { 429: "rate limit exceeded; Retry-After says for how many seconds" },
  methods: {
    GET: "reads a resource or collection",
    POST: "creates or triggers an action",
    PUT: "replaces fully",
    PATCH: "updates partially",
    DELETE: "deletes and is listed as DEL",
  },
  otherStatuses: "2xx success, 4xx client error, 5xx server error",
  webhooks: {
    announce: "what becomes of users, memberships, subscriptions, courses and certificates",
    configuredIn: "the dashboard",
    verifiedWith: "the webhook secret",
  },
  // The header is documented as verified with the webhook secret, without an algorithm (document 2, Events).
  signature: undocumentedSignature,
  resources: { users, memberships, subscriptions, invoices, courses },
  operations: {
    users: userOperations,
    memberships: membershipOperations,
    subscriptions: subscriptionOperations,
    invoices: invoiceOperations,
    courses: courseOperations,
  },
  events,
  eventNames: { field: "type", open: false },
  deliveryFields: { id: "id", time: "created_at" },
  collections: [
    {
      view: "members",
      title: "Users",
      operation: "users.list",
      get: { operation: "users.get", parameter: "user_id" },
      label: ["name", "email"],
      detail: ["email", "membership_tier"],
      status: "status",
      icon: "person",
    },
    {
      view: "members",
      title: "Memberships",
      operation: "memberships.list",
      get: { operation: "memberships.get", parameter: "membership_id" },
      label: ["id"],
      detail: ["tier", "user_id"],
      status: "status",
      icon: "verified",
    },
    {
      view: "members",
      title: "Invoices",
      operation: "invoices.list",
      label: ["description", "id"],
      detail: ["amount", "currency", "due_date"],
      status: "status",
      icon: "credit-card",
    },
    {
      view: "courses",
      title: "Courses",
      operation: "courses.list",
      get: { operation: "courses.get", parameter: "course_id" },
      label: ["title"],
      detail: ["level", "category"],
      icon: "mortar-board",
    },
  ],
  sandboxChoices: ["prices and what each tier gives", "periods of 30 and 365 days"],
  notShown: [
    "method and path of every operation but users.list",
    "status values of memberships other than active",
    "transitions of user status and moves of invoice status",
    "resumption of a paused subscription",
    "fields of certificate, enrollment and progress records",
    "key prefixes of production and sandbox",
    "token endpoint and refresh behaviour of the OAuth flow",
    "algorithm of the webhook signature",
    "delivery retries",
    "data shapes of the events other than membership.created, subscription.payment_succeeded and subscription.payment_failed",
    "list of error codes",
    "numeric rate limit",
  ],
  oauth: {
    authorizePath: "/oauth/authorize",
    query: ["client_id", "redirect_uri", "response_type=code", "scope"],
    scopes: ["membership:read", "membership:write", "subscription:read", "subscription:write"],
  },
});
