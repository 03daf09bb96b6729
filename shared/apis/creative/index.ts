import { bearerKey } from "../../traits/auth.ts";
import { undocumentedFault } from "../../traits/faults.ts";
import { retryAfterOnly } from "../../traits/rate-limit.ts";
import { defineApi } from "../define.ts";
import { operations } from "./operations.ts";
import { resources } from "./records.ts";

export const creative = defineApi({
  slug: "creative",
  title: "Creative projects",
  purpose: "Manage creative projects, upload assets and read analytics.",
  source: { document: 1, letter: "D" },
  version: "v1",
  auth: bearerKey,
  keys: {
    from: "the provider dashboard",
    kinds: [
      { name: "publishable test keys", note: "for frontend applications" },
      { name: "secret keys", note: "not to be used in frontend applications" },
    ],
  },
  rateLimit: retryAfterOnly([
    { name: "Starter", perMinute: 60, perDay: 10_000 },
    { name: "Professional", perMinute: 300, perDay: 100_000 },
    { name: "Enterprise", note: "custom per minute, unlimited per day" },
  ]),
  faults: undocumentedFault,
  // 401 and 429: document 1, Errors D, said of the list; 403: Authentication 5.
  statuses: {
    401: "invalid or missing key",
    403: "insufficient permission",
    429: "rate limit exceeded",
  },
  resources,
  operations,
  events: {},
  collections: [
    {
      view: "deployments",
      title: "Creative projects",
      operation: "projects.list",
      label: ["name"],
      detail: ["description"],
      status: "status",
      icon: "symbol-color",
    },
  ],
  notShown: [
    "asset upload operations",
    "transitions between project states",
    "error body and error codes",
    "statuses of errors other than 401, 403 and 429",
    "events and webhooks",
    "key expiry, key rotation and permissions",
    "deprecation policy",
  ],
});
