/** JSON files that hold the body of an operation: the setting `switchboard.bodies`. */
import { glob as compile } from "../../shared/glob.ts";
import { editScheme } from "../../shared/protocol.ts";
import type { Workspace } from "../knowledge/workspace.ts";

const matchers = new Map<string, (path: string) => boolean>();

/** The operation whose body a file holds: named by the address of a record that is edited, else by the first glob that fits its path. */
export function bodyOperation(uri: string, { settings, folders }: Workspace): string | undefined {
  if (uri.startsWith(`${editScheme}:`)) return editedBy.exec(uri)?.[1];
  const globs = Object.entries(settings.bodies);
  if (globs.length === 0 || !/\.jsonc?$/i.test(uri)) return undefined;
  const paths = pathsOf(uri, folders);
  return globs.find(([glob]) => paths.some(matcher(glob)))?.[1];
}

const editedBy = /^[^:]+:\/\/[^/]*\/([^/]+)\//;

function matcher(glob: string): (path: string) => boolean {
  let matches = matchers.get(glob);
  if (!matches) {
    matches = compile(glob.replace(/^(\.?\/)+/, ""));
    matchers.set(glob, matches);
  }
  return matches;
}

/** Below the folders that are open. Without such a folder, every end of the path: any of them may be what is meant. */
function pathsOf(uri: string, folders: readonly string[]): string[] {
  const within = folders.filter((folder) => uri.startsWith(`${folder}/`));
  if (within.length > 0) return within.map((folder) => decoded(uri.slice(folder.length + 1)));
  const parts = decoded(uri.replace(/^[a-z][a-z0-9+.-]*:\/*/i, "")).split("/");
  return parts.map((_, index) => parts.slice(index).join("/"));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
