/** What a delivery is called as a file. Without vscode. */
import type { Head } from "./delivery-head.ts";
import { labelOf } from "./delivery-words.ts";

/** Windows has no files of these names, whatever follows a dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** As `order.completed.marketplace.webhook.json`: the API is told by the name. */
export function deliveryFileName(head: Pick<Head, "event" | "problem" | "api">, extension = ".json"): string {
  const event = labelOf(head)
    .replaceAll(/[^\w.-]+/g, "-")
    .replaceAll(/\.{2,}/g, ".")
    .replaceAll(/^[-.]+|[-.]+$/g, "");
  const name = event === "" || device.test(event) ? `delivery-${event}`.replace(/-$/, "") : event;
  return `${name}.${head.api}.webhook${extension}`;
}
