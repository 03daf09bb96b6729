/** What a person sets. Without vscode, so that it is tested without an editor. */
import type { Route } from "../shared/api.ts";
import { parseRoute } from "../shared/routes.ts";
import { isRow } from "../shared/traits/values.ts";

export const environmentNames = ["sandbox", "test", "live"] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** Below `switchboard.`; `bodies` and `inlayHints.enabled` are for the language server alone. */
export const settingNames = [
  "environment",
  "baseUrls",
  "sandbox.url",
  "routes",
  "pageSize",
  "requestTimeout",
] as const;
export type SettingName = (typeof settingNames)[number];

export interface Settings {
  environment: EnvironmentName;
  /** Environment to API slug to address, as set: it is checked when it is used. */
  baseUrls: Readonly<Record<string, Readonly<Record<string, string>>>>;
  sandboxUrl: string;
  /** Routes of operations whose own is not documented, by operation id. */
  routes: Readonly<Record<string, Route>>;
  pageSize: number;
  /** In milliseconds. */
  requestTimeout: number;
}

/** Whether writes to the active environment are asked about. */
export const guardsWrites = ({ environment }: Settings): boolean =>
  environment !== "sandbox" && environment !== "test";

/** Values of the wrong type count as not set: settings files are edited by hand. */
export function readSettings(valueOf: (name: SettingName) => unknown): Settings {
  const environment = valueOf("environment");
  const sandboxUrl = valueOf("sandbox.url");
  return {
    environment: environmentNames.find((name) => name === environment) ?? "sandbox",
    baseUrls: mapValues(valueOf("baseUrls"), (apis) => mapValues(apis, text)),
    sandboxUrl: text(sandboxUrl) ?? "http://127.0.0.1:4080",
    routes: mapValues(valueOf("routes"), (route) =>
      typeof route === "string" ? parseRoute(route) : undefined,
    ),
    pageSize: Math.floor(number(valueOf("pageSize"), 1, 100) ?? 20),
    requestTimeout: (number(valueOf("requestTimeout"), 1, 3600) ?? 30) * 1000,
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
