/** What client and language server say to each other beyond the protocol itself. */
import type { RequestValues, Row } from "./api.ts";
import type { Drift } from "./requests/drift.ts";
import { isRow } from "./traits/values.ts";

/** Records as documents that can be saved: `switchboard-edit://<environment>/<operation id>/<id>.json` holds the body of the operation. */
export const editScheme = "switchboard-edit";

/** The scheme of replies' documents. What one holds, the client says beforehand: `replyContents`. */
export const replyScheme = "switchboard-response";

/** The scheme of the payloads of deliveries as they are looked at: webhook files by their names. */
export const deliveryScheme = "switchboard-delivery";

/** Sent as `initializationOptions`, and below `switchboard` by `workspace/didChangeConfiguration`. */
export interface Settings {
  /** The commands that the client can carry out: nothing leads to others. */
  commands: readonly string[];
  inlayHints: boolean;
  /** The name of the active environment; empty in editors that have none. */
  environment: string;
  /** Routes of operations whose own is not documented, as `POST /path`, by operation id. */
  routes: Readonly<Record<string, string>>;
  /** Base addresses by environment and API slug. */
  baseUrls: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Operation ids by glob: files that hold the body of the operation. */
  bodies: Readonly<Record<string, string>>;
  /** Paths of files with what was imported of OpenAPI descriptions (`openapi/imported.ts`). */
  imports: readonly string[];
  /** Who has bound a route, in words, by operation id. What is absent a person has set. */
  boundBy: Readonly<Record<string, string>>;
  /**
   * The names of the variables that the process has which fills `{{$processEnv NAME}}`, and no value. Null: it is not known
   * which process that will be, or nothing of the folder may be filled in.
   */
  processVariables: readonly string[] | null;
}

/** The settings of an editor that sends none. */
export const defaultSettings: Settings = {
  commands: [],
  inlayHints: true,
  environment: "",
  routes: {},
  baseUrls: {},
  bodies: {},
  imports: [],
  boundBy: {},
  processVariables: null,
};

/**
 * Settings as an editor sends them. The section `switchboard` is taken whole: what is absent there has its default.
 * Without the section, what is absent is as in `earlier`: several editors give everything as initializationOptions and
 * then send an empty object.
 */
export function readSettings(sent: unknown, earlier: Settings = defaultSettings): Settings {
  const section = isRow(sent) && isRow(sent.switchboard) ? sent.switchboard : undefined;
  const given = section ?? (isRow(sent) ? sent : {});
  const base = section ? defaultSettings : earlier;
  const { commands, inlayHints, environment, routes, baseUrls, bodies, imports, boundBy } = given;
  const { processVariables } = given;
  const shown = isRow(inlayHints) ? inlayHints.enabled : inlayHints;
  return {
    commands: Array.isArray(commands) ? strings(commands) : base.commands,
    inlayHints: typeof shown === "boolean" ? shown : base.inlayHints,
    environment: typeof environment === "string" && environment !== "" ? environment : base.environment,
    routes: isRow(routes) ? texts(routes) : base.routes,
    baseUrls: isRow(baseUrls)
      ? Object.fromEntries(Object.entries(baseUrls).map(([name, apis]) => [name, texts(apis)]))
      : base.baseUrls,
    bodies: isRow(bodies)
      ? Object.fromEntries(Object.entries(texts(bodies)).slice(0, bodiesLimit))
      : base.bodies,
    imports: Array.isArray(imports) ? strings(imports) : base.imports,
    boundBy: isRow(boundBy) ? texts(boundBy) : base.boundBy,
    processVariables: Array.isArray(processVariables) ? strings(processVariables) : base.processVariables,
  };
}

/** Each of them is held against every file: also said in package.json. */
const bodiesLimit = 100;

const strings = (values: readonly unknown[]) => values.filter((each) => typeof each === "string");

function texts(value: unknown): Record<string, string> {
  const entries = isRow(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** A request of our own beside the protocol's, with what it asks and what it is answered. */
export interface RequestMethod<Params, Result> {
  method: string;
  /** Binds the types to the method; no value ever has it. */
  readonly types?: [Params, Result];
}

/** A notification of our own, with what it says. */
export interface NotificationMethod<Params> {
  method: string;
  /** As that of a request. */
  readonly types?: Params;
}

const notification = <Params>(method: string): NotificationMethod<Params> => ({ method });

const request = <Params, Result>(method: string): RequestMethod<Params, Result> => ({ method });

/**
 * Server to client: the records of a resource that the client knows now. It answers at once from its cache, with
 * null for what is not read yet or can't be read.
 */
export const resourceIds = request<ResourceIdsParams, ResourceIdsResult>("switchboard/resourceIds");

export interface ResourceIdsParams {
  api: string;
  resource: string;
  /** Whether the client should read them from the API when it has none: a person waits for them. */
  read: boolean;
}

/** A record of an API, as far as a person tells it from others. */
export interface LiveRecord {
  id: string;
  name?: string;
  status?: string;
  /** A record that refers to it, in words, where that is all that is known of it. */
  referredBy?: string;
}

export interface ResourceIdsResult {
  /** Null when the client does not know them. */
  records: LiveRecord[] | null;
  /** Whether there are more than these. An identifier that is not among them may exist all the same. */
  more: boolean;
}

/** Client to server: other records are known than before. */
export const resourceIdsChanged = notification<Record<string, never>>("switchboard/resourceIdsChanged");

/** Client to server, before each text of a reply's document: what it holds. */
export const replyContents = notification<ReplyContents>("switchboard/replyContents");

export interface ReplyContents {
  uri: string;
  /** One, whose body the text is; or several, whose bodies the text has as an array. */
  replies: readonly DescribedReply[];
}

export interface DescribedReply {
  /** The operation's id. */
  operation: string;
  /** What documents show of a reply is that of success. */
  succeeded: boolean;
}

/** Client to server, at its start and when there is more: what replies had that the documents do not show. */
export const seenBeyond = notification<{ found: readonly SeenBeyond[] }>("switchboard/seenBeyond");

/** Of one operation in one environment. */
export interface SeenBeyond {
  /** The operation's id. */
  operation: string;
  environment: string;
  /** With the day on which each was seen last, as ISO 8601 has it. */
  beyond: readonly (Drift & { last: string })[];
}

/**
 * Server to client: which of these strings, which stand in an open file, is a key that the client holds.
 * The client compares, so that no key comes to the server. The answer is their indexes.
 */
export const compareSecrets = request<{ strings: readonly string[] }, number[]>("switchboard/compareSecrets");

/** A place in a file, as the language server protocol has it: lines and UTF-16 characters from zero. */
export interface FileRange {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/**
 * Client to server: the requests of an open request file, ready to be sent. Variables and dynamic values are
 * filled in; secrets, variables of the process and what refers to other requests are left to the client. With an `index`, counted from zero, this one alone.
 * Null: the file is not open, or no request file.
 */
export const resolveRequests = request<{ uri: string; index?: number }, ResolvedRequest[] | null>(
  "switchboard/requests",
);

export interface ResolvedRequest {
  index: number;
  range: FileRange;
  /** The operation's id; empty when the request names none. */
  operation: string;
  /** The name by which later requests of the sequence refer to its response. */
  name?: string;
  values: RequestValues;
  /** As the file has it (`requests/expectation.ts`), filled like the values. */
  expect?: unknown;
  /** The same before it was filled. */
  written?: unknown;
  problems: RequestProblem[];
}

export interface RequestProblem {
  message: string;
  range: FileRange;
  /** Whether the request can't be sent because of it; otherwise it only contradicts what is documented. */
  blocks: boolean;
  /** It stands outside of the request, and concerns whoever means all of the file: what stands after it may be lost. */
  ofFile?: true;
}

/**
 * Client to server: where a request has a place of its own, or the field that an API's fault names, as `customer.email`
 * or `items[0].price`. Null: there is no such request.
 */
export const locateField = request<
  { uri: string; index: number; field: string | readonly (string | number)[] },
  FileRange | null
>("switchboard/locate");

/** Client to server: a request to fill in, as a snippet. Null: there is no such operation. */
export const layOutRequest = request<LayOutParams, string | null>("switchboard/layOut");

export interface LayOutParams {
  /** The operation's id. */
  operation: string;
  /** The identifiers of the records that are meant, by resource. */
  known: Readonly<Record<string, string>>;
  /** Values of path parameters that the documents do not name. */
  path?: Readonly<Record<string, string>>;
}

/**
 * Client to server: a payload to fill in, as a snippet. Null: there is no such event.
 * @param payload that is laid out; the documented sample unless it is given
 */
export const layOutPayload = request<{ api: string; event: string; payload?: Row }, string | null>(
  "switchboard/layOutPayload",
);

/**
 * Client to server: where a payload of an open webhook file stands, by its index counted from zero, else by a place in
 * it. Null: there is none.
 */
export const locatePayload = request<LocatePayloadParams, PayloadPlace | null>("switchboard/locatePayload");

export interface LocatePayloadParams {
  uri: string;
  index?: number;
  position?: FileRange["start"];
}

export interface PayloadPlace {
  range: FileRange;
  /** One of several in the file's array. */
  index?: number;
  /** The slug; absent when neither name nor payload tells. */
  api?: string;
  /** The name of a documented event. */
  event?: string;
}

/** VS Code's own command that opens the suggestions, for clients that list it among theirs. */
export const suggestCommand = "editor.action.triggerSuggest";

/** The commands of the client that actions and lenses of the server lead to, where the client says that it has them. */
export const serverCommands = {
  /** Takes a node of a tree: links lead to a record's document, where the client can open one. */
  openRecord: "switchboard.openRecord",
  /** Takes the file's URI and the request's index. */
  send: "switchboard.send",
  /** Takes the file's URI. */
  sendAll: "switchboard.sendAll",
  /** Takes the file's URI and the key's range. */
  moveKeyToKeychain: "switchboard.moveKeyToKeychain",
  /** Takes the API's slug. */
  setBaseAddress: "switchboard.setBaseAddress",
  /** Takes the operation's id. */
  bindRoute: "switchboard.bindRoute",
  /** Takes the URI of the file to begin. */
  newRequest: "switchboard.newRequest",
  /** Takes the URI of the file to begin. */
  newPayload: "switchboard.newPayload",
  /** Takes the file's URI and the payload's index, as the two below. */
  verifyPayload: "switchboard.verifyPayload",
  sendPayload: "switchboard.sendPayload",
  sendVariations: "switchboard.sendVariations",
} as const;
