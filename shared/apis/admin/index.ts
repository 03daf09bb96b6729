import * as z from "zod";
import { bearerKey } from "../../traits/auth.ts";
import { faultEnvelope } from "../../traits/faults.ts";
import { described, open, shown } from "../../traits/fields.ts";
import { threeHeaders } from "../../traits/rate-limit.ts";
import { defineApi } from "../define.ts";
import { operations } from "./operations.ts";
import { resources } from "./records.ts";

export const admin = defineApi({
  slug: "admin",
  title: "Administration",
  purpose: "Manage the users of an organization, read dashboard metrics and change workspace settings.",
  source: { document: 3, letter: "X" },
  version: "v1",
  auth: bearerKey,
  keys: { from: "the dashboard" },
  rateLimit: {
    ...threeHeaders(
      [
        { name: "Free Tier", perMinute: 100 },
        { name: "Professional", perMinute: 1000 },
        { name: "Enterprise", perMinute: 5000, note: "custom available" },
      ],
      "always",
    ),
    values: { reset: "Unix timestamp", retryAfter: "seconds" },
  },
  faults: faultEnvelope({
    body: shown({
      error: shown({
        code: open("VALIDATION_ERROR"),
        message: z.string(),
        field: described(z.string(), "The offending field."),
        details: described(shown({ hint: z.string() }), "For example a hint; other fields are not shown."),
      }),
    }),
    code: "error.code",
    message: "error.message",
    field: "error.field",
    details: "error.details",
    invalid: { code: "VALIDATION_ERROR", details: ([first]) => ({ hint: first?.issue }) },
  }),
  statuses: {
    200: "success",
    400: "invalid parameters or malformed JSON",
    401: "missing or invalid key",
    403: "insufficient permissions",
    404: "resource does not exist",
    429: "rate limit exceeded",
    500: "internal error",
  },
  resources,
  operations,
  events: {},
  collections: [
    {
      view: "members",
      title: "Organization users",
      operation: "users.list",
      label: ["name", "email"],
      detail: ["role", "email"],
      icon: "organization",
    },
  ],
  notShown: [
    "fields of the settings record",
    "scopes and further role-based permissions",
    "states and transitions",
    "events and webhooks",
    "error codes other than VALIDATION_ERROR",
    "version policy and deprecation rules",
  ],
});
