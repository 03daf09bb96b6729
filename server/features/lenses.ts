/** Actions above requests and payloads. */
import type { CodeLens } from "vscode-languageserver-types";
import { deliveryScheme, serverCommands } from "../../shared/protocol.ts";
import { eachEntry, operationOf } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { childCount, type Located } from "../syntax/node.ts";
import { rootOf } from "../syntax/tree.ts";

/**
 * Those whose command the client has: above an empty file what begins it, else above the requests whose operation is
 * known, and above payloads. Each gets the file's URI; those of one request or payload its index, too.
 *
 * @param limit above so many of them at most
 */
export function lenses(file: OpenFile, limit = 1000): CodeLens[] {
  // What is shown of a delivery is indented, so that it is not the bytes that came; nor is it begun here.
  if (file.uri.startsWith(`${deliveryScheme}:`)) return [];
  const found: CodeLens[] = [];
  const offer = (at: Located, title: string, command: string, ...rest: unknown[]) => {
    if (!file.workspace.settings.commands.includes(command)) return;
    const range = rangeOf(file.lines, at.start, at.start + 1);
    found.push({ range, command: { title, command, arguments: [file.uri, ...rest] } });
  };
  const root = rootOf(file.tree);
  if (isEmpty(file, root)) {
    if (file.format.kind === "request") offer(root, "Choose an Operation…", serverCommands.newRequest);
    if (file.format.kind === "webhook") offer(root, "Choose an Event…", serverCommands.newPayload);
    return found;
  }
  if (file.format.kind === "webhook") {
    let count = 0;
    eachEntry(file, (entry, index) => {
      if (entry.node.kind === "object")
        for (const [title, command] of ofPayloads) offer(entry, title, command, index);
      return ++count >= limit ? "stop" : undefined;
    });
    return found;
  }
  if (file.format.kind !== "request") return [];
  const entries: { entry: Located; index: number }[] = [];
  eachEntry(file, (entry, index) => {
    if (operationOf(file, entry)) entries.push({ entry, index });
    return entries.length >= limit ? "stop" : undefined;
  });
  const [first, second] = entries;
  if (first && second) offer(first.entry, "Send All", serverCommands.sendAll);
  for (const { entry, index } of entries) offer(entry, "Send", serverCommands.send, index);
  return found;
}

const ofPayloads = [
  ["Verify…", serverCommands.verifyPayload],
  ["Send to…", serverCommands.sendPayload],
  ["Send Variations…", serverCommands.sendVariations],
] as const;

/** Nothing is there, or braces alone: a comment between them is somebody's. */
const isEmpty = ({ tree }: OpenFile, { node, start }: Located) =>
  node.kind === "missing" ||
  (node.kind === "object" &&
    childCount(node) === 0 &&
    tree.text.slice(start + 1, start + node.width - 1).trim() === "");
