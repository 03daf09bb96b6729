/** Links: operations and events to their section of the docs, identifiers to their records, and the addresses in a file. */
import type { DocumentLink } from "vscode-languageserver-types";
import type { ApiEntry } from "../../shared/catalogue.ts";
import { serverCommands } from "../../shared/protocol.ts";
import { recordUri } from "../../shared/record-address.ts";
import { isWebAddress } from "../../shared/web-address.ts";
import { annotatedIn } from "../files/annotated.ts";
import { apiOf, documentedAs, eachEntry, namingField } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { recordOf } from "../files/shown-file.ts";
import { memberNamed } from "../syntax/named-members.ts";
import type { Located } from "../syntax/node.ts";
import { contentOf, sourceOf, stringValue } from "../syntax/value.ts";
import { walk } from "../syntax/walk.ts";

/** @param limit at most so many of each kind */
export function links(file: OpenFile, limit = 1000): DocumentLink[] {
  return [...documentation(file, limit), ...records(file, limit), ...addresses(file, limit)];
}

function documentation(file: OpenFile, limit: number): DocumentLink[] {
  const found: DocumentLink[] = [];
  const field = namingField(file);
  if (field === undefined) return found;
  eachEntry(file, (entry) => {
    const named = memberNamed(entry, field);
    const documented = named && documentedAs(file, entry);
    if (named && documented)
      found.push({
        range: contentRange(file, named),
        target: file.catalogue.href(documented),
        tooltip: `Open the ${"from" in documented ? "description" : "documentation"} of ${"id" in documented ? documented.id : documented.name}`,
      });
    return found.length >= limit ? "stop" : undefined;
  });
  return found;
}

/** Identifiers whose records the client can open: the field says of which resource they are, else their prefix does. */
function records(file: OpenFile, limit: number): DocumentLink[] {
  const { environment, commands } = file.workspace.settings;
  if (environment === "" || !commands.includes(serverCommands.openRecord)) return [];
  const found: DocumentLink[] = [];
  const own = recordOf(file.uri);
  eachEntry(file, (entry) => {
    const api = file.catalogue.api(apiOf(file, entry) ?? "");
    if (!api) return undefined;
    const said = new Map(
      annotatedIn(file, entry, "x-resource").map(({ at, annotation }) => [at.start, annotation]),
    );
    walk(
      file.tree,
      (at) => {
        if (found.length >= limit) return "stop";
        if (at.node.kind !== "string" || at.node.width > 200) return undefined;
        const resource = said.has(at.start)
          ? api.resources[String(said.get(at.start))]
          : byPrefix(api, sourceOf(file.tree, at));
        const id = resource ? stringValue(file.tree, at) : "";
        if (resource?.group === undefined || id === "" || id.includes("{{")) return undefined;
        if (own?.id === id && own.group === resource.group) return undefined;
        const { group, title } = resource;
        found.push({
          range: contentRange(file, at),
          target: recordUri({ environment, api: api.slug, group, id }),
          tooltip: `Open the ${title.toLowerCase()}`,
        });
        return undefined;
      },
      entry,
    );
    return found.length >= limit ? "stop" : undefined;
  });
  return found;
}

/** Of a string as it is written. The longest prefix says most. */
function byPrefix({ resources }: ApiEntry, source: string) {
  const text = /^"(\w+)"$/.exec(source)?.[1];
  if (text === undefined) return undefined;
  return Object.values(resources)
    .filter(({ prefix }) => prefix !== undefined && text.startsWith(prefix) && text.length > prefix.length)
    .toSorted((a, b) => (b.prefix ?? "").length - (a.prefix ?? "").length)[0];
}

/** Strings that are a web address as a whole: the editor asks before it opens one. */
function addresses(file: OpenFile, limit: number): DocumentLink[] {
  const found: DocumentLink[] = [];
  walk(file.tree, (at) => {
    const { node, start } = at;
    if (node.kind !== "string" || node.width > 2000) return undefined;
    if (!/^"https?:\/\//i.test(file.tree.text.slice(start, start + 9))) return undefined;
    const target = stringValue(file.tree, at);
    if (isWebAddress(target)) found.push({ range: contentRange(file, at), target });
    return found.length >= limit ? "stop" : undefined;
  });
  return found;
}

function contentRange(file: OpenFile, at: Located) {
  const { start, end } = contentOf(at);
  return rangeOf(file.lines, start, end);
}
