/** The local sandbox: every API that it is given, on one port of 127.0.0.1. */
import { jsonType, mostBytes, serveLocally } from "../http/local-server.ts";
import { type Clock, systemClock } from "../http/clock.ts";
import { isLoopback, isLoopbackHost } from "../http/loopback.ts";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { type Api, documentedRoute, operationsOf } from "../api.ts";
import { defaultPort, program, type SandboxDirectory, type SandboxWebhooks } from "./directory.ts";
import { choicesOfApi, choicesOfOperation } from "../sandbox-choices.ts";
import { readOnlyKey, sandboxCredentials } from "./access.ts";
import { type ApiApp, createApiApp, sandboxRoute } from "./app.ts";
import { tokenPath } from "./oauth.ts";
import { schedule } from "../webhooks/schedule.ts";
import { type Delivery, signatureEncoding, webhookSecret } from "./deliveries.ts";

export interface Sandbox {
  readonly directory: SandboxDirectory;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** 0 takes any free port. */
  port?: number;
  /** Requests a minute for each key, instead of the first documented tier. */
  perMinute?: number;
  clock?: Clock;
  /** How long a request may take to come whole, and an answer to be read, in milliseconds; 10,000 unless it is given. */
  patience?: number;
}

/** Rejects with `EADDRINUSE` when the port is taken. */
export async function startSandbox(apis: readonly Api[], options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = options.clock ?? systemClock;
  const app = new Hono();
  const server = await serveLocally(app, options.port ?? defaultPort, options.patience);
  const directory = describeSandbox(apis, server.url);
  const running = new Map(
    apis.map((api) => {
      const baseUrl = directory.apis[api.slug]?.baseUrl ?? directory.url;
      return [api.slug, createApiApp(api, { baseUrl, clock, perMinute: options.perMinute })] as const;
    }),
  );

  app.onError(failed);
  // Of the clock that resets and tokens go by; Node would write the machine's.
  app.use(async (context, next) => {
    await next();
    context.header("date", new Date(clock.now()).toUTCString());
  });
  // A web page in the person's browser must not reach the sandbox: no other name, no foreign origin.
  app.use(async (context, next) => {
    const host = context.req.header("host") ?? "";
    const origin = context.req.header("origin");
    if (!isLoopbackHost(host) || (origin && origin !== `http://${host}`))
      return context.json({ message: "The sandbox answers programs on this machine only." }, 403);
    return next();
  });
  app.use(async (context, next) => {
    const header = (name: string) => context.req.header(name);
    const hasBody = Number(header("content-length") ?? 0) > 0 || header("transfer-encoding") !== undefined;
    const wanted = context.req.path.endsWith(tokenPath) ? formType : jsonType;
    if (hasBody && !wanted.test(header("content-type") ?? ""))
      return context.json({ message: "The sandbox takes bodies of the type application/json only." }, 415);
    return next();
  });
  app.use(
    bodyLimit({
      maxSize: mostBytes,
      onError: (context) => context.json({ message: "The body is larger than 1 MiB." }, 413),
    }),
  );
  app.get("/", (context) => context.json(directory));
  app.route("/_sandbox", controls(apis, running));
  for (const api of apis) {
    const apiApp = running.get(api.slug);
    if (apiApp) app.mount(`/${api.slug}/${api.version}`, apiApp.app.fetch);
  }
  app.notFound((context) => context.json({ message: "The sandbox serves no API at this address." }, 404));

  return {
    directory,
    async close() {
      await Promise.all([...running.values()].map((each) => each.deliveries.close()));
      await server.close();
    },
  };
}

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** A fault of the sandbox itself, or a request that broke off. What went wrong inside is nobody's business outside. */
const failed = (_: Error, context: Context): Response =>
  context.json({ message: "The sandbox could not answer." }, 500);

function describeSandbox(apis: readonly Api[], url: string): SandboxDirectory {
  const directory: SandboxDirectory = { program, url, apis: {}, ownChoices: {}, routes: {} };
  for (const api of apis) {
    const baseUrl = `${url}/${api.slug}/${api.version}`;
    const key = readOnlyKey(api);
    directory.ownChoices[api.slug] = choicesOfApi(api);
    directory.apis[api.slug] = {
      baseUrl,
      credentials: sandboxCredentials(api),
      ...(key && { readOnlyKey: key }),
      ...(api.signature && {
        webhooks: { secret: webhookSecret(api), encoding: signatureEncoding, algorithm: "HMAC-SHA256" },
      }),
      ...(api.oauth && {
        oauth: { authorizeUrl: baseUrl + api.oauth.authorizePath, tokenUrl: `${baseUrl}${tokenPath}` },
      }),
    };
  }
  for (const operation of operationsOf(apis)) {
    const choices = choicesOfOperation(operation);
    if (choices.length > 0) directory.ownChoices[operation.id] = choices;
    if (!documentedRoute(operation)) directory.routes[operation.id] = sandboxRoute(operation);
  }
  return directory;
}

const receiver = z.strictObject({ url: z.url().nullable() });
const about = z.strictObject({ record: z.string().min(1).max(200).optional() });
const failure = z.strictObject({
  status: z.int().min(400).max(599).optional(),
  delay: z.int().min(0).max(60_000).optional(),
  times: z.int().min(1).max(100).default(1),
});

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where each API's deliveries go, and what became of them; whole they are in `/deliveries/:api`. */
function webhooksOf(announcing: readonly Api[], running: ReadonlyMap<string, ApiApp>): SandboxWebhooks {
  const apis = announcing.flatMap(({ slug }) => {
    const api = running.get(slug);
    if (!api) return [];
    api.settle();
    const { address, log } = api.deliveries;
    const settled = log.filter(({ state }) => state !== "pending");
    const entry = {
      url: address?.href ?? null,
      pending: api.deliveries.pending().map(withoutPayload),
      settled: settled.map(withoutPayload),
    };
    return [[slug, entry] as const];
  });
  return { retriesAfterSeconds: schedule.map((wait) => wait / 1000), apis: Object.fromEntries(apis) };
}

function withoutPayload(delivery: Delivery): Omit<Delivery, "payload"> {
  const { payload: _, ...rest } = delivery;
  return rest;
}

/** What has no place in the APIs themselves: their dashboards' webhook settings, events and failures on demand, and starting over. */
function controls(apis: readonly Api[], running: ReadonlyMap<string, ApiApp>): Hono {
  const announcing = apis.filter(({ webhooks }) => webhooks);
  const app = new Hono();
  app.onError(failed);
  app.put("/webhooks/:api", async (context) => {
    const api = running.get(context.req.param("api"));
    const parsed = receiver.safeParse(await context.req.json().catch(() => undefined));
    if (!api || !parsed.success)
      return context.json({ message: 'Expected {"url": "http://127.0.0.1:…"} for a known API.' }, 400);
    const url = parsed.data.url === null ? undefined : new URL(parsed.data.url);
    if (url && (url.protocol !== "http:" || !isLoopback(url.hostname)))
      return context.json({ message: "The sandbox delivers to http://127.0.0.1 only." }, 400);
    api.deliveries.register(url);
    return context.body(null, 204);
  });
  app.get("/webhooks", (context) => context.json(webhooksOf(announcing, running)));
  app.get("/deliveries/:api", (context) => {
    const api = running.get(context.req.param("api"));
    if (!api) return context.json({ message: "No such API." }, 404);
    api.settle();
    return context.json(api.deliveries.log);
  });
  app.post("/events/:api/:event", async (context) => {
    const text = await context.req.text();
    const parsed = about.safeParse(text === "" ? {} : parsedJson(text));
    if (!parsed.success) return context.json({ message: 'Expected {"record": "usr_…"}, or nothing.' }, 400);
    const { api, event } = context.req.param();
    const delivery = await running.get(api)?.trigger(event, parsed.data.record);
    return delivery
      ? context.json(delivery)
      : context.json({ message: "No such event, or not about such a record." }, 404);
  });
  app.post("/reset", (context) => {
    for (const api of running.values()) api.reset();
    return context.body(null, 204);
  });
  app.post("/failures/:api", async (context) => {
    const api = running.get(context.req.param("api"));
    const parsed = failure.safeParse(await context.req.json().catch(() => undefined));
    if (!api || !parsed.success)
      return context.json(
        { message: 'Expected {"status": 503, "delay": 0, "times": 1} for a known API.' },
        400,
      );
    api.fail(parsed.data, parsed.data.times);
    return context.body(null, 204);
  });
  app.delete("/failures/:api", (context) => {
    const api = running.get(context.req.param("api"));
    if (!api) return context.json({ message: "No such API." }, 404);
    api.recover();
    return context.body(null, 204);
  });
  return app;
}
