/** What is known beside the text of a file. */
import {
  defaultSettings,
  type DescribedReply,
  type SeenBeyond,
  type Settings,
} from "../../shared/protocol.ts";
import type { Records } from "./records.ts";

/** A value: who learns more makes the next one, and whatever was found by a part of it holds as long as that is the same. */
export interface Workspace {
  readonly settings: Settings;
  /** The folders that the editor has open, as URIs without a slash at the end. */
  readonly folders: readonly string[];
  /** Whether the editor can rename files for an action. */
  readonly renamesFiles: boolean;
  /** What the client last gave of the APIs' records. */
  readonly records: Records;
  /** The strings of open files that are keys which the client holds. */
  readonly keys: ReadonlySet<string>;
  /** What the replies' documents hold, by URI. */
  readonly replies: ReadonlyMap<string, readonly DescribedReply[]>;
  /** What replies had that the documents do not show, in all environments. */
  readonly seen: readonly SeenBeyond[];
}

/** Before anybody has told anything. */
export const emptyWorkspace: Workspace = {
  settings: defaultSettings,
  folders: [],
  renamesFiles: false,
  records: new Map(),
  keys: new Set(),
  replies: new Map(),
  seen: [],
};
