/** The history on disk. Without vscode. */
import { type Bounds, EntryFiles } from "../session/entry-files.ts";
import { type Entry, parseEntry } from "./entry.ts";
import { type Head, headOf } from "./head.ts";

export type HistoryStore = EntryFiles<Entry, Head>;

export const historyStore = (
  folder: string,
  warn: (message: string) => void,
  bounds: Bounds = { entries: 1000, bytes: 32 * 1024 * 1024 },
): HistoryStore =>
  new EntryFiles(
    { store: "the history", parse: parseEntry, headOf, timeOf: ({ begun }) => begun, bounds },
    folder,
    warn,
  );
