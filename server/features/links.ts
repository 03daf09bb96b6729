/** Links: operations and events to their section of the docs, and the addresses in a file. */
import type { DocumentLink } from "vscode-languageserver-types";
import type { EventEntry, OperationEntry } from "../../shared/catalogue.ts";
import { type Located, memberNamed } from "../syntax/node.ts";
import { stringValue } from "../syntax/value.ts";
import { walk } from "../syntax/walk.ts";
import { contentOf } from "../files/content.ts";
import { eventOf, type OpenFile, operationOf, rangeOf } from "../files/open-file.ts";
import { eachEntry } from "./symbols.ts";

/** @param limit at most so many of each kind */
export function links(file: OpenFile, limit = 1000): DocumentLink[] {
  return [...documentation(file, limit), ...addresses(file, limit)];
}

function documentation(file: OpenFile, limit: number): DocumentLink[] {
  const found: DocumentLink[] = [];
  const { format, catalogue } = file;
  if (format.kind === "body") return found;
  const field = format.kind === "request" ? "operation" : catalogue.api(format.api ?? "")?.eventField;
  if (field === undefined) return found;
  eachEntry(file, (entry) => {
    const named = memberNamed(entry, field);
    const documented: OperationEntry | EventEntry | undefined =
      named && (operationOf(file, entry) ?? eventOf(file, entry));
    if (named && documented)
      found.push({
        range: contentRange(file, named),
        target: catalogue.href(documented),
        tooltip: `Open the ${"from" in documented ? "description" : "documentation"} of ${"id" in documented ? documented.id : documented.name}`,
      });
    return found.length >= limit;
  });
  return found;
}

/** Strings that are an `https` address as a whole. Plain `http` in data of others is no invitation to click. */
function addresses(file: OpenFile, limit: number): DocumentLink[] {
  const found: DocumentLink[] = [];
  walk(file.tree, (at) => {
    if (found.length >= limit) return false;
    const { node, start } = at;
    if (node.kind !== "string" || node.width > 2000) return true;
    if (file.tree.text.slice(start, start + 9).toLowerCase() !== '"https://') return true;
    const target = stringValue(file.tree, at);
    if (isAddress(target)) found.push({ range: contentRange(file, at), target });
    return true;
  });
  return found;
}

const isAddress = (text: string) => URL.canParse(text) && !/[\s{}<>"\p{Cc}\p{Cf}]/u.test(text);

function contentRange(file: OpenFile, at: Located) {
  const { start, end } = contentOf(at);
  return rangeOf(file.lines, start, end);
}
