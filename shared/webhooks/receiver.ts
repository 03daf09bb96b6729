/** Receives webhooks on this machine: a path for each API. */
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Api, Headers } from "../api.ts";
import { jsonType, type LocalServer, mostBytes, serveLocally } from "../http/local-server.ts";
import { isLoopbackHost } from "../http/loopback.ts";
import { type Payload, readPayload } from "./payload.ts";
import {
  createReplays,
  defaultTolerance,
  type Replays,
  type SignatureSettings,
  staleness,
  type Verdict,
  verdictOf,
} from "./verify.ts";

/** What came, and what is to be said of it. */
export interface Delivery {
  api: Api;
  /** As they came. */
  bytes: Uint8Array;
  headers: Headers;
  /** When it came, in milliseconds since 1970. */
  at: number;
  payload: Payload;
  verdict: Verdict;
  /** By how many seconds its own time is away from its arrival; absent within the tolerance. */
  stale?: number;
  /** One with the same identifier came before. */
  isReplay: boolean;
}

export interface Receiver extends LocalServer {
  /** By slug: where the webhooks of an API are taken. */
  addresses: Readonly<Record<string, string>>;
}

export interface ReceiverOptions {
  /** 0, any free one, unless it is given. */
  port?: number;
  /** How an API's signatures are written, and the secret, if there is one: asked for each delivery. */
  settings: (api: Api) => SignatureSettings | Promise<SignatureSettings>;
  /** The sender is answered when it is done: so much waits at most as connections are open. */
  onDelivery: (delivery: Delivery) => void | Promise<void>;
  /** In seconds: asked for each delivery. */
  tolerance?: () => number;
  /** Knows what came to a receiver before this one. */
  replays?: Replays;
  now?: () => number;
  /** How long a request may take to come whole, in milliseconds; 10,000 unless it is given. */
  patience?: number;
}

/** Rejects with `EADDRINUSE` when the port is taken. */
export async function startReceiver(apis: readonly Api[], options: ReceiverOptions): Promise<Receiver> {
  const { settings, onDelivery, now = () => Date.now() } = options;
  const { tolerance = () => defaultTolerance, replays = createReplays() } = options;
  const app = new Hono();
  app.onError((_, context) => context.json({ message: "The delivery could not be taken." }, 500));
  app.notFound((context) => context.json({ message: "No API sends its webhooks to this address." }, 404));
  // Webhooks come from programs: a page in a browser has nothing to send here.
  app.use(async (context, next) => {
    const origin = context.req.header("origin");
    if (!isLoopbackHost(context.req.header("host") ?? "") || origin !== undefined)
      return context.json({ message: "The receiver answers programs on this machine only." }, 403);
    return next();
  });
  app.use(async (context, next) => {
    if (context.req.method !== "POST")
      return context.json({ message: "Webhooks are sent by POST." }, 405, { allow: "POST" });
    if (!jsonType.test(context.req.header("content-type") ?? ""))
      return context.json({ message: "The receiver takes bodies of the type application/json only." }, 415);
    return next();
  });
  app.use(
    bodyLimit({
      maxSize: mostBytes,
      onError: (context) => context.json({ message: "The body is larger than 1 MiB." }, 413),
    }),
  );
  const receiving = apis.filter(({ webhooks }) => webhooks);
  for (const api of receiving)
    app.post(`/${api.slug}`, async (context) => {
      const bytes = new Uint8Array(await context.req.arrayBuffer());
      const headers: Headers = Object.fromEntries(context.req.raw.headers);
      const at = now();
      const payload = readPayload(api, bytes);
      const verdict = verdictOf(api, bytes, headers, await settings(api));
      const stale = staleness(payload, at, tolerance());
      const isReplay = replays.isReplay(api, payload, verdict);
      try {
        await onDelivery({
          api,
          bytes,
          headers,
          at,
          payload,
          verdict,
          isReplay,
          ...(stale !== undefined && { stale }),
        });
      } catch (error) {
        if (!isReplay) replays.forget(api, payload, verdict);
        throw error;
      }
      return context.body(null, 204);
    });
  const server = await serveLocally(app, options.port ?? 0, options.patience);
  const addresses = Object.fromEntries(receiving.map(({ slug }) => [slug, `${server.url}/${slug}`]));
  return { ...server, addresses };
}
