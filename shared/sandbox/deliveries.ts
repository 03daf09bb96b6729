/** Webhook deliveries: signed as documented and sent to the one address that was registered. */
import type { Api, Row } from "../api.ts";
import { createTransport } from "../http/transport.ts";

/** Which of the two encodings the real services use is not documented; the sandbox says which one it uses. */
export const signatureEncoding = "hex";
export const webhookSecret = (api: Api) => `sandbox-${api.slug}-webhook-secret`;

export interface Delivery {
  event: string;
  payload: Row;
  /** The receiver's status; absent when nobody listened or it could not be reached. */
  status?: number;
}

export interface Deliveries {
  readonly log: readonly Delivery[];
  /** Where deliveries go; undefined stops them. */
  register(address: URL | undefined): void;
  /** Resolves when the receiver has answered, or has not. */
  deliver(event: string, payload: Row): Promise<Delivery>;
  close(): Promise<void>;
}

const kept = 200;

export function createDeliveries(api: Api): Deliveries {
  const log: Delivery[] = [];
  const transport = createTransport();
  let address: URL | undefined;
  return {
    log,
    register(to) {
      address = to;
    },
    async deliver(event, payload) {
      const delivery: Delivery = { event, payload };
      log.unshift(delivery);
      log.length = Math.min(log.length, kept);
      if (!address) return delivery;
      const body = JSON.stringify(payload);
      const headers: Record<string, string> = { "content-type": "application/json" };
      if (api.signature)
        headers[api.signature.header.toLowerCase()] = api.signature.sign(
          Buffer.from(body),
          webhookSecret(api),
          signatureEncoding,
        );
      const request = { method: "POST", url: address, headers, body } as const;
      const reply = await transport.exchange(request, AbortSignal.timeout(10_000)).catch(() => undefined);
      // Without an answer the log shows it without a status.
      if (reply) delivery.status = reply.status;
      return delivery;
    },
    close: () => transport.close(),
  };
}
