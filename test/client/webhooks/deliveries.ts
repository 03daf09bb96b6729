/** Deliveries as the receiver hands them over, for tests. */
import { apis } from "../../../shared/apis/index.ts";
import { readPayload } from "../../../shared/webhooks/payload.ts";
import type { Delivery } from "../../../shared/webhooks/receiver.ts";

export const apiOf = (slug: string) => {
  const api = apis.find((each) => each.slug === slug);
  if (!api) throw new Error(`There is no API ${slug}.`);
  return api;
};

export const noon = Date.UTC(2026, 4, 4, 12);

export const delivery = (body: object | string | Uint8Array, more: Partial<Delivery> = {}): Delivery => {
  const api = more.api ?? apiOf("marketplace");
  const bytes =
    body instanceof Uint8Array ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return {
    api,
    bytes,
    headers: { "content-type": "application/json" },
    at: noon,
    payload: readPayload(api, bytes),
    verdict: { state: "verified", reason: "HMAC-SHA256 over the bytes as they came." },
    isReplay: false,
    ...more,
  };
};

export const order = (number: number) => ({
  event: "order.completed",
  id: `evt_${number}`,
  timestamp: "2026-05-04T12:00:00Z",
  data: { order_id: `ord_${number}`, total: 1, status: "fulfilled" },
});
