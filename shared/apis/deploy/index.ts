import { bearerKey } from "../../traits/auth.ts";
import { faultEnvelope } from "../../traits/faults.ts";
import { shown, untyped } from "../../traits/fields.ts";
import { remainingHeader } from "../../traits/rate-limit.ts";
import { defineApi } from "../define.ts";
import { operations } from "./operations.ts";
import { resources } from "./records.ts";

export const deploy = defineApi({
  slug: "deploy",
  title: "Deployment platform",
  purpose: "Create and list projects; list and trigger deployments of a project.",
  source: { document: 1, letter: "C" },
  version: "v1",
  auth: bearerKey,
  keys: { from: "the provider dashboard" },
  rateLimit: {
    ...remainingHeader([
      { name: "Starter", perMinute: 100 },
      { name: "Pro", perMinute: 1000 },
      { name: "Enterprise", note: "custom" },
    ]),
    per: "key",
  },
  faults: faultEnvelope({
    body: shown({ error: untyped(), message: untyped() }),
    code: "error",
    message: "message",
  }),
  // "With the meanings above" (document 1, Errors), which are A's; 429 without A's X-RateLimit-Reset.
  statuses: {
    400: "missing parameters, invalid JSON or malformed query",
    401: "invalid or expired API key",
    403: "insufficient permissions for the resource",
    404: "resource does not exist or was deleted",
    429: "rate limit exceeded",
    500: "unexpected infrastructure failure",
  },
  resources,
  operations,
  events: {},
  collections: [
    {
      view: "deployments",
      title: "Projects",
      operation: "projects.list",
      label: ["name"],
      detail: ["framework"],
      icon: "rocket",
      children: [
        {
          title: "Deployments",
          operation: "deployments.list",
          parameter: "id",
          label: ["branch"],
          detail: ["url"],
          status: "status",
          icon: "cloud-upload",
        },
      ],
    },
  ],
  sandboxChoices: ["deployments that are ready at once"],
  notShown: [
    "deployment status values other than ready and their transitions",
    "error codes",
    "how long to wait after 429",
    "events and webhooks",
    "key expiry, key rotation and permissions",
    "deprecation policy",
  ],
});
