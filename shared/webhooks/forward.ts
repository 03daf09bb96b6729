/** Passes deliveries on to a handler on this machine, with the bytes and headers with which they came. */
import type { Headers } from "../api.ts";
import type { Clock } from "../http/clock.ts";
import type { Transport } from "../http/transport.ts";
import { type Answer, askHandler, type Outgoing } from "./handler.ts";
import { mayPass, schedule } from "./schedule.ts";

/** So many wait at most, of so many bytes together. */
const mostWaiting = 5000;
const mostBytesWaiting = 64 * 1024 * 1024;

export interface ForwardOptions<T extends Outgoing> {
  url: URL;
  transport: Transport;
  clock: Clock;
  /** In milliseconds: asked for each attempt. */
  patience?: () => number;
  /** @param again after how many milliseconds it is tried again; absent where that was the last time */
  onAnswer: (delivery: T, answer: Answer, again?: number) => void;
}

export interface Forward<T extends Outgoing> {
  /** Takes it into the queue: one after the other goes out, in the order in which they came. */
  add(delivery: T): void;
  /** When none waits any more, to be tried again neither. */
  idle(): Promise<void>;
  /** What waits is given up. */
  close(): Left;
}

/** What is not passed on any more. */
export interface Left {
  /** How many wait for their turn, or to be tried again. */
  waiting: number;
  /** Whether one was under way: what the handler made of it is not known. */
  isUnderWay: boolean;
}

interface Waiting<T> {
  delivery: T;
  tries: number;
}

export function createForward<T extends Outgoing>(options: ForwardOptions<T>): Forward<T> {
  const { url, transport, clock, patience, onAnswer } = options;
  const queue: Waiting<T>[] = [];
  const ending = new AbortController();
  const callOffs = new Set<() => void>();
  let idle = Promise.withResolvers<void>();
  idle.resolve();
  /** With those that are tried again later. */
  let count = 0;
  let bytes = 0;
  let isWorking = false;

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let next = queue.shift(); next && !ending.signal.aborted; next = queue.shift()) await attempt(next);
    isWorking = false;
  }

  async function attempt(waiting: Waiting<T>): Promise<void> {
    const { delivery } = waiting;
    const outgoing = { bytes: delivery.bytes, headers: passedOn(delivery.headers) };
    const { signal } = ending;
    const answer = await askHandler(transport, url, outgoing, {
      signal,
      ...(patience && { patience: patience() }),
    }).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (!answer) return;
    const again = mayPass(answer) ? schedule[waiting.tries++] : undefined;
    if (again === undefined) settle(delivery);
    else later(waiting, again);
    onAnswer(delivery, answer, again);
  }

  function later(waiting: Waiting<T>, wait: number): void {
    const callOff = clock.after(wait, () => {
      callOffs.delete(callOff);
      queue.push(waiting);
      void work();
    });
    callOffs.add(callOff);
  }

  function settle(delivery: T): void {
    bytes -= delivery.bytes.length;
    if (--count === 0) idle.resolve();
  }

  return {
    add(delivery) {
      if (ending.signal.aborted) return;
      const size = delivery.bytes.length;
      if (count >= mostWaiting || bytes + size > mostBytesWaiting) {
        const failure = `not forwarded: ${count} deliveries wait for the handler already`;
        return onAnswer(delivery, { body: "", duration: 0, failure });
      }
      if (count++ === 0) idle = Promise.withResolvers();
      bytes += size;
      queue.push({ delivery, tries: 0 });
      void work();
    },
    idle: () => idle.promise,
    close() {
      const left = { waiting: isWorking ? count - 1 : count, isUnderWay: isWorking };
      ending.abort();
      for (const callOff of callOffs) callOff();
      queue.length = 0;
      idle.resolve();
      return left;
    },
  };
}

/** Of the connection that the delivery came on, and not of the delivery (RFC 9110, section 7.6.1). */
const ofConnection = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function passedOn(headers: Headers): Headers {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name) && !named.includes(name));
  return Object.fromEntries(kept);
}
