import { bearerKey } from "../../traits/auth.ts";
import { undocumentedFault } from "../../traits/faults.ts";
import { noRateLimitHeaders } from "../../traits/rate-limit.ts";
import { defineApi } from "../define.ts";
import { events } from "./events.ts";
import { operations } from "./operations.ts";
import { resources } from "./records.ts";

export const content = defineApi({
  slug: "content",
  title: "Content management",
  purpose: "List, create and delete content posts; webhooks announce content changes.",
  source: { document: 1, letter: "E" },
  version: "v1",
  auth: bearerKey,
  keys: { from: "the provider dashboard" },
  rateLimit: noRateLimitHeaders,
  faults: undocumentedFault,
  statuses: {
    200: "success",
    201: "created",
    204: "deleted without body",
    400: "invalid parameters",
    401: "invalid or missing key",
    403: "insufficient permissions",
    404: "resource does not exist",
    429: "rate limit exceeded",
    500: "internal error",
  },
  webhooks: { announce: "content creation, update and publication", configuredIn: "the dashboard" },
  resources,
  operations,
  events,
  eventNames: { field: "event", open: true },
  deliveryFields: { time: "timestamp" },
  collections: [
    {
      view: "posts",
      title: "Posts",
      operation: "posts.list",
      label: ["title", "slug"],
      detail: ["updated_at"],
      status: "status",
      icon: "note",
    },
  ],
  notShown: [
    "names of the created and updated events",
    "webhook signature, delivery and retries",
    "error body and error codes",
    "rate-limit numbers and headers",
    "key expiry, key rotation and permissions",
    "deprecation policy",
  ],
});
