/** The outline: requests and payloads, and what is in them. */
import { type DocumentSymbol, SymbolKind } from "vscode-languageserver-types";
import { eachEntry, eventOf, namingField, operationOf } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { type Child, childCount, eachChild, isContainer, type Kind, type Located } from "../syntax/node.ts";
import { stringValue } from "../syntax/value.ts";

/** A request or a payload as lists of symbols show it. */
export interface EntryTitle {
  name: string;
  detail: string;
  kind: SymbolKind;
  /** Where its name is written, else its opening bracket. */
  start: number;
  end: number;
}

/** How far the outline leads into a request: its parts, their properties, and those of these. */
const depthLimit = 3;

/** @param limit at most so many symbols; the outer ones are kept */
export function symbols(file: OpenFile, limit = 5000): DocumentSymbol[] {
  if (file.format.kind === "body" || file.format.kind === "record") return []; // The built-in support of JSON shows it.
  const top: DocumentSymbol[] = [];
  /** Containers whose children are to be shown yet: breadth first, so that a limit cuts the innermost. */
  const open: { at: Located; into: DocumentSymbol[]; depth: number }[] = [];
  let count = 0;

  const add = (symbol: DocumentSymbol, into: DocumentSymbol[], at: Located, depth: number) => {
    into.push(symbol);
    count++;
    if (depth < depthLimit && childCount(at.node) > 0) {
      symbol.children = [];
      open.push({ at, into: symbol.children, depth: depth + 1 });
    }
  };

  eachEntry(file, (entry, index) => {
    if (entry.node.kind === "object") add(entrySymbol(file, entry, index), top, entry, 0);
    return count >= limit ? "stop" : undefined;
  });
  // More come into the list while it is gone through.
  for (const { at, into, depth } of open) {
    if (count >= limit) break;
    eachChild(at, (child) => {
      if (child.key ?? at.node.kind === "array") add(memberSymbol(file, child), into, child, depth);
      return count >= limit ? "stop" : undefined;
    });
  }
  return top;
}

/** `purge (cloud-v1.cdn.purge)`, `order.completed` */
export function titleOf(file: OpenFile, entry: Located, index: number): EntryTitle {
  const bracket = { start: entry.start, end: entry.start + 1 };
  if (file.format.kind === "webhook") {
    const event = eventOf(file, entry);
    const field = namingField(file);
    const written =
      textMember(file, entry, field ?? "event") ?? (field ? undefined : textMember(file, entry, "type"));
    return {
      name: written?.text || `payload ${index + 1}`,
      detail: event?.meaning ?? "",
      kind: SymbolKind.Event,
      ...(written ?? bracket),
    };
  }
  if (file.format.kind === "reply") {
    const name = operationOf(file, entry)?.id ?? `reply ${index + 1}`;
    return { name, detail: "", kind: SymbolKind.Object, ...bracket };
  }
  const name = textMember(file, entry, "name");
  const operation = textMember(file, entry, "operation");
  return {
    name:
      name?.text && operation?.text
        ? `${name.text} (${operation.text})`
        : name?.text || operation?.text || `request ${index + 1}`,
    detail: operationOf(file, entry)?.title ?? "",
    kind: SymbolKind.Function,
    ...(name ?? operation ?? bracket),
  };
}

function textMember(file: OpenFile, entry: Located, name: string) {
  const member = memberNamed(entry, name);
  if (member?.node.kind !== "string") return undefined;
  return { text: stringValue(file.tree, member), start: member.start, end: member.start + member.node.width };
}

function entrySymbol(file: OpenFile, entry: Located, index: number): DocumentSymbol {
  const { name, detail, kind, start, end } = titleOf(file, entry, index);
  return {
    name,
    detail,
    kind,
    range: rangeOf(file.lines, entry.start, entry.start + entry.node.width),
    selectionRange: rangeOf(file.lines, start, end),
  };
}

const kinds: Record<Kind, SymbolKind> = {
  object: SymbolKind.Object,
  array: SymbolKind.Array,
  string: SymbolKind.String,
  number: SymbolKind.Number,
  boolean: SymbolKind.Boolean,
  null: SymbolKind.Null,
  missing: SymbolKind.Property,
  invalid: SymbolKind.Property,
};

function memberSymbol(file: OpenFile, child: Child): DocumentSymbol {
  const end = child.start + child.node.width;
  const range = rangeOf(file.lines, child.keyStart, Math.max(child.keyEnd, end));
  return {
    // Editors refuse an empty name.
    name: child.key ? child.key.name || '""' : String(child.index),
    detail: isContainer(child.node) ? "" : valueWords(file, child),
    kind: kinds[child.node.kind],
    range,
    selectionRange: child.key ? rangeOf(file.lines, child.keyStart, child.keyEnd) : range,
  };
}

const longest = 50;

/** As written; a very long value is not read whole. */
function valueWords({ tree }: OpenFile, { node, start }: Child): string {
  if (node.width <= longest) return tree.text.slice(start, start + node.width);
  return `${tree.text.slice(start, start + longest - 1)}…`;
}
