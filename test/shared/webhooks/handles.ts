/** What two programs make of the marketplace's webhooks: one is careful, one is not. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Gives the status of the answer. */
export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<number>;

export async function bytesOf(request: IncomingMessage, most = Number.POSITIVE_INFINITY) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length; // Without an encoding a stream gives bytes.
    if (size > most) return undefined;
    chunks.push(chunk as Buffer); // The same.
  }
  return Buffer.concat(chunks);
}

/** @param now in milliseconds since 1970 */
export const careful = (secret: string, now = () => Date.now()): Handle => {
  const seen = new Set<string>();
  return async (request, response) => {
    const body = await bytesOf(request, 1024 * 1024);
    if (!body) {
      response.shouldKeepAlive = false;
      return 413;
    }
    const given = Buffer.from(String(request.headers["x-service-signature"] ?? ""), "hex");
    const expected = createHmac("sha256", secret).update(body).digest();
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 401;
    let payload: { id: string; event: string; timestamp: string };
    try {
      payload = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    } catch {
      return 400;
    }
    if (Math.abs(now() - Date.parse(payload.timestamp)) > 300_000) return 400;
    if (seen.has(payload.id) || payload.event !== "order.completed") return 200;
    seen.add(payload.id);
    return 204;
  };
};

/** Checks nothing, and stumbles over what it has not seen before. */
export const careless = (): Handle => {
  const orders = new Map<string, string>();
  const ids = new Set<string>();
  let latest = "";
  return async (request) => {
    const payload = JSON.parse(String(await bytesOf(request)));
    if (ids.has(payload.id)) throw new Error("There is a row with this key.");
    ids.add(payload.id);
    if (payload.event !== "order.completed") throw new Error("No such event.");
    if ("switchboard_unknown" in payload) throw new Error("No such column.");
    if (payload.timestamp < latest) throw new Error("Time runs forward.");
    latest = payload.timestamp;
    orders.set(payload.data.order_id, payload.data.status);
    return 200;
  };
};
