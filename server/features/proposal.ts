import {
  type CompletionItem,
  type CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
} from "vscode-languageserver-types";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import type { Location } from "../syntax/locate.ts";

/** What an item is made of before it is fitted into the text. */
export interface Proposal {
  label: string;
  /** As it is written. */
  text: string;
  kind: CompletionItemKind;
  detail?: string | undefined;
  beside?: string | undefined;
  documentation?: string;
  /** What finds it beside its text. */
  alias?: string;
  snippet?: boolean;
}

/** @param index where it stands among the others */
export function toItem(file: OpenFile, at: Location, proposal: Proposal, index: number): CompletionItem {
  const { label, text, kind, detail, beside, documentation, alias, snippet } = proposal;
  const ending = at.commaAfter ? "," : "";
  return {
    label,
    kind,
    ...(beside && { labelDetails: { description: beside } }),
    ...(detail && { detail }),
    ...(documentation && { documentation: { kind: "markdown" as const, value: documentation } }),
    filterText: alias ?? text,
    sortText: String(index).padStart(4, "0"),
    ...(snippet && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(text.includes("\n") && { insertTextMode: InsertTextMode.adjustIndentation }),
    textEdit: {
      range: rangeOf(file.lines, at.replace.start, at.replace.end),
      newText: (at.commaBefore ? "," : "") + text + ending,
    },
  };
}
