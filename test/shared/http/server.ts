/** A real server on this machine that answers as a test says, also in ways that no library would. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { afterAll } from "vitest";
import type { Headers, Method } from "../../../shared/api.ts";

export interface Received {
  method: Method;
  /** Path and query. */
  url: string;
  headers: Headers;
  body: string;
}

/** What the server does with one request. */
export type Step = (request: IncomingMessage, response: ServerResponse, received: Received) => void;

export interface ScriptedServer {
  origin: string;
  /** Ends with a version segment. */
  baseUrl: string;
  received: Received[];
}

const endings: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(endings.map((end) => end())));

/** Does one step for each request; the last one also for all that follow. Ends with the test file. */
export async function serve(...steps: readonly [Step, ...Step[]]): Promise<ScriptedServer> {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const one: Received = {
      method: request.method as Method, // Only our own client sends here.
      url: request.url ?? "",
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: await textOf(request),
    };
    received.push(one);
    const step = steps[Math.min(received.length, steps.length) - 1];
    step?.(request, response, one);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endings.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return { origin: `http://127.0.0.1:${port}`, baseUrl: `http://127.0.0.1:${port}/v1`, received };
}

/** An address of this machine at which nobody listens: ports like this one are given to no test. */
export const deadBaseUrl = "http://127.0.0.1:1/v1";

export const json =
  (body: unknown, status = 200, headers: Record<string, string | string[]> = {}): Step =>
  (_, response) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body));

export const text =
  (body: string | Uint8Array, status = 200, headers: Record<string, string | string[]> = {}): Step =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

/** Bytes as they are, then the connection ends, breaks, or stays open in silence. */
export const raw =
  (bytes: string, then: "end" | "reset" | "stall"): Step =>
  ({ socket }) =>
    void socket.write(bytes, () => {
      if (then === "end") socket.end();
      if (then === "reset") socket.resetAndDestroy();
    });

export const silent: Step = () => {};

/** The client has read the head of the next reply from there. */
export function replyHead(origin: string): Promise<void> {
  const channel = "undici:request:headers";
  return new Promise((resolve) => {
    const read = (message: unknown) => {
      if ((message as { request: { origin: string } }).request.origin !== origin) return; // As undici documents it.
      unsubscribe(channel, read);
      resolve();
    };
    subscribe(channel, read);
  });
}
