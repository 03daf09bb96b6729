/** A server for programs on this machine. Nobody holds its connections or its memory without using them. */
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";

export interface LocalServer {
  /** `http://127.0.0.1:4080` */
  url: string;
  /** When it has ended, by whatever. */
  closed: Promise<void>;
  close: () => Promise<void>;
}

const mostConnections = 50;

/** Of a body, in bytes: 1 MiB. */
export const mostBytes = 1024 * 1024;

export const jsonType = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;

/**
 * Listens on 127.0.0.1. Rejects with `EADDRINUSE` when the port is taken.
 * @param port 0 takes any free one
 * @param patience how long a request may take to come whole, and an answer to be read, in milliseconds
 */
export async function serveLocally(app: Hono, port: number, patience = 10_000): Promise<LocalServer> {
  const server = createAdaptorServer({
    async fetch(request, bindings) {
      const reply = await app.fetch(request, bindings);
      if (!isHttp1(bindings) || bindings.incoming.complete) return reply;
      // A short body has come with the head, and is just not looked at yet.
      await setImmediate();
      // The rest of another is not waited for long, so that nothing more can come on the connection.
      if (!bindings.incoming.complete) bindings.outgoing.shouldKeepAlive = false;
      return reply;
    },
    serverOptions: {
      headersTimeout: patience,
      requestTimeout: patience,
      keepAliveTimeout: Math.min(patience, 5000),
      // Else up to half a minute more would pass.
      connectionsCheckingInterval: patience / 10,
    },
  });
  server.maxConnections = mostConnections;
  server.on("request", (_, response: ServerResponse) => endUnread(response, patience));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  const { port: taken } = server.address() as AddressInfo; // A listening TCP server has an AddressInfo.
  return {
    url: `http://127.0.0.1:${taken}`,
    closed,
    async close() {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}

const isHttp1 = (bindings: HttpBindings | Http2Bindings): bindings is HttpBindings =>
  "shouldKeepAlive" in bindings.outgoing;

/** Whoever takes no answer within the time keeps no connection. */
function endUnread(response: ServerResponse, patience: number): void {
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => response.socket?.destroy(), patience).unref();
  };
  if (response.writableEnded) wait();
  else response.once("prefinish", wait);
  for (const event of ["finish", "close"]) response.once(event, () => clearTimeout(timer));
}
