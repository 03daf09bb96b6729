/** Requests of all request files, by what a person types of their names. */
import { type Location, SymbolKind, type WorkspaceSymbol } from "vscode-languageserver-types";
import { eachEntry } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { type Subject, usesIn } from "./occurrences.ts";
import { titleOf } from "./symbols.ts";

/** What other files need to know of a request file. */
export interface Summary {
  requests: { name: string; title: string; location: Location }[];
  /** The variables that it uses. */
  uses: { name: string; location: Location }[];
}

/** @param limit at most so many requests */
export function summarise(file: OpenFile, limit = 1000): Summary {
  const requests: Summary["requests"] = [];
  eachEntry(file, (entry, index) => {
    if (entry.node.kind === "object") {
      const { name, detail, start, end } = titleOf(file, entry, index);
      requests.push({
        name,
        title: detail,
        location: { uri: file.uri, range: rangeOf(file.lines, start, end) },
      });
    }
    return requests.length >= limit ? "stop" : undefined;
  });
  const uses = usesIn(file).flatMap(({ subject, range }) =>
    subject.kind === "variable" ? [{ name: subject.name, location: { uri: file.uri, range } }] : [],
  );
  return { requests, uses };
}

/** @param limit at most so many */
export function workspaceSymbols(
  summaries: Iterable<Summary>,
  query: string,
  folders: readonly string[],
  limit = 1000,
): WorkspaceSymbol[] {
  const found: WorkspaceSymbol[] = [];
  for (const { requests } of summaries)
    for (const { name, title, location } of requests) {
      if (!hasInOrder(`${name} ${title}`, query)) continue;
      found.push({
        name,
        kind: SymbolKind.Function,
        location,
        containerName: shownPath(location.uri, folders),
      });
      if (found.length >= limit) return found;
    }
  return found;
}

export const variableUses = (summary: Summary, { name }: Subject): Location[] =>
  summary.uses.filter((use) => use.name === name).map(({ location }) => location);

/** Whether the letters of a query occur in that order: the editor ranks what it gets. */
function hasInOrder(text: string, query: string): boolean {
  const within = text.toLowerCase();
  let at = -1;
  for (const letter of query.toLowerCase()) {
    if (letter === " ") continue;
    at = within.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

function shownPath(uri: string, folders: readonly string[]): string {
  const folder = folders.find((each) => uri.startsWith(`${each}/`));
  const path = folder === undefined ? uri.slice(uri.lastIndexOf("/") + 1) : uri.slice(folder.length + 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
