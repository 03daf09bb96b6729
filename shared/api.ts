/**
 * The vocabulary in which an API is described. Everything else in the project reads these values:
 * the typed client, the sandbox, the language server's schemas, the views, the palette and the docs.
 */
import type * as z from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** A record as it comes over the wire. */
export type Row = Record<string, unknown>;
/** Query parameters before they are put into an address. */
export type Query = Record<string, unknown>;
/** Header names in lower case. */
export type Headers = Record<string, string>;

export interface Route {
  method: Method;
  /** The path below the base address, with its parameters in braces: `/posts/{id}`. */
  path: string;
}

/** Where in the reference documents a fact is stated. */
export interface Source {
  document: 1 | 2 | 3;
  /** The letter that the document gives the API. */
  letter: string;
}

/** The four parts of a request that a person fills in. A part that is absent is not documented to exist. */
export interface RequestSchemas {
  path?: z.ZodType;
  query?: z.ZodType;
  /** Documented headers beyond authorization and content type. */
  headers?: z.ZodType;
  body?: z.ZodType;
}

/** What is known of an operation that can be sent, also of one that an imported description brought. */
export interface SendableOperation {
  /** What it does, in the words of a command's title: "Create server". */
  title: string;
  /** What the documents say that the operation does. */
  description?: string;
  /** What a send does to the record: decides on confirmation, retry and grouping. */
  effect: "read" | "write" | "delete";
  /** Absent where the documents do not show it. */
  method?: Method;
  /** Absent where the documents do not show it. */
  path?: string;
  /** The parts that a request may have. */
  request: { readonly [Part in keyof RequestSchemas]?: unknown };
  /** The body of a successful reply; absent where the documents do not show it. */
  reply?: z.ZodType;
  /** The event by which it is documented to be announced. */
  announces?: string;
  /** What the reply is, where the documents name it and do not show its body: "the created server". */
  returns?: string;
  /** The status of success; absent where the documents do not show it, so that any 2xx is one. */
  status?: number;
  /** Present on operations that list records. */
  paging?: Paging;
  /** Present on operations whose reply is better looked at than read. */
  dashboard?: Dashboard;
  /** The resource whose records the operation lists, returns or changes. */
  resource?: string;
  /** The body's fields change a record and all others stay: a record can be edited by sending what changed. */
  partial?: true;
  /** Other resources of the API whose records it changes. */
  affects?: readonly string[];
  /** A codicon's name, for the acts that stand beside a record in the sidebar. */
  icon?: string;
  /** False for the operation that hands out the credentials themselves. */
  authorized?: false;
}

export interface Operation extends SendableOperation {
  request: RequestSchemas;
  /** The facts that the documents expressly or silently leave open, each a short noun phrase. */
  notShown?: readonly string[];
  /** Valid requests; the first is laid out when a person starts a request. */
  samples: readonly [RequestValues, ...RequestValues[]];
  sandbox: SandboxOperation;
}

/** How a reply is shown to be looked at. */
export interface Dashboard {
  /** What it shows, in people's words: "Learning analytics". */
  title: string;
  /** What is shown, in this order; empty where the documents do not show the reply's fields. */
  figures: readonly FigureSource[];
  /** The query parameters that take the first and the last day, as `YYYY-MM-DD`. */
  period?: { from: string; to: string };
}

/** A field of a reply that is shown as a figure. Units stand where they are documented: in the reply's schema. */
export type FigureSource = { field: string; title: string } & (
  | { kind: "number" | "text" | "moment" }
  /** An array of rows, each with a name and a number. */
  | { kind: "ranking"; label: RankingColumn; value: RankingColumn }
);

export interface RankingColumn {
  field: string;
  title: string;
}

/** The values of a request: what a request file holds. */
export interface RequestValues {
  path?: Record<string, string | number>;
  query?: Query;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Resource {
  /** What one record is called: "Server". */
  title: string;
  /** The fields of a record in a reply; loose, because replies may hold more. */
  record: z.ZodType;
  /** The documented type prefix of its identifiers. */
  prefix?: string;
  /** The facts about the record that are not shown. */
  notShown?: readonly string[];
  /** Records as the API would return them; the sandbox starts with these. */
  samples: readonly Row[];
}

export interface WebhookEvent {
  meaning: string;
  /** The whole delivery as received. */
  payload: z.ZodType;
  notShown?: readonly string[];
  samples: readonly [Row, ...Row[]];
}

/** A list in the sidebar. */
export interface Collection {
  view: View;
  title: string;
  /** `<resource>.<verb>` of the operation that lists it. */
  operation: string;
  /** `<resource>.<verb>` of the operation that reads one record whole, with its path parameter. */
  get?: { operation: string; parameter: string };
  /** Fields tried in order for a row's name. The identifier is the last resort. */
  label: readonly string[];
  /** Fields whose values stand beside the name. */
  detail: readonly string[];
  /** The field that decides icon colour. */
  status?: string;
  /** Documented values of `status` that pass by themselves, soon: the list is read again while it shows one. */
  underWay?: readonly string[];
  /** A codicon's name. */
  icon: string;
  /** Lists that belong to one row: the row's `id` fills the path parameter. */
  children?: readonly (Omit<Collection, "view" | "children"> & { parameter: string })[];
}

export const views = ["servers", "deployments", "posts", "products", "members", "courses"] as const;
export type View = (typeof views)[number];

/** A plan with its documented limits. Absent number: custom or unlimited. */
export interface Tier {
  name: string;
  perMinute?: number;
  perDay?: number;
  note?: string;
}

export interface Api {
  slug: string;
  title: string;
  /** What the service does, in a sentence. */
  purpose: string;
  source: Source;
  /** The version segment that ends the base address: "v1". */
  version: string;
  /** What the documents call the version beside its segment: "1.2.0, stable". */
  release?: string;
  deprecated?: Deprecated;
  /** How long versions go on, where that is documented. */
  deprecationPolicy?: string;
  /** The version of OpenAPI in which a description of the API exists. */
  openApi?: string;
  auth: Auth;
  /** Headers that are documented to come with every request, beside the authorization. */
  requestHeaders?: Headers;
  /** What is documented of the keys beside how they are sent. */
  keys: Keys;
  /** What is documented of a sandbox of the API's own, as the rest of the sentence "A sandbox …". */
  ownSandbox?: string;
  rateLimit: RateLimit;
  faults: FaultEnvelope;
  /** Documented statuses with their meanings. */
  statuses: Readonly<Record<number, string>>;
  /** What the documents say of the methods that are in use. */
  methods?: Readonly<Partial<Record<Method, string>>>;
  /** What every successful reply has around its data, where that is documented of all of them. */
  envelope?: z.ZodType;
  /** What is documented of statuses that are not listed one by one. */
  otherStatuses?: string;
  /** What webhooks announce, and where their endpoints are configured. */
  webhooks?: { announce: string; configuredIn?: string; verifiedWith?: string };
  signature?: Signature;
  resources: Readonly<Record<string, Resource>>;
  /** By group, then by verb: the operation id is `<slug>.<group>.<verb>`. */
  operations: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** By the event's name, as payloads have it. */
  events: Readonly<Record<string, WebhookEvent>>;
  /** The payload's field that holds the event name, and whether the list of names is known to be partial. */
  eventNames?: { field: string; open: boolean };
  /** The payload's fields that hold a delivery's identifier and its time, where they are documented. */
  deliveryFields?: { id?: string; time?: string };
  collections: readonly Collection[];
  /** Facts about the API as a whole that are not shown. */
  notShown: readonly string[];
  /** What the sandbox decides for the API as a whole where the documents leave it open, each a short noun phrase. */
  sandboxChoices?: readonly string[];
  /** The authorization-code flow, where documented. */
  oauth?: { authorizePath: string; query: readonly string[]; scopes: readonly string[] };
}

/** A version that is documented as deprecated. */
export interface Deprecated {
  /** The segment that ends a base address: "v1". */
  version: string;
  /** Since when, and what is done instead, as a sentence without its full stop. */
  note: string;
}

/** What a person is told who needs a key. */
export interface Keys {
  /** Where keys are had: "the provider dashboard". */
  from?: string;
  /** The kinds that there are, each with what is documented of it. */
  kinds?: readonly { name: string; note?: string }[];
  /** A key has one of these. */
  permissions?: readonly string[];
}

// ---- Traits: each has a reading end for the client and a writing end for the sandbox. ----

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface Page {
  rows: unknown[];
  /** The query of the next page; absent on the last. */
  next?: Query;
  /** Why the list cannot be read to its end though the reply says that there is more. */
  incomplete?: string;
}

export interface Paging {
  style: "cursor" | "link" | "page" | "offset" | "single";
  /** The query parameter that sets the page size. */
  sizeParameter?: string;
  /** The query parameters that say where in the list to read and how much: paging sets them, a person does not. */
  parameters: readonly string[];
  read(reply: Reply, query: Query, base: URL): Page;
  write(rows: readonly Row[], query: Query, address: URL): Pick<Reply, "body" | "headers">;
}

export interface ApiFault {
  status: number;
  code?: string;
  message: string;
  /** The request's field that is at fault, dotted. */
  field?: string;
  details?: unknown;
  requestId?: string;
  documentationUrl?: string;
}

export interface FaultEnvelope {
  /** The documented shape of an error body. Absent where it is not shown, so that reading is a best effort. */
  body?: z.ZodType;
  /** Undefined when the body is not this envelope. */
  read(status: number, body: unknown): ApiFault | undefined;
  write(fault: ApiFault): unknown;
  /** The fault of a request that breaks its schema. */
  invalid(issues: readonly FieldIssue[]): Omit<ApiFault, "status">;
}

export interface FieldIssue {
  /** The field's dotted path; empty for the whole body. */
  field: string;
  issue: string;
}

/** What a person is asked for, by name: `{ key }` or `{ clientId, clientSecret }`. */
export type Credentials = Readonly<Record<string, string>>;

export interface Auth {
  /** The names of the credentials with the words to ask for them. */
  credentials: Readonly<Record<string, string>>;
  /** `resource.verb` of the operation that turns the credentials into a token; absent: the key itself is sent. */
  exchange?: string;
  /** The request that exchanges the credentials. */
  exchangeBody?(credentials: Credentials): Row;
  /** Whether a name stands for no secret, as that of a client's id: it may be seen in what a service answers. */
  isPublic?(name: string): boolean;
  /** The token and its life in seconds out of the exchange's reply. */
  readToken?(body: unknown): { token: string; expiresIn: number } | undefined;
  apply(secret: string): Headers;
  /** The secret out of a request's headers. */
  check(headers: Headers): string | undefined;
}

export interface Budget {
  limit?: number;
  remaining?: number;
  /** Unix timestamp in seconds; over 1e11 it can only be in milliseconds. */
  reset?: number;
}

export interface RateLimit {
  tiers: readonly Tier[];
  /** The names of the headers that are documented, and when Retry-After comes. */
  headers: { limit?: string; remaining?: string; reset?: string; retryAfter?: "on 429" | "always" };
  /** What is documented of the headers' values: type, unit, meaning. */
  values?: { [Header in keyof RateLimit["headers"]]?: string };
  /** Whose requests are counted together. */
  per?: "key" | "token";
  /** Over what they are counted: a minute, or a span that moves on with the time. */
  window?: "minute" | "rolling";
  /** What a client is documented to do on 429: "exponential backoff". */
  onExceeding?: string;
  read(headers: Headers): Budget;
  write(budget: Required<Budget>, retryAfter?: number): Headers;
}

/** How the bytes of a digest are written. */
export type DigestEncoding = "hex" | "base64";

export interface Signature {
  header: string;
  /** Absent where the documents do not show it: deliveries can't be verified. */
  algorithm?: "HMAC-SHA256";
  sign(payload: Uint8Array, secret: string | Uint8Array, encoding: DigestEncoding): string;
  verify(
    payload: Uint8Array,
    signature: string,
    secret: string | Uint8Array,
    encoding: DigestEncoding,
  ): boolean;
}

// ---- What the sandbox does ----

/** The rows of one resource in the sandbox's memory. */
export interface Table {
  rows(): Row[];
  get(id: string): Row | undefined;
  /** Newest first, as lists show them. */
  insert(row: Row): void;
  /** Replaces the fields given. */
  update(id: string, change: Row): Row;
  remove(id: string): void;
}

export interface World {
  table(resource: string): Table;
  /** A fresh identifier of a record. */
  id(prefix: string): string;
  /** A fresh identifier of a delivery: it was none before, also not before the sandbox was started over. */
  deliveryId(prefix: string): string;
  /** The sandbox's clock as an ISO 8601 UTC timestamp. */
  now(): string;
  /** Does something once when the sandbox's clock has come to a timestamp. Of two with the same name the later one stands. */
  at(timestamp: string, name: string, act: () => void): void;
  /** Delivers a webhook to whoever listens. */
  emit(event: string, payload: Row): void;
}

export interface SandboxCall {
  path: Record<string, string>;
  query: Query;
  headers: Headers;
  body: Row;
  world: World;
}

export type Handler = (call: SandboxCall) => { status: number; body?: unknown } | { rows: Row[] };

export interface SandboxOperation {
  /** The sandbox's own route where the documents show none. */
  route?: Route;
  /** What else the sandbox decides where the documents leave it open, each a short noun phrase. */
  choices?: readonly string[];
  handle: Handler;
}

/** Thrown by a handler; the sandbox writes it in the API's own envelope. */
export class SandboxFault extends Error {
  readonly fault: ApiFault;
  constructor(status: number, fault: Omit<ApiFault, "status">) {
    super(fault.message);
    this.fault = { status, ...fault };
  }
}

// ---- Reading a description ----

/** What names an operation: its id is `<api>.<group>.<verb>`. */
interface OperationName {
  id: string;
  api: Api;
  /** `<group>.<verb>`, as the API's own description calls it. */
  name: string;
  /** The id's middle segment: `cdn` of `cloud-v1.cdn.purge`. The records concerned are those of `resource`. */
  group: string;
  verb: string;
}

/** An operation of a description, with its name. */
export interface NamedOperation extends Operation, OperationName {}

/** An operation as the client sends it: one of the documents, or one that an imported description brought. */
export interface Sendable extends SendableOperation, OperationName {}

const named = new WeakMap<Api, readonly NamedOperation[]>();

/** Every operation of the APIs given, in the order of their description. The same objects at every call. */
export function operationsOf(apis: readonly Api[]): NamedOperation[] {
  return apis.flatMap((api) => {
    const known =
      named.get(api) ??
      Object.entries(api.operations).flatMap(([group, verbs]) =>
        Object.entries(verbs).map(([verb, operation]) => ({
          ...operation,
          id: `${api.slug}.${group}.${verb}`,
          api,
          name: `${group}.${verb}`,
          group,
          verb,
        })),
      );
    named.set(api, known);
    return known;
  });
}

/** The documented route; undefined when the method or the path is not shown. */
export function documentedRoute(operation: SendableOperation): Route | undefined {
  return operation.method && operation.path !== undefined
    ? { method: operation.method, path: operation.path }
    : undefined;
}

/** The identifier of the record that a request is about: by convention its path ends with it. */
export function recordIdIn({ path }: RequestValues): string | undefined {
  const id = Object.values(path ?? {}).at(-1);
  return id === undefined ? undefined : String(id);
}

/** The names in `{braces}` of a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
}
