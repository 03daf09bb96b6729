/** Which files are ours, and of which kind: by language id, else by name. */
import { editScheme } from "../../shared/protocol.ts";
import type { Workspace } from "../knowledge/workspace.ts";
import { bodyOperation } from "./body-files.ts";
import { type ShownFile, shownKind } from "./shown-file.ts";

export type FileKind = "request" | "webhook" | "body" | ShownFile["kind"];

/** Undefined for a file that is not one of ours. */
export function kindOf(languageId: string, uri: string, workspace: Workspace): FileKind | undefined {
  // Whatever the record is called.
  if (uri.startsWith(`${editScheme}:`)) return "body";
  const shown = shownKind(uri);
  if (shown) return shown;
  if (languageId === "switchboard-request") return "request";
  if (languageId === "switchboard-webhook") return "webhook";
  return kindByName(fileName(uri)) ?? (bodyOperation(uri, workspace) === undefined ? undefined : "body");
}

/** By the name of the file, or by a path that ends with it. */
export function kindByName(name: string): "request" | "webhook" | undefined {
  if (name.endsWith(".request.json")) return "request";
  return name.endsWith(".webhook.json") ? "webhook" : undefined;
}

/** Comments and trailing commas are for people: what an API sends has none. What is said of a reply stands in comments. */
export const dialectOf = (kind: FileKind) => (kind === "request" || kind === "reply" ? "jsonc" : "json");

function fileName(uri: string): string {
  const last = uri.slice(uri.lastIndexOf("/") + 1).replace(/[?#].*$/, "");
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
