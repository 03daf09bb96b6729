import * as z from "zod";
import { bearerKey } from "../../traits/auth.ts";
import { faultEnvelope } from "../../traits/faults.ts";
import { open, shown } from "../../traits/fields.ts";
import { threeHeaders } from "../../traits/rate-limit.ts";
import { defineApi } from "../define.ts";
import { operations } from "./operations.ts";
import { resources } from "./records.ts";

export const learning = defineApi({
  slug: "learning",
  title: "Learning management",
  purpose: "Manage courses, register and enroll students, and read learning analytics.",
  source: { document: 3, letter: "Y" },
  version: "v1",
  auth: bearerKey,
  keys: { from: "the dashboard" },
  rateLimit: {
    ...threeHeaders(),
    values: { reset: "Unix timestamp" },
    per: "key",
    window: "rolling",
    onExceeding: "exponential backoff",
  },
  faults: faultEnvelope({
    body: shown({
      error: shown({ code: open("invalid_request"), message: z.string(), documentation_url: z.string() }),
    }),
    code: "error.code",
    message: "error.message",
    documentationUrl: "error.documentation_url",
    invalid: { code: "invalid_request" },
  }),
  statuses: {
    400: "malformed syntax or missing parameters",
    401: "invalid or missing key",
    403: "insufficient permissions",
    404: "resource does not exist",
    429: "rate limit exceeded",
    500: "internal error",
  },
  otherStatuses: "2xx success, 4xx client error, 5xx server error",
  resources,
  operations,
  events: {},
  collections: [
    {
      view: "courses",
      title: "Courses",
      operation: "courses.list",
      label: ["title"],
      detail: ["category", "level"],
      icon: "mortar-board",
    },
  ],
  sandboxChoices: ["level, duration and price of a new course"],
  notShown: [
    "fields of student, enrollment and instructor records",
    "bulk or CSV import endpoint for students",
    "scopes and further role-based permissions",
    "states and transitions",
    "events and webhooks",
    "error codes other than invalid_request",
    "numeric rate limit",
    "version policy and deprecation rules",
  ],
});
