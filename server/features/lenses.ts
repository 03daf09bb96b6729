/** Actions above requests. */
import type { CodeLens } from "vscode-languageserver-types";
import { serverCommands } from "../../shared/protocol.ts";
import { eachEntry, operationOf } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import type { Located } from "../syntax/node.ts";

/**
 * Those whose command the client has, above the requests whose operation is known. Each gets the file's URI; those of
 * one request its index, too.
 *
 * @param limit above so many requests at most
 */
export function lenses(file: OpenFile, limit = 1000): CodeLens[] {
  if (file.format.kind !== "request") return [];
  const found: CodeLens[] = [];
  const offer = (at: Located, title: string, command: string, ...rest: unknown[]) => {
    if (!file.workspace.settings.commands.includes(command)) return;
    const range = rangeOf(file.lines, at.start, at.start + 1);
    found.push({ range, command: { title, command, arguments: [file.uri, ...rest] } });
  };
  const entries: { entry: Located; index: number }[] = [];
  eachEntry(file, (entry, index) => {
    if (operationOf(file, entry)) entries.push({ entry, index });
    return entries.length >= limit ? "stop" : undefined;
  });
  const [first, second] = entries;
  if (first && second) offer(first.entry, "Send all", serverCommands.sendAll);
  for (const { entry, index } of entries) offer(entry, "Send", serverCommands.send, index);
  return found;
}
