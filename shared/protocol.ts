/** What client and language server say to each other beyond the protocol itself. */
import { isRow } from "./traits/values.ts";

/** Sent as `initializationOptions`, and below `switchboard` by `workspace/didChangeConfiguration`. */
export interface Settings {
  /** The commands that the client can carry out: nothing leads to others. */
  commands: readonly string[];
  inlayHints: boolean;
  /** The name of the active environment. */
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
  inlayHints: false,
  environment: "sandbox",
  routes: {},
  baseUrls: {},
  bodies: {},
};

/** Settings as an editor sends them; what is absent or of the wrong type has its default. */
export function readSettings(sent: unknown): Settings {
  const given = isRow(sent) ? (isRow(sent.switchboard) ? sent.switchboard : sent) : {};
  const { commands, inlayHints, environment } = given;
  return {
    commands: Array.isArray(commands) ? commands.filter((each) => typeof each === "string") : [],
    inlayHints: inlayHints === true || (isRow(inlayHints) && inlayHints.enabled === true),
    environment:
      typeof environment === "string" && environment !== "" ? environment : defaultSettings.environment,
    routes: texts(given.routes),
    baseUrls: isRow(given.baseUrls)
      ? Object.fromEntries(Object.entries(given.baseUrls).map(([name, apis]) => [name, texts(apis)]))
      : {},
    bodies: texts(given.bodies),
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
 * null for what is not read yet or can't be read, and reads it for the next time.
 */
export const resourceIds = {
  method: "switchboard/resourceIds",
} as const;

export interface ResourceIdsParams {
  api: string;
  resource: string;
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

/** Client to server: the records of a resource, or all of them, are known or no longer true. */
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
