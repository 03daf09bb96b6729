/** Links: operations and events to their section of the docs, and the addresses in a file. */
import type { DocumentLink } from "vscode-languageserver-types";
import { documentedAs, eachEntry, namingField } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { type Located } from "../syntax/node.ts";
import { contentOf, stringValue } from "../syntax/value.ts";
import { walk } from "../syntax/walk.ts";

/** @param limit at most so many of each kind */
export function links(file: OpenFile, limit = 1000): DocumentLink[] {
  return [...documentation(file, limit), ...addresses(file, limit)];
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

/** Strings that are an `https` address as a whole. Plain `http` in data of others is no invitation to click. */
function addresses(file: OpenFile, limit: number): DocumentLink[] {
  const found: DocumentLink[] = [];
  walk(file.tree, (at) => {
    const { node, start } = at;
    if (node.kind !== "string" || node.width > 2000) return undefined;
    if (file.tree.text.slice(start, start + 9).toLowerCase() !== '"https://') return undefined;
    const target = stringValue(file.tree, at);
    if (isAddress(target)) found.push({ range: contentRange(file, at), target });
    return found.length >= limit ? "stop" : undefined;
  });
  return found;
}

const isAddress = (text: string) => URL.canParse(text) && !/[\s{}<>"\p{Cc}\p{Cf}]/u.test(text);

function contentRange(file: OpenFile, at: Located) {
  const { start, end } = contentOf(at);
  return rangeOf(file.lines, start, end);
}
