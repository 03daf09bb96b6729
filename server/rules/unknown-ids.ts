/** Identifiers that none of the records has which the client has read. Silent while not all of them are known. */
import { annotatedIn } from "../files/annotated.ts";
import { entrySearch } from "../files/entry-search.ts";
import type { OpenFile } from "../files/open-file.ts";
import { resourcesIn } from "../files/referred-records.ts";
import { recordsOf, type Resource } from "../knowledge/records.ts";
import { type Finding, movedFinding } from "../schema/finding.ts";
import { stringValue } from "../syntax/value.ts";

export const unknownIds = (file: OpenFile): readonly Finding[] =>
  file.format.kind === "request" ? inEntries(file.tree, file) : [];

/** The resources whose records decide. */
export const resourcesToCompare = (file: OpenFile): readonly Resource[] =>
  file.format.kind === "request" ? resourcesIn(file) : [];

const inEntries = entrySearch<OpenFile, Finding>({
  dependsOn: ({ workspace }) => workspace.records,
  look: (tree, entry, file) =>
    annotatedIn(file, entry, "x-resource").flatMap(({ at, annotation: resource, api }): Finding[] => {
      if (at.node.kind !== "string" || typeof resource !== "string") return [];
      const known = recordsOf(file.workspace.records, { api, resource });
      const id = stringValue(tree, at);
      if (!known || known.more || id === "" || id.includes("{{")) return [];
      if (known.records.some((record) => record.id === id)) return [];
      return [
        {
          code: "unknown-id",
          severity: "hint",
          message: `None of the ${resource} that were read last has this identifier.`,
          start: at.start,
          end: at.start + at.node.width,
        },
      ];
    }),
  moved: movedFinding,
});
