/** Actions above requests and payloads. */
import type { CodeLens } from "vscode-languageserver-types";
import type { Located } from "../syntax/node.ts";
import { type OpenFile, operationOf, rangeOf } from "./file.ts";
import { eachEntry } from "./symbols.ts";

/**
 * Those whose command the client has. Each gets the file's URI; those of one request or payload its index, too.
 *
 * @param limit above so many requests or payloads at most
 */
export function lenses(file: OpenFile, limit = 1000): CodeLens[] {
  if (file.format.kind === "body") return [];
  const found: CodeLens[] = [];
  const offer = (at: Located, title: string, command: string, ...rest: unknown[]) => {
    if (!file.workspace.settings.commands.includes(command)) return;
    const range = rangeOf(file.lines, at.start, at.start + 1);
    found.push({ range, command: { title, command, arguments: [file.uri, ...rest] } });
  };
  const entries: { entry: Located; index: number }[] = [];
  eachEntry(file, (entry, index) => {
    if (isOne(file, entry)) entries.push({ entry, index });
    return entries.length >= limit;
  });
  if (file.format.kind === "request") {
    const [first, second] = entries;
    if (first && second) offer(first.entry, "Send all", "switchboard.sendAll");
    for (const { entry, index } of entries) {
      offer(entry, "Send", "switchboard.send", index);
      offer(entry, "Copy as cURL", "switchboard.copyAsCurl", index);
    }
  } else {
    for (const { entry, index } of entries) {
      offer(entry, "Verify", "switchboard.verifyWebhook", index);
      offer(entry, "Send to…", "switchboard.sendWebhook", index);
    }
  }
  return found;
}

/** A request whose operation is known can be sent; so can every payload. */
const isOne = (file: OpenFile, entry: Located) =>
  file.format.kind === "request" ? operationOf(file, entry) !== undefined : entry.node.kind === "object";
