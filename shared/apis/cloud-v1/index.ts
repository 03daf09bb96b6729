import { bearerKey } from "../../traits/auth.ts";
import { faultEnvelope } from "../../traits/faults.ts";
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
  auth: bearerKey,
  rateLimit: threeHeaders([
    { name: "Free/Trial", perMinute: 100 },
    { name: "Professional", perMinute: 1000 },
    { name: "Enterprise", note: "custom, 10,000 per minute and above" },
  ]),
  faults: faultEnvelope({
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
    409: "resource state conflict",
    429: "rate limit exceeded",
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
      icon: "server",
    },
  ],
  sandboxChoices: ["no capacity in the region lon1"],
  notShown: [
    "fields of managed-database and CDN-zone records",
    "transitions between server states",
    "events and webhooks",
    "error codes other than insufficient_resources",
  ],
});
