/** One API of the sandbox as a web application: routes, checks and replies from the description. */
import { STATUS_CODES } from "node:http";
import { setTimeout } from "node:timers/promises";
import { Hono, type Context } from "hono";
import type { ContentfulStatusCode, StatusCode } from "hono/utils/http-status";
import {
  type Api,
  type ApiFault,
  type Budget,
  documentedRoute,
  type Headers,
  type NamedOperation,
  operationsOf,
  type Route,
  type Row,
  SandboxFault,
} from "../api.ts";
import type { Clock } from "../http/clock.ts";
import { recordsAround } from "../webhooks/event-records.ts";
import { payloadAbout, resourceIn } from "../webhooks/sample-payload.ts";
import { type Access, createAccess } from "./access.ts";
import { createDeliveries, type Deliveries, type Delivery } from "./deliveries.ts";
import { readBody, readQuery } from "./input.ts";
import { oauthApp } from "./oauth.ts";
import { createWorld, deliveryIds } from "./world.ts";

export interface ApiApp {
  app: Hono;
  deliveries: Deliveries;
  /** Does what has become due by the sandbox's clock. */
  settle(): void;
  /** The records are again as at the start, and no failure is planned. */
  reset(): void;
  /**
   * Delivers the event's sample as if it had just happened, and changes nothing. Undefined for an event that is not
   * documented, or is not about records like the one that is named.
   * @param record the identifier of the record that it is about; that of the sample unless it is given
   */
  trigger(event: string, record?: string): Promise<Delivery> | undefined;
  /** The next `times` requests meet with this. */
  fail(failure: PlannedFailure, times: number): void;
  /** No request meets with a failure any more. */
  recover(): void;
}

export interface PlannedFailure {
  /** The status that they are answered with; absent where they are answered as always. */
  status?: number | undefined;
  /** How long the answer takes, in milliseconds. */
  delay?: number | undefined;
}

/** Of bodies, in characters: the memory of all that it is sent has an end. */
const most = 8 * 1024 * 1024;
const mostPlanned = 1000;

/** The route that the sandbox serves: the documented one, else its own. */
export function sandboxRoute(operation: NamedOperation): Route {
  const route = documentedRoute(operation) ?? operation.sandbox.route;
  if (!route) throw new Error(`${operation.id} has neither a documented route nor one in the sandbox.`);
  return route;
}

export function createApiApp(
  api: Api,
  { baseUrl, clock, perMinute }: { baseUrl: string; clock: Clock; perMinute?: number | undefined },
): ApiApp {
  const app = new Hono();
  const now = () => clock.now();
  const deliveries = createDeliveries(api, clock);
  const deliveryId = deliveryIds();
  const deliver = (event: string, payload: Row) => void deliveries.deliver(event, payload);
  const begin = () => createWorld(api, now, { deliver, deliveryId });
  let world = begin();
  const access = createAccess(api, now, perMinute);
  const planned: PlannedFailure[] = [];
  /** How many characters of bodies its records can be made of. */
  let kept = 0;

  for (const operation of operationsOf([api])) {
    const { method, path } = sandboxRoute(operation);
    app.on(method, path.replace(/\{([^{}]+)\}/g, ":$1"), (context) => answer(context, operation));
  }
  app.onError((_, context) => writeFault(context, { status: 500, message: "The sandbox could not answer." }));
  app.notFound((context) =>
    writeFault(context, {
      status: 404,
      message: `There is no ${context.req.method} ${context.req.path} here.`,
    }),
  );
  if (api.oauth) app.route("/", oauthApp(api, api.oauth.scopes, api.oauth.authorizePath, access, now));

  async function answer(context: Context, operation: NamedOperation): Promise<Response> {
    const headers: Headers = Object.fromEntries(context.req.raw.headers);
    let budget: Required<Budget> | undefined;
    try {
      world.settle();
      const secret = access.check(operation, headers);
      const spent = access.spend(secret);
      budget = spent;
      const { status, delay } = planned.shift() ?? {};
      if (delay) await setTimeout(delay);
      const failing = status ?? (spent.exceeded ? 429 : undefined);
      if (failing !== undefined)
        throw new SandboxFault(failing, {
          message: api.statuses[failing] ?? STATUS_CODES[failing] ?? `status ${failing}`,
        });
      const text = await context.req.text();
      if (kept + text.length > most)
        throw new SandboxFault(507, {
          message: "The sandbox has taken in as much as it keeps. Start over: POST /_sandbox/reset.",
        });
      if (operation.effect !== "read") kept += text.length;
      const call = {
        path: context.req.param() as Record<string, string>,
        query: readQuery(api, operation, new URL(context.req.url).searchParams),
        headers,
        body: readBody(api, operation, text),
        world,
      };
      const exchanges = operation.name === api.auth.exchange;
      if (exchanges) access.checkExchange(call.body);
      const result = operation.sandbox.handle(call);
      if (exchanges) rememberToken(api, access, "body" in result ? result.body : undefined);
      setHeaders(context, api.rateLimit.write(budget));
      if ("rows" in result) {
        const page = operation.paging?.write(result.rows, call.query, publicAddress(context.req.url));
        setHeaders(context, page?.headers ?? {});
        return context.json(page ? page.body : { data: result.rows });
      }
      context.status(result.status as StatusCode); // A handler names a status of its own API.
      return result.body === undefined ? context.body(null) : context.json(result.body);
    } catch (error) {
      if (!(error instanceof SandboxFault)) throw error;
      return writeFault(context, error.fault, budget);
    }
  }

  /** The address as the client wrote it: the app itself sees paths below its base address. */
  function publicAddress(text: string): URL {
    const { pathname, search } = new URL(text);
    return new URL(baseUrl + pathname + search);
  }

  /** Codes that are not documented begin with `sandbox_`, so that nobody takes them for the service's own. */
  function writeFault(context: Context, fault: ApiFault, spent?: Required<Budget>): Response {
    const budget = spent ?? access.left(Object.fromEntries(context.req.raw.headers));
    const wait = Math.max(1, Math.ceil(budget.reset - now() / 1000));
    // Where the documents say that every reply carries them, those that refuse do as well.
    setHeaders(
      context,
      api.rateLimit.write(
        { ...budget, ...(fault.status === 429 && { remaining: 0 }) },
        fault.status === 429 ? wait : undefined,
      ),
    );
    const full: ApiFault = {
      code: `sandbox_${fault.status}`,
      requestId: world.id("req_"),
      documentationUrl: new URL("/", context.req.url).href,
      ...fault,
    };
    return context.json(api.faults.write(full), fault.status as ContentfulStatusCode);
  }

  return {
    app,
    deliveries,
    settle: () => world.settle(),
    reset() {
      world = begin();
      deliveries.reset();
      this.recover();
      kept = 0;
    },
    trigger(event, record) {
      world.settle();
      const resource = record === undefined ? undefined : resourceIn(api, event, record);
      if (record !== undefined && resource === undefined) return undefined;
      const around = {
        rowsOf: (name: string) => world.table(name).rows(),
        id: (prefix: string) => world.id(prefix),
      };
      const payload = payloadAbout(api, event, {
        ...(resource === undefined || record === undefined
          ? { known: new Map() }
          : recordsAround(api, event, { resource, id: record }, around)),
        id: deliveryId,
        now: () => world.now(),
      });
      return payload && deliveries.deliver(event, payload);
    },
    fail(failure, times) {
      planned.push(...Array<PlannedFailure>(times).fill(failure));
      planned.length = Math.min(planned.length, mostPlanned);
    },
    recover() {
      planned.length = 0;
    },
  };
}

function rememberToken(api: Api, access: Access, body: unknown): void {
  const token = api.auth.readToken?.(body);
  if (token) access.remember(token.token, token.expiresIn);
}

function setHeaders(context: Context, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
}
