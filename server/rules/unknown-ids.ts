/** Identifiers of records that the client has read from the APIs. */
import type { LiveRecord } from "../../shared/protocol.ts";
import type { Finding } from "../schema/finding.ts";
import { annotation, schemasAt } from "../schema/describe.ts";
import type { Step } from "../syntax/path.ts";
import { stringValue } from "../syntax/value.ts";
import { annotatedIn } from "../files/annotated.ts";
import { entrySearch, moveFinding } from "../files/entry-search.ts";
import { entryAt, eventOf, type OpenFile, operationOf } from "../files/open-file.ts";

/** The resource that the value at a path identifies a record of. */
export function referredAt(
  file: OpenFile,
  path: readonly Step[],
  offset: number,
): { api: string; resource: string } | undefined {
  if (!file.schema) return undefined;
  const resource = annotation(schemasAt(file.tree, file.schema, path), "x-resource");
  const entry = entryAt(file, offset);
  const api = (operationOf(file, entry) ?? eventOf(file, entry))?.api;
  return typeof resource === "string" && api !== undefined ? { api, resource } : undefined;
}

/** The record's name and state, as they stand beside its identifier. */
export const recordWords = ({ name, status }: LiveRecord): string =>
  [name, status].filter((word) => word !== undefined && word !== "").join(" · ");

/** Identifiers that none of the known records has. Silent while not all records are known. */
export const unknownIds = (file: OpenFile): readonly Finding[] =>
  file.format.kind === "request" ? inEntries(file.tree, file) : [];

const inEntries = entrySearch(
  ({ workspace }: OpenFile) => workspace.recordsState,
  (tree, entry, file): Finding[] =>
    annotatedIn(file, entry, "x-resource").flatMap(({ at, says, api }) => {
      if (at.node.kind !== "string" || typeof says !== "string") return [];
      const known = file.workspace.records(api, says);
      const id = stringValue(tree, at);
      if (!known || known.more || id === "" || id.includes("{{")) return [];
      if (known.records.some((record) => record.id === id)) return [];
      return [
        {
          code: "unknown-id",
          severity: "hint" as const,
          message: `None of the ${says} that were read last has this identifier.`,
          start: at.start,
          end: at.start + at.node.width,
        },
      ];
    }),
  moveFinding,
);
