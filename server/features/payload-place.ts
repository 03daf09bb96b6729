/** Where a payload stands in a webhook file. */
import type { PayloadPlace } from "../../shared/protocol.ts";
import { apiOf, entryAt, entryByIndex, eventOf } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { indexAt } from "../syntax/node.ts";
import { rootOf } from "../syntax/tree.ts";

/** By its index, or by an offset in it. The one payload of a file that is no array is at every offset. Null: there is none. */
export function payloadPlace(file: OpenFile, which: { index: number } | { at: number }): PayloadPlace | null {
  const root = rootOf(file.tree);
  const isArray = root.node.kind === "array";
  const index = "index" in which ? which.index : isArray ? indexAt(root, which.at) : 0;
  const entry = "at" in which && isArray ? entryAt(file, which.at) : entryByIndex(file, index);
  if (!entry || entry.node.kind === "missing") return null;
  const api = apiOf(file, entry);
  const event = eventOf(file, entry)?.name;
  return {
    range: rangeOf(file.lines, entry.start, entry.start + entry.node.width),
    ...(isArray && { index }),
    ...(api !== undefined && { api }),
    ...(event !== undefined && { event }),
  };
}
