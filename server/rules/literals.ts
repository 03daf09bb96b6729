/** What of a request is taken as it is written, its operation and its name: a placeholder there is never filled in. */
import { entrySearch } from "../files/entry-search.ts";
import type { OpenFile } from "../files/open-file.ts";
import { type Finding, movedFinding } from "../schema/finding.ts";
import { placeholder } from "../schema/scalars.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { sourceOf } from "../syntax/value.ts";

export const literals = (file: OpenFile): readonly Finding[] =>
  file.format.kind === "request" ? inEntries(file.tree, undefined) : [];

const kinds = [
  {
    name: "operation",
    code: "unknown-operation",
    message: "`operation` takes no variables: write the operation's id",
  },
  { name: "name", code: "bad-format", message: "`name` takes no variables: write the name itself" },
] as const;

const always = {};
const inEntries = entrySearch<undefined, Finding>({
  dependsOn: () => always,
  look: (tree, entry) =>
    kinds.flatMap(({ name, code, message }): Finding[] => {
      const at = memberNamed(entry, name);
      if (at?.node.kind !== "string" || !placeholder.test(sourceOf(tree, at))) return [];
      return [{ code, severity: "error", message, start: at.start, end: at.start + at.node.width }];
    }),
  moved: movedFinding,
});
