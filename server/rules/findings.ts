/** All that is found in a file: what its schema says, and each rule beside the schema. A new rule is a line here. */
import type { OpenFile } from "../files/open-file.ts";
import type { Finding } from "../schema/finding.ts";
import { validate } from "../schema/validate.ts";
import { problems } from "../syntax/problems.ts";
import { ambiguousApi } from "./ambiguous-api.ts";
import { routeFindings } from "./routes.ts";
import { secretsInFile } from "./secrets.ts";
import { unknownIds } from "./unknown-ids.ts";
import { unknownVariables } from "./unknown-variables.ts";

/** In document order. Of a body file only what its schema says: its syntax is the business of the editor's JSON support. */
export function findingsOf(file: OpenFile): Finding[] {
  // What an API has answered is as it is.
  if ("parts" in file.format) return [];
  const findings =
    file.format.kind === "body"
      ? contradictions(file)
      : [
          ...syntaxFindings(file),
          ...contradictions(file),
          ...ambiguousApi(file),
          ...routeFindings(file),
          ...unknownVariables(file),
          ...secretsInFile(file),
          ...unknownIds(file),
        ];
  return findings.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Equal names are JSON all the same: readers take the last. */
export const syntaxFindings = ({ tree }: OpenFile): Finding[] =>
  problems(tree).map((problem) => ({
    ...problem,
    severity: problem.code === "duplicate-key" ? "warning" : "error",
  }));

/** Where the text contradicts its schema. */
const contradictions = ({ tree, schema, format }: OpenFile): Finding[] =>
  schema
    ? validate(tree, schema, {
        placeholders: format.kind === "request",
        unknownProperty: format.kind === "webhook" ? "information" : "warning",
      })
    : [];
