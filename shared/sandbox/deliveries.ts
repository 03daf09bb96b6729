/**
 * Webhook deliveries: signed as documented, and sent to the one address that was registered. What fails is sent again;
 * until then later ones of the same record wait.
 */
import type { Api, Row } from "../api.ts";
import type { Clock } from "../http/clock.ts";
import { createTransport } from "../http/transport.ts";
import { type Answer, askHandler, isAccepted, type Outgoing } from "../webhooks/handler.ts";
import { readPayload } from "../webhooks/payload.ts";
import { mayPass, schedule } from "../webhooks/schedule.ts";

/** Which of the two encodings the real services use is not documented; the sandbox says which one it uses. */
export const signatureEncoding = "hex";
export const webhookSecret = (api: Api) => `sandbox-${api.slug}-webhook-secret`;

export interface Delivery {
  event: string;
  payload: Row;
  /** The identifier of the record that it is about. */
  record?: string;
  /** `unheard`: nobody was registered. `given up`: it was refused, or failed too often. */
  state: "pending" | "delivered" | "given up" | "unheard";
  /** How often it was sent. */
  tries: number;
  /** When it is sent again. */
  nextTry?: string;
  /** The receiver's last status; absent when there was none. */
  status?: number;
}

export interface Deliveries {
  /** The newest first. */
  readonly log: readonly Delivery[];
  /** The oldest first. */
  pending(): Delivery[];
  readonly address: URL | undefined;
  /** Where deliveries go; undefined stops them, and gives up those that are pending. */
  register(address: URL | undefined): void;
  /** Resolves when it was sent, or waits until a time: to be sent again, or for an earlier one of its record. */
  deliver(event: string, payload: Row): Promise<Delivery>;
  /** Forgets all. */
  reset(): void;
  close(): Promise<void>;
}

const kept = 200;
const mostPending = 200;
/** So many are under way at a time. */
const mostSending = 10;

/** Those of one record, the oldest first. */
interface Queue {
  waiting: {
    delivery: Delivery;
    outgoing: Outgoing;
    /** Says that it was sent, or waits until a time. */
    rested: () => void;
  }[];
  /** While its first is being sent. */
  isSending?: boolean;
  /** While its first waits to be sent again. */
  callOff?: (() => void) | undefined;
}

export function createDeliveries(api: Api, clock: Clock): Deliveries {
  const log: Delivery[] = [];
  const transport = createTransport();
  const queues = new Map<unknown, Queue>();
  let address: URL | undefined;
  let ending = new AbortController();
  let sending = 0;
  const turns: (() => void)[] = [];

  const pending = () =>
    [...queues.values()].flatMap(({ waiting }) => waiting.map(({ delivery }) => delivery));

  function signed(payload: Row): Outgoing {
    const bytes = Buffer.from(JSON.stringify(payload));
    const { signature } = api;
    return {
      bytes,
      headers: {
        "content-type": "application/json",
        ...(signature && {
          [signature.header.toLowerCase()]: signature.sign(bytes, webhookSecret(api), signatureEncoding),
        }),
      },
    };
  }

  /** Sends those of a queue one after the other, until one must wait. */
  async function work(key: unknown, queue: Queue): Promise<void> {
    const { signal } = ending;
    for (let first = queue.waiting[0]; first; first = queue.waiting[0]) {
      const answer = await attempt(first, signal);
      if (signal.aborted) return;
      const again = mayPass(answer) ? schedule[first.delivery.tries - 1] : undefined;
      if (again !== undefined) {
        later(key, queue, first.delivery, again);
        for (const { rested } of queue.waiting) rested();
        return;
      }
      first.delivery.state = isAccepted(answer) ? "delivered" : "given up";
      queue.waiting.shift();
      first.rested();
    }
    queues.delete(key);
  }

  async function attempt(
    { delivery, outgoing }: Queue["waiting"][number],
    signal: AbortSignal,
  ): Promise<Answer> {
    const nobody: Answer = { body: "", duration: 0 };
    if (sending >= mostSending) await new Promise<void>((resolve) => turns.push(resolve));
    if (signal.aborted) return nobody;
    sending++;
    delivery.tries++;
    delete delivery.nextTry;
    delete delivery.status;
    try {
      const answer = address
        ? await askHandler(transport, address, outgoing, { signal }).catch(() => nobody)
        : nobody;
      if (answer.status !== undefined) delivery.status = answer.status;
      return answer;
    } finally {
      sending--;
      turns.shift()?.();
    }
  }

  function later(key: unknown, queue: Queue, delivery: Delivery, wait: number): void {
    delivery.nextTry = new Date(clock.now() + wait).toISOString();
    queue.callOff = clock.after(wait, () => {
      queue.callOff = undefined;
      void begin(key, queue);
    });
  }

  async function begin(key: unknown, queue: Queue): Promise<void> {
    if (queue.isSending) return;
    queue.isSending = true;
    await work(key, queue);
    queue.isSending = false;
  }

  function giveUp(): void {
    ending.abort();
    ending = new AbortController();
    for (const { waiting, callOff } of queues.values()) {
      callOff?.();
      for (const { delivery, rested } of waiting) {
        delivery.state = "given up";
        delete delivery.nextTry;
        rested();
      }
    }
    queues.clear();
    for (const turn of turns.splice(0)) turn();
  }

  return {
    log,
    pending,
    get address() {
      return address;
    },
    register(to) {
      address = to;
      if (!to) giveUp();
    },
    async deliver(event, payload) {
      const outgoing = signed(payload);
      const { subject } = readPayload(api, outgoing.bytes);
      const delivery: Delivery = {
        event,
        payload,
        ...(subject !== undefined && { record: subject }),
        state: address ? "pending" : "unheard",
        tries: 0,
      };
      log.unshift(delivery);
      log.length = Math.min(log.length, kept);
      if (!address) return delivery;
      if (pending().length >= mostPending) {
        delivery.state = "given up";
        return delivery;
      }
      // What is about no record waits for nothing.
      const key = subject ?? Symbol(event);
      const queue = queues.get(key) ?? { waiting: [] };
      queues.set(key, queue);
      const { promise, resolve: rested } = Promise.withResolvers<void>();
      queue.waiting.push({ delivery, outgoing, rested });
      if (queue.callOff) return delivery;
      void begin(key, queue);
      await promise;
      return delivery;
    },
    reset() {
      giveUp();
      log.length = 0;
    },
    async close() {
      giveUp();
      await transport.close();
    },
  };
}
