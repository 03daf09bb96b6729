import { bearerKey } from "../../traits/auth.ts";
import { undocumentedFault } from "../../traits/faults.ts";
import { noRateLimitHeaders } from "../../traits/rate-limit.ts";
import { hmacSha256 } from "../../traits/signature.ts";
import { defineApi } from "../define.ts";
import { events } from "./events.ts";
import { operations } from "./operations.ts";
import { resources } from "./records.ts";

export const marketplace = defineApi({
  slug: "marketplace",
  title: "Marketplace",
  purpose: "Create products, manage orders, track shipments and automate the marketplace workflow.",
  source: { document: 2, letter: "M" },
  version: "v1",
  release: "1.4.2",
  auth: bearerKey,
  keys: {
    from: "the developer dashboard",
    kinds: [
      { name: "sandbox keys", note: "with a prefix of their own" },
      { name: "production keys", note: "with another prefix" },
    ],
  },
  rateLimit: noRateLimitHeaders,
  faults: undocumentedFault,
  statuses: {
    200: "success",
    201: "resource created",
    400: "invalid parameters or malformed JSON",
    401: "missing or invalid API key",
    429: "rate limit exceeded, retry after a delay",
    500: "internal error",
  },
  webhooks: {
    announce: "order updates, inventory changes and payment statuses",
    configuredIn: "the dashboard",
    verifiedWith: "the webhook secret",
  },
  signature: hmacSha256,
  resources,
  operations,
  events,
  eventNames: { field: "event", open: true },
  deliveryFields: { id: "id", time: "timestamp" },
  collections: [
    {
      view: "products",
      title: "Products",
      operation: "products.list",
      label: ["name"],
      detail: ["price", "currency"],
      status: "status",
      icon: "package",
    },
  ],
  sandboxChoices: ["orders that are completed at once"],
  notShown: [
    "operations that track shipments",
    "event names other than order.completed",
    "webhook delivery retries",
    "encoding of the signature",
    "error body",
    "rate-limit numbers and headers",
    "prefixes of sandbox and production keys",
    "deprecation policy",
  ],
});
