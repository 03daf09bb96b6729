import * as z from "zod";
import { bearerKey } from "../../traits/auth.ts";
import { faultEnvelope } from "../../traits/faults.ts";
import { described, id, open, shown, untyped } from "../../traits/fields.ts";
import { threeHeaders } from "../../traits/rate-limit.ts";
import { defineApi } from "../define.ts";
import { operations } from "./operations.ts";
import { resources } from "./records.ts";

export const cloudV1 = defineApi({
  slug: "cloud-v1",
  title: "Cloud infrastructure v1",
  purpose: "Provision, manage and scale servers, managed database clusters and a CDN.",
  source: { document: 1, letter: "A" },
  version: "v1",
  release: "1.2.0, stable",
  auth: bearerKey,
  keys: {
    from: "the provider dashboard",
    kinds: [{ name: "live keys" }, { name: "test keys" }],
    permissions: ["admin", "read-only", "scoped"],
  },
  ownSandbox: "has an address of its own and makes no charges",
  rateLimit: {
    ...threeHeaders([
      { name: "Free/Trial", perMinute: 100 },
      { name: "Professional", perMinute: 1000 },
      { name: "Enterprise", note: "custom, 10,000 per minute and above" },
    ]),
    values: { limit: "integer", remaining: "integer", reset: "Unix timestamp" },
    per: "key",
    onExceeding: "exponential backoff",
  },
  faults: faultEnvelope({
    body: shown({
      error: shown({
        code: described(open("insufficient_resources"), "Machine-readable."),
        message: z.string(),
        details: described(
          shown({
            region: described(untyped(), "Datacenter slug."),
            suggested_alternatives: described(z.array(z.string()), "Datacenter slugs."),
          }),
          "These two fields in a capacity error: the region has no capacity for the requested plan.",
        ),
        request_id: id("req_"),
      }),
    }),
    code: "error.code",
    message: "error.message",
    details: "error.details",
    requestId: "error.request_id",
  }),
  statuses: {
    400: "missing parameters, invalid JSON or malformed query",
    401: "invalid or expired API key",
    403: "insufficient permissions for the resource",
    404: "resource does not exist or was deleted",
    409: "resource state conflict (for example server already running)",
    429: "rate limit exceeded; retry after the time in X-RateLimit-Reset",
    500: "unexpected infrastructure failure",
  },
  resources,
  operations,
  events: {},
  collections: [
    {
      view: "servers",
      title: "Servers",
      operation: "servers.list",
      label: ["name"],
      detail: ["region", "ipv4"],
      status: "status",
      underWay: ["provisioning"],
      icon: "server",
    },
  ],
  sandboxChoices: ["no capacity in the region lon1"],
  notShown: [
    "fields of managed-database and CDN-zone records",
    "transitions between server states",
    "events and webhooks",
    "error codes other than insufficient_resources",
    "key expiry and key rotation",
    "deprecation policy",
  ],
});
