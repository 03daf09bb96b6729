/** All that is found in a file: what its schema says, and each rule beside the schema. A new rule is a line here. */
import type { OpenFile } from "../files/open-file.ts";
import type { Finding } from "../schema/finding.ts";
import { validate } from "../schema/validate.ts";
import { problems } from "../syntax/problems.ts";
import { ambiguousApi } from "./ambiguous-api.ts";
import { duplicateNames } from "./duplicate-names.ts";
import { literals } from "./literals.ts";
import { routeFindings } from "./routes.ts";
import { secretsInFile } from "./secrets.ts";
import { standsForWanted } from "./standing-values.ts";
import { unknownIds } from "./unknown-ids.ts";
import { unknownVariables } from "./unknown-variables.ts";

/** Nobody reads more of one file, and an editor is slow to show them. */
const findingLimit = 5000;

/** For those who must know of each: in a file that has so many nobody can say that there are no others. */
export const countedLimit = 50_000;

/**
 * In document order, and not many more are made than are given: the first of each rule and of the schema.
 * Of a body file only what its schema says: its syntax is the business of the editor's JSON support.
 */
export function findingsOf(file: OpenFile, limit = findingLimit): Finding[] {
  // What an API has answered is as it is.
  if ("parts" in file.format) return [];
  const taken = literals(file).slice(0, limit);
  const findings =
    file.format.kind === "body"
      ? [...tooLarge(file, limit), ...contradictions(file, limit)]
      : [
          ...syntaxFindings(file, limit),
          ...contradictions(file, limit),
          ...ambiguousApi(file),
          ...routeFindings(file).slice(0, limit),
          ...taken,
          ...unknownVariables(file, limit, new Set(taken.map(({ start }) => start))),
          ...duplicateNames(file, limit),
          ...secretsInFile(file).slice(0, limit),
          ...unknownIds(file).slice(0, limit),
        ];
  return findings.toSorted((a, b) => a.start - b.start || a.end - b.end).slice(0, limit);
}

/** Equal names are JSON all the same: readers take the last. */
export const syntaxFindings = ({ tree }: OpenFile, limit = findingLimit): Finding[] =>
  problems(tree, limit).map((problem) => ({
    ...problem,
    severity: problem.code === "duplicate-key" ? "warning" : "error",
  }));

/** Numbers that no double holds: they are JSON, and the editor's support takes them. */
const tooLarge = (file: OpenFile, limit: number): Finding[] =>
  syntaxFindings(file, limit).filter(({ code }) => code === "out-of-range");

/** Where the text contradicts its schema. */
function contradictions(file: OpenFile, limit: number): Finding[] {
  const { tree, schema, format } = file;
  if (!schema) return [];
  const found = validate(tree, schema, {
    placeholders: format.kind === "request",
    unknownProperty: format.kind === "webhook" ? "information" : "warning",
    limit,
  });
  return format.kind === "request" ? found.filter((finding) => !standsForWanted(file, finding)) : found;
}
