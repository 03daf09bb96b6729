/** What client and language server say to each other beyond the protocol itself. */
import { isRow } from "./traits/values.ts";

/** Sent as `initializationOptions`, and below `switchboard` by `workspace/didChangeConfiguration`. */
export interface Settings {
  /** The commands that the client can carry out: nothing leads to others. */
  commands: readonly string[];
  inlayHints: boolean;
  /** The name of the active environment; empty in editors that have none. */
  environment: string;
  /** Routes of operations whose own is not documented, as `POST /path`, by operation id. */
  routes: Readonly<Record<string, string>>;
  /** Environment to API slug to base address. */
  baseUrls: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Operation ids by glob: files that hold the body of the operation. */
  bodies: Readonly<Record<string, string>>;
}

/** For editors that send nothing. */
export const defaultSettings: Settings = {
  commands: [],
  inlayHints: true,
  environment: "",
  routes: {},
  baseUrls: {},
  bodies: {},
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
  const { commands, inlayHints, environment, routes, baseUrls, bodies } = given;
  const shown = isRow(inlayHints) ? inlayHints.enabled : inlayHints;
  return {
    commands: Array.isArray(commands) ? commands.filter((each) => typeof each === "string") : base.commands,
    inlayHints: typeof shown === "boolean" ? shown : base.inlayHints,
    environment: typeof environment === "string" && environment !== "" ? environment : base.environment,
    routes: isRow(routes) ? texts(routes) : base.routes,
    baseUrls: isRow(baseUrls)
      ? Object.fromEntries(Object.entries(baseUrls).map(([name, apis]) => [name, texts(apis)]))
      : base.baseUrls,
    bodies: isRow(bodies) ? texts(bodies) : base.bodies,
  };
}

function texts(value: unknown): Record<string, string> {
  const entries = isRow(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * Server to client: the records of a resource that the client knows now. It answers at once from its cache, with
 * null for what is not read yet or can't be read.
 */
export const resourceIds = { method: "switchboard/resourceIds" } as const;

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
}

export interface ResourceIdsResult {
  /** Null: not known. */
  records: LiveRecord[] | null;
  /** Whether there are more than these. An identifier that is not among them may exist all the same. */
  more: boolean;
}

/** Client to server: other records are known than before. */
export const resourceIdsChanged = { method: "switchboard/resourceIdsChanged" } as const;

/**
 * Server to client: which of these strings, which stand in an open file, is a key that the client holds.
 * The client compares, so that no key comes to the server. The answer is their indexes.
 */
export const compareSecrets = { method: "switchboard/compareSecrets" } as const;

export interface CompareSecretsParams {
  strings: string[];
}

export type CompareSecretsResult = number[];
