import * as z from "zod";
import { tokenExchange } from "../../traits/auth.ts";
import { faultEnvelope } from "../../traits/faults.ts";
import { described, open, perhapsNull, shown } from "../../traits/fields.ts";
import { threeHeaders } from "../../traits/rate-limit.ts";
import { undocumentedSignature } from "../../traits/signature.ts";
import { defineApi } from "../define.ts";
import { operations } from "./operations.ts";
import { resources } from "./records.ts";

export const social = defineApi({
  slug: "social",
  title: "Social platform",
  purpose: "Exchange credentials for a token, list and create users, fetch and publish posts.",
  source: { document: 3, letter: "Z" },
  version: "v1",
  auth: tokenExchange("auth.token"),
  keys: {},
  rateLimit: { ...threeHeaders([{ name: "Each token", perMinute: 100 }]), per: "token" },
  faults: faultEnvelope({
    body: shown({
      success: z.literal(false),
      error: shown({
        code: open("VALIDATION_ERROR"),
        message: z.string(),
        details: z.array(shown({ field: z.string(), issue: z.string() })),
      }),
    }),
    code: "error.code",
    message: "error.message",
    details: "error.details",
    envelope: { success: false },
    invalid: { code: "VALIDATION_ERROR", details: (issues) => issues },
  }),
  envelope: shown({
    success: z.literal(true),
    data: described(z.union([z.looseObject({}), z.array(z.unknown())]), "The record or the records."),
    pagination: shown({ next_cursor: perhapsNull(z.string()), has_more: z.boolean() }),
  }),
  statuses: { 400: "validation failure" },
  otherStatuses: "standard HTTP status codes",
  webhooks: { announce: "new follows, post interactions and community joins" },
  // Only the header is documented (document 3, Events).
  signature: undocumentedSignature,
  resources,
  operations,
  // Webhooks announce follows, post interactions and community joins; none of them is shown.
  events: {},
  collections: [
    {
      view: "members",
      title: "Social users",
      operation: "users.list",
      label: ["display_name", "username"],
      detail: ["username"],
      icon: "account",
    },
    {
      view: "posts",
      title: "Social posts",
      operation: "posts.list",
      label: ["content"],
      detail: ["visibility"],
      icon: "comment",
    },
  ],
  notShown: [
    "fields of user and post records",
    "scopes and token refresh behaviour",
    "states and transitions",
    "event names, payload shapes and delivery rules of webhooks, and where they are configured",
    "where client credentials are had",
    "algorithm of the webhook signature",
    "error codes other than VALIDATION_ERROR",
    "statuses other than 400 for a validation failure",
    "version policy and deprecation rules",
  ],
});
