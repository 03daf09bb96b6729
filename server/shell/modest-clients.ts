/** What clients get that say that they take less: text without Markdown, a flat outline, commands for actions. */
import type {
  CodeAction,
  CompletionItem,
  DocumentSymbol,
  Hover,
  SymbolInformation,
  WorkspaceEdit,
} from "vscode-languageserver";
import { MarkupContent, MarkupKind } from "./lsp.ts";

/** Whether a client that names the formats it takes takes Markdown. */
export const takesMarkdown = (formats: readonly MarkupKind[] | undefined) =>
  formats === undefined || formats.includes(MarkupKind.Markdown);

export function plainHover(hover: Hover | undefined): Hover | undefined {
  if (!hover || !MarkupContent.is(hover.contents)) return hover;
  return { ...hover, contents: plain(hover.contents) };
}

export const plainItem = (item: CompletionItem): CompletionItem =>
  MarkupContent.is(item.documentation) ? { ...item, documentation: plain(item.documentation) } : item;

/** Markdown as a person reads it: what is escaped, the words of links, no marks. */
const plain = ({ value }: MarkupContent): MarkupContent => ({
  kind: MarkupKind.PlainText,
  value: value.replace(
    /\\([!-/:-@[-`{-~])|\[([^\]]*)\]\([^)]*\)|(?<!\w)_([^_`\n]+)_(?!\w)|\*\*|`+/g,
    (_, ...said: unknown[]) => String(said.slice(0, 3).find((each) => each !== undefined) ?? ""),
  ),
});

export function flatSymbols(symbols: readonly DocumentSymbol[], uri: string): SymbolInformation[] {
  const found: SymbolInformation[] = [];
  const visit = ({ name, kind, range, children = [] }: DocumentSymbol, containerName?: string) => {
    found.push({
      name,
      kind,
      location: { uri, range },
      ...(containerName !== undefined && { containerName }),
    });
    for (const child of children) visit(child, name);
  };
  for (const symbol of symbols) visit(symbol);
  return found;
}

/** The command that carries out an action's edit for a client that knows commands alone. */
export const applyEdit = "switchboard.server.applyEdit";

/** An action as a command. An edit that the client cannot be asked to make is none. */
export function commandOf({ title, edit, command }: CodeAction, { applies }: { applies: boolean }) {
  if (command) return [command];
  return edit && applies ? [{ title, command: applyEdit, arguments: [edit satisfies WorkspaceEdit] }] : [];
}
