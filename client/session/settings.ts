/** What a person sets. Without vscode, so that it is tested without an editor. */
import type { Route } from "../../shared/api.ts";
import { parseRoute } from "../../shared/routes.ts";
import { isRow } from "../../shared/traits/values.ts";

/** Below `switchboard.`; `bodies` and `inlayHints.enabled` are for the language server alone. */
export const settingNames = [
  "environment",
  "baseUrls",
  "sandbox.url",
  "routes",
  "oauth",
  "pageSize",
  "requestTimeout",
  "unguardedEnvironments",
  "backgroundRefresh",
  "rateReserve",
] as const;
export type SettingName = (typeof settingNames)[number];

export interface Settings {
  /** `sandbox`, `test`, `live` or a name of the person's own, as set. */
  environment: string;
  /** Environment to API slug to address, as set: it is checked when it is used. */
  baseUrls: Readonly<Record<string, Readonly<Record<string, string>>>>;
  sandboxUrl: string;
  /** Routes of operations whose own is not documented, by operation id. */
  routes: Readonly<Record<string, Route>>;
  /** Environment to API slug to what a sign-in needs: `authUrl`, `tokenUrl`, `clientId`. Checked when it is used. */
  oauth: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  pageSize: number;
  /** The deadline of one attempt, in milliseconds. */
  requestTimeout: number;
  /** The environments where a write is not asked about. */
  unguardedEnvironments: readonly string[];
  /** Milliseconds between two rounds; 0 for none. */
  backgroundRefresh: number;
  /** The part of a rate limit that background work leaves alone, from 0 to 1. */
  rateReserve: number;
}

/** Whether writes to the active environment are asked about. In live they are, whatever is set. */
export const guardsWrites = ({
  environment,
  unguardedEnvironments,
}: Pick<Settings, "environment" | "unguardedEnvironments">): boolean =>
  environment === "live" || (environment !== "sandbox" && !unguardedEnvironments.includes(environment));

/** Values of the wrong type count as not set: settings files are edited by hand. */
export function readSettings(valueOf: (name: SettingName) => unknown): Settings {
  const unguarded = valueOf("unguardedEnvironments");
  const refresh = number(valueOf("backgroundRefresh"), 0, 86_400) ?? 0;
  const sandboxUrl = valueOf("sandbox.url");
  return {
    environment: text(valueOf("environment")) ?? "sandbox",
    baseUrls: mapValues(valueOf("baseUrls"), (apis) => mapValues(apis, text)),
    sandboxUrl: text(sandboxUrl) ?? "http://127.0.0.1:4080",
    routes: mapValues(valueOf("routes"), (route) =>
      typeof route === "string" ? parseRoute(route) : undefined,
    ),
    oauth: mapValues(valueOf("oauth"), (apis) => mapValues(apis, (parts) => mapValues(parts, text))),
    pageSize: Math.floor(number(valueOf("pageSize"), 1, 100) ?? 20),
    requestTimeout: (number(valueOf("requestTimeout"), 1, 3600) ?? 30) * 1000,
    unguardedEnvironments: Array.isArray(unguarded)
      ? unguarded.filter((name) => typeof name === "string")
      : ["test"],
    backgroundRefresh: refresh === 0 ? 0 : Math.max(refresh, 30) * 1000,
    rateReserve: (number(valueOf("rateReserve"), 0, 100) ?? 20) / 100,
  };
}

const text = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

const number = (value: unknown, least: number, most: number) =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(Math.max(value, least), most) : undefined;

function mapValues<T>(value: unknown, read: (inner: unknown) => T | undefined): Record<string, T> {
  const entries = isRow(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([key, inner]) => {
      const result = read(inner);
      return result === undefined ? [] : [[key, result] as const];
    }),
  );
}
