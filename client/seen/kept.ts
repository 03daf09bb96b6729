/** What VS Code keeps of what replies had beyond the documents, by environment and operation. Without vscode. */
import type { SeenBeyond } from "../../shared/protocol.ts";
import { isRow } from "../../shared/traits/values.ts";

/** What VS Code keeps for an extension. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

export interface Kept extends SeenBeyond {
  replies: number;
}

const stateKey = "switchboard.seen";

/** What another version has left in its place is passed over. */
export function keptIn(memory: Pick<Memory, "get">): Kept[] {
  const value = memory.get(stateKey);
  return Array.isArray(value) ? value.filter(isKept) : [];
}

export const keep = (memory: Memory, all: readonly Kept[]): Thenable<void> => memory.update(stateKey, all);

const isKept = (value: unknown): value is Kept =>
  isRow(value) &&
  typeof value.operation === "string" &&
  typeof value.environment === "string" &&
  typeof value.replies === "number" &&
  Array.isArray(value.beyond) &&
  value.beyond.every(
    (each) =>
      isRow(each) && [each.kind, each.at, each.seen, each.last].every((part) => typeof part === "string"),
  );
