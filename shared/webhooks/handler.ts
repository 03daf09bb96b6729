/** The program that webhooks are meant for, as it answers. */
import type { Headers } from "../api.ts";
import { isLoopback } from "../http/loopback.ts";
import type { Transport } from "../http/transport.ts";
import { isWebAddress } from "../web-address.ts";

/** A delivery as it goes over the wire. */
export interface Outgoing {
  bytes: Uint8Array;
  headers: Headers;
}

export interface Answer {
  /** Absent where no answer came. */
  status?: number;
  /** The first of the body's text. */
  body: string;
  /** Why there is no answer. */
  failure?: string;
  /** The connection was ended by the handler: it neither took too long nor answered with what is no HTTP. */
  isRefused?: true;
  /** No connection came about, so that nothing was sent. */
  isUnreached?: true;
  /** In milliseconds. */
  duration: number;
}

/** Of a body that is kept, in bytes. */
export const longestBody = 10_000;

/** How long a handler may take, in milliseconds. */
export const handlerPatience = 10_000;

/** The address, where it is one of the web; undefined otherwise, and where it holds a name or password: none is sent. */
export function handlerAddress(text: string): URL | undefined {
  const address = isWebAddress(text) ? new URL(text) : undefined;
  return address?.username === "" && address.password === "" ? address : undefined;
}

export const isLocal = (address: URL): boolean => isLoopback(address.hostname);

/** Never throws, but for the signal's own reason. */
export async function askHandler(
  transport: Transport,
  url: URL,
  { bytes, headers }: Outgoing,
  { signal, patience = handlerPatience }: { signal: AbortSignal; patience?: number },
): Promise<Answer> {
  const began = performance.now();
  const deadline = AbortSignal.timeout(patience);
  const took = () => performance.now() - began;
  try {
    const request = { method: "POST", url, headers, body: bytes } as const;
    const reply = await transport.exchange(request, AbortSignal.any([signal, deadline]));
    const body = new TextDecoder().decode(reply.body.subarray(0, longestBody));
    return { status: reply.status, body, duration: took() };
  } catch (error) {
    signal.throwIfAborted();
    // Whoever asks for addresses alone needs no transport.
    const { ExchangeFailed } = await import("../http/transport.ts");
    if (!(error instanceof ExchangeFailed)) throw error;
    // A body that broke off or does not end does not take the status back.
    const { status, stage, message } = error;
    const answer: Answer = { body: "", duration: took(), ...(status !== undefined && { status }) };
    if (deadline.aborted) {
      const what = status === undefined ? "no answer" : "not ended";
      return { ...answer, failure: `${what} within ${patience / 1000} s` };
    }
    if (stage === "connect") return { ...answer, failure: `not reached: ${message}`, isUnreached: true };
    return { ...answer, failure: message, ...(isEnded(error) && { isRefused: true }) };
  }
}

/** Whether the other side ended the connection before it answered. */
const isEnded = ({ stage, cause }: { stage: string; cause?: unknown }): boolean =>
  stage === "headers" &&
  cause instanceof Error &&
  "code" in cause &&
  ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(String(cause.code));

export const isAccepted = ({ status }: { status?: number | undefined }): boolean =>
  status !== undefined && status >= 200 && status < 300;

/** `204 in 12 ms`, `no answer within 10 s` */
export function answerText({ status, failure, duration }: Answer): string {
  const time = `in ${Math.round(duration)} ms`;
  if (status === undefined) return failure ?? "no answer";
  return failure === undefined ? `${status} ${time}` : `${status} ${time}, broken off: ${failure}`;
}
