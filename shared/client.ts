/** The typed client: one method per operation, made from an API's description. */
import type * as z from "zod";
import {
  type Api,
  type Budget,
  type Credentials,
  documentedRoute,
  type Headers,
  type Operation,
  operationsOf,
  type Query,
  type RequestValues,
  type Route,
  type Row,
  type Sendable,
} from "./api.ts";
import { baseAddress, requestAddress } from "./http/address.ts";
import { type Authorization, authorizationFor } from "./http/authorization.ts";
import { type Clock, systemClock } from "./http/clock.ts";
import { type Outcome, RequestError, unbound, withOutcome } from "./http/errors.ts";
import { type Mask, maskOf } from "./http/mask.ts";
import { departure, type Listing, listing } from "./http/listing.ts";
import { type Exchange, type OnWait, send } from "./http/send.ts";
import { createTransport, type Transport } from "./http/transport.ts";
import { plainText } from "./plain-text.ts";
import { isRow } from "./traits/values.ts";

export interface ClientOptions {
  /** The API's base address, which ends with the version segment. */
  baseUrl: string;
  /** What the API's auth asks for, by the names it has there. A function is called at each request. */
  credentials?: Credentials | (() => Promise<Credentials | undefined>);
  /** What is sent in place of the credentials for somebody who has signed in; undefined when nobody has. Called at each request. */
  signedIn?: (() => Promise<Authorization | undefined>) | undefined;
  /** Routes of operations whose own is not documented, by operation id. */
  routes?: Readonly<Record<string, Route>>;
  transport?: Transport;
  clock?: Clock;
  /** How long one attempt may take, in milliseconds; 30,000 unless it is given. */
  timeout?: number;
  /** Called with what each reply says of the budget, also that of a failed attempt; empty where it says nothing. */
  onBudget?(budget: Budget): void;
  /** Called with each reply; that of a failure has no body. */
  onReply?(operation: Sendable, reply: { status: number; body?: unknown }): void;
  /** Called with one line for each exchange: method, address with the path's parameters in braces, status, time, request id. It has no secrets. */
  trace?(line: string): void;
}

export interface CallOptions {
  /** The route that a person has agreed to, in place of the one that is known now. */
  route?: Route;
  signal?: AbortSignal;
  onWait?: OnWait;
  /** Whether a reply of that status is what is wanted: then it is not asked for another. */
  isWanted?: ((status: number) => boolean) | undefined;
}

export interface ListOptions extends CallOptions {
  /** Where an earlier listing stopped: its `position`. */
  from?: Query;
}

/** A reply whose body has the documented type where the documents show one. */
export type TypedReply<T> = Omit<Exchange, "body"> & { body: T };

type Part<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodType }
  ? undefined extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : Record<string, never> extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
  : { [P in K]?: never };

/** What a call of the operation takes. */
export type InputOf<O extends Operation> = Part<O["request"], "path"> &
  Part<O["request"], "query"> &
  Part<O["request"], "headers"> &
  Part<O["request"], "body">;

type BodyOf<O extends Operation> = O["reply"] extends z.ZodType ? z.output<O["reply"]> : unknown;
type RowOf<O extends Operation> = BodyOf<O> extends { data: (infer R)[] } ? R : Row;

type Call<O extends Operation> = O["paging"] extends object
  ? (input?: InputOf<O>, options?: ListOptions) => Listing<RowOf<O>>
  : Record<string, never> extends InputOf<O>
    ? (input?: InputOf<O>, options?: CallOptions) => Promise<TypedReply<BodyOf<O>>>
    : (input: InputOf<O>, options?: CallOptions) => Promise<TypedReply<BodyOf<O>>>;

export type Client<A extends Api> = {
  readonly [R in keyof A["operations"]]: {
    readonly [V in keyof A["operations"][R]]: Call<A["operations"][R][V]>;
  };
};

/**
 * The methods of an API by group and verb: `clientFor(deploy, …).projects.list()`.
 * A list is read through `for await`, row by row, or page by page; other operations resolve to their reply.
 * Every failure is a RequestError.
 */
export function clientFor<A extends Api>(api: A, options: ClientOptions): Client<A> {
  const caller = createCaller(api, options);
  const client: Record<string, Record<string, unknown>> = {};
  for (const operation of operationsOf([api])) {
    client[operation.group] ??= {};
    const methods = client[operation.group] ?? {};
    methods[operation.verb] = operation.paging
      ? (input?: RequestValues, call?: ListOptions) => caller.list(operation, input, call)
      : (input?: RequestValues, call?: CallOptions) => caller.call(operation, input, call);
  }
  // The loop above makes exactly the methods of the mapped type.
  return client as Client<A>;
}

export interface Caller {
  call(operation: Sendable, input?: RequestValues, options?: CallOptions): Promise<Exchange>;
  list(operation: Sendable, input?: RequestValues, options?: ListOptions): Listing<Row>;
}

/** The same client for code that knows the operation only at run time. */
export function createCaller(api: Api, options: ClientOptions): Caller {
  const transport = options.transport ?? createTransport();
  const clock = options.clock ?? systemClock;
  let known: { credentials: Credentials; authorization: Authorization } | undefined;
  let masked: { secrets: readonly string[]; mask: Mask } | undefined;
  let address: URL | undefined;

  /** A wrong one is told when a call is made or a list is read. */
  const base = () => (address ??= baseAddress(options.baseUrl));

  /** Mostly the same key goes along as before. */
  function maskFor(secrets: readonly string[]): Mask {
    if (
      secrets.length !== masked?.secrets.length ||
      secrets.some((each, index) => each !== masked?.secrets[index])
    )
      masked = { secrets, mask: maskOf(secrets) };
    return masked.mask;
  }

  async function authorization(operation: Sendable): Promise<Authorization> {
    const signedIn = await options.signedIn?.();
    if (signedIn) return signedIn;
    const given =
      typeof options.credentials === "function" ? await options.credentials() : options.credentials;
    const missing = Object.keys(api.auth.credentials).filter((name) => !given?.[name]);
    if (!given || missing.length > 0)
      throw new RequestError(
        "no-credentials",
        `${operation.id} needs a key for ${api.title}. Set the key for ${api.slug}.`,
        { outcome: "not-sent" },
      );
    if (!known || !sameCredentials(known.credentials, given))
      known = { credentials: given, authorization: authorizationFor(api, given, clock, exchangeToken) };
    return known.authorization;
  }

  async function exchangeToken(credentials: Credentials) {
    const operation = operationsOf([api]).find(({ name }) => name === api.auth.exchange);
    if (!operation) throw new Error(`${api.slug} names no operation that exchanges its credentials.`);
    // Asking twice for a token does no harm: it is no POST of the person's.
    const reply = await call(operation, { body: api.auth.exchangeBody?.(credentials) }, { repeatable: true });
    const token = api.auth.readToken?.(reply.body);
    if (!token)
      throw new RequestError("unreadable", `${operation.id} was answered without a token.`, {
        outcome: "rejected",
      });
    return token;
  }

  async function call(
    operation: Sendable,
    input: RequestValues = {},
    callOptions: CallOptions & { repeatable?: boolean } = {},
  ): Promise<Exchange> {
    const route = callOptions.route ?? documentedRoute(operation) ?? options.routes?.[operation.id];
    if (!route) throw unbound(operation.id);
    const url = requestAddress(base(), route, input);
    const proof = operation.authorized === false ? undefined : await authorization(operation);
    const attempt = async (authorized: Headers) => {
      const started = clock.now();
      const trace = (result: string | number, attempts: number, requestId: string | undefined) => {
        if (!options.trace) return;
        const shown = `${base().href.replace(/\/+$/, "")}${route.path}`;
        const often = attempts > 1 ? `, ${attempts} attempts` : "";
        const id = requestId === undefined ? "" : `, request ${plainText(requestId, 100)}`;
        options.trace(
          `${route.method} ${shown} ${result} in ${Math.max(0, Math.round(clock.now() - started))} ms${often}${id}`,
        );
      };
      const exchange = await send(
        api,
        {
          method: route.method,
          url,
          headers: {
            accept: "application/json",
            "accept-encoding": "gzip, deflate, br",
            "user-agent": "switchboard",
            ...lowerCased(input.headers),
            ...api.requestHeaders,
            ...(input.body !== undefined && { "content-type": "application/json" }),
            ...authorized,
          },
          ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
        },
        {
          transport,
          clock,
          timeout: options.timeout ?? 30_000,
          signal: callOptions.signal,
          onWait: callOptions.onWait,
          isWanted: callOptions.isWanted,
          reads: operation.effect === "read",
          ...(callOptions.repeatable && { repeatable: true }),
          mask: maskFor(secretsOf(api, authorized, operation, input.body)),
          path: route.path,
          onHeaders(headers) {
            options.onBudget?.(api.rateLimit.read(headers));
          },
        },
      ).catch((error) => {
        const { kind, fault, reply, attempts } = error as RequestError; // `send` throws no other.
        trace(
          fault?.status ?? reply?.status ?? kind,
          attempts,
          fault?.requestId ?? requestIdIn(reply?.headers),
        );
        if (reply) options.onReply?.(operation, { status: reply.status });
        throw error;
      });
      trace(exchange.status, exchange.attempts, requestIdIn(exchange.headers));
      options.onReply?.(operation, exchange);
      const oddity =
        operation.reply &&
        !operation.paging &&
        exchange.body !== undefined &&
        departure(operation.reply, exchange.body);
      if (oddity)
        exchange.notes.push(
          `${operation.effect === "read" ? "The" : "The request succeeded, but the"} reply is not as documented: ${oddity}.`,
        );
      return exchange;
    };
    const proved = async (unless: Outcome): Promise<Headers> => {
      try {
        return (await proof?.headers(callOptions.signal)) ?? {};
      } catch (error) {
        // Whatever became of the request for a token, this one did not leave.
        throw error instanceof RequestError ? withOutcome(error, unless) : error;
      }
    };
    const headers = await proved("not-sent");
    try {
      return await attempt(headers);
    } catch (error) {
      if (!isUnauthorized(error) || !proof?.renew(headers)) throw error;
      const renewed = await proved("rejected");
      return attempt(renewed).catch((again: unknown) => {
        throw (isUnauthorized(again) && proof.refusal?.(again)) || again;
      });
    }
  }

  return {
    call,
    list: (operation, input, listOptions) =>
      listing(operation, input, listOptions, base, (values) => call(operation, values, listOptions)),
  };
}

/** The key or token that goes along, and the credentials of a request that exchanges them. */
function secretsOf(api: Api, headers: Headers, operation: Sendable, body: unknown): string[] {
  const { auth } = api;
  const given = operation.name === auth.exchange && isRow(body) ? Object.entries(body) : [];
  const exchanged = given.flatMap(([name, value]) =>
    typeof value === "string" && !auth.isPublic?.(name) ? [value] : [],
  );
  return [auth.check(headers) ?? "", ...exchanged];
}

const isUnauthorized = (error: unknown) => error instanceof RequestError && error.fault?.status === 401;

const sameCredentials = (a: Credentials, b: Credentials) =>
  Object.keys(b).every((name) => a[name] === b[name]);

/** A request can't name its own authorization: that header comes from the keychain alone. */
const lowerCased = (headers: Headers = {}): Headers =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name !== "authorization" && name !== "host" && name !== "content-length"),
  );

const requestIdIn = (headers: Headers = {}): string | undefined =>
  headers["x-request-id"] ?? headers["request-id"];
