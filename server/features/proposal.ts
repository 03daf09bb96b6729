import {
  type CompletionItem,
  type CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  type TextEdit,
} from "vscode-languageserver-types";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import type { Location } from "../syntax/locate.ts";
import { childByIndex } from "../syntax/node.ts";
import { indented } from "./indentation.ts";

export interface Completions {
  items: CompletionItem[];
  /** More may be known soon, or there are others: ask again at the next keystroke. */
  isIncomplete: boolean;
}

/** What an item is made of before it is fitted into the text. */
export interface Proposal {
  label: string;
  /** As it is written. */
  text: string;
  kind: CompletionItemKind;
  detail?: string | undefined;
  beside?: string | undefined;
  documentation?: string;
  /** What the documentation is found by when it is asked for. */
  data?: unknown;
  /** What finds it beside its text. */
  alias?: string;
  snippet?: boolean;
}

/** @param index where it stands among the others */
export function toItem(file: OpenFile, at: Location, proposal: Proposal, index: number): CompletionItem {
  const { label, text, kind, detail, beside, documentation, data, alias, snippet } = proposal;
  const ending = at.commaAfter ? "," : "";
  const comma = commaBefore(file, at);
  return {
    label,
    kind,
    ...(beside && { labelDetails: { description: beside } }),
    ...(detail && { detail }),
    ...(documentation && { documentation: { kind: "markdown" as const, value: documentation } }),
    ...(data !== undefined && { data }),
    filterText: alias ?? text,
    sortText: String(index).padStart(4, "0"),
    ...(snippet && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(text.includes("\n") && { insertTextMode: InsertTextMode.adjustIndentation }),
    textEdit: {
      range: rangeOf(file.lines, at.replace.start, at.replace.end),
      newText: comma.here + indented(file, text) + ending,
    },
    ...comma.beside,
  };
}

/** The comma that is missing before a place: behind the value that is there, unless that is where the place begins. */
export function commaBefore(
  file: OpenFile,
  { commaBefore: isMissing, container, index, replace }: Location,
): { here: string; beside: { additionalTextEdits?: TextEdit[] } } {
  const previous = isMissing && container ? childByIndex(container, index - 1) : undefined;
  const end = previous && previous.start + previous.node.width;
  if (end === undefined || end === replace.start) return { here: isMissing ? "," : "", beside: {} };
  return {
    here: "",
    beside: { additionalTextEdits: [{ range: rangeOf(file.lines, end, end), newText: "," }] },
  };
}
