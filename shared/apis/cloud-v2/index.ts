import { bearerKey } from "../../traits/auth.ts";
import { undocumentedFault } from "../../traits/faults.ts";
import { threeHeaders } from "../../traits/rate-limit.ts";
import { defineApi } from "../define.ts";
import { operations } from "./operations.ts";
import { resources } from "./records.ts";

export const cloudV2 = defineApi({
  slug: "cloud-v2",
  title: "Cloud infrastructure v2",
  purpose: "List and provision virtual instances and list managed database clusters.",
  source: { document: 1, letter: "B" },
  version: "v2",
  auth: bearerKey,
  // Document 1, Authentication 3: requests also carry it, not only those with a body.
  requestHeaders: { "content-type": "application/json" },
  keys: { from: "the provider dashboard" },
  rateLimit: {
    ...threeHeaders([{ name: "Every key", perMinute: 1000 }]),
    values: { limit: "integer", remaining: "integer", reset: "Unix timestamp" },
    per: "key",
  },
  faults: undocumentedFault,
  // Document 1, Authentication 5. The Errors section has no list for B.
  statuses: {
    401: "missing, invalid or expired key",
    403: "insufficient permission",
  },
  resources,
  operations,
  events: {},
  collections: [
    {
      view: "servers",
      title: "Instances",
      operation: "instances.list",
      label: ["name"],
      detail: ["region", "plan"],
      status: "status",
      icon: "vm",
    },
    {
      view: "servers",
      title: "Database clusters",
      operation: "databases.list",
      label: ["name"],
      detail: ["engine", "region"],
      status: "status",
      icon: "database",
    },
  ],
  sandboxChoices: ["the cursor where both page and cursor are sent"],
  notShown: [
    "fields of instance and cluster records",
    "error body",
    "statuses other than 401 and 403",
    "events and webhooks",
    "key expiry, key rotation and permissions",
    "deprecation policy",
  ],
});
