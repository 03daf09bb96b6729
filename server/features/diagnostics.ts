import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import type { Finding } from "../schema/finding.ts";
import { validate } from "../schema/validate.ts";
import { problems } from "../syntax/problems.ts";
import { rootOf } from "../syntax/tree.ts";
import { entryAt, eventOf, type OpenFile, operationOf, rangeOf } from "../files/open-file.ts";
import { unknownIds } from "../rules/unknown-ids.ts";
import { routeFindings } from "../rules/routes.ts";
import { secretsInFile } from "../rules/secrets.ts";
import { unknownVariables } from "../rules/unknown-variables.ts";

const severities: Record<Finding["severity"], DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Nobody reads more, and an editor is slow to show them. */
const diagnosticLimit = 5000;

/** What is to be said of a file, in document order. */
export const diagnose = (file: OpenFile, limit = diagnosticLimit): Diagnostic[] =>
  findingsOf(file)
    .slice(0, limit)
    .map((finding) => toDiagnostic(file, finding));

export function findingsOf(file: OpenFile): Finding[] {
  const findings = file.format.kind === "body" ? contradictions(file) : everything(file);
  return findings.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

const everything = (file: OpenFile): Finding[] => [
  ...syntaxFindings(file),
  ...contradictions(file),
  ...(file.format.kind === "webhook" ? ambiguousApi(file) : []),
  ...routeFindings(file),
  ...unknownVariables(file),
  ...secretsInFile(file),
  ...unknownIds(file),
];

/** Equal names are JSON all the same: readers take the last. */
export const syntaxFindings = ({ tree }: OpenFile): Finding[] =>
  problems(tree).map((problem) => ({
    ...problem,
    severity: problem.code === "duplicate-key" ? "warning" : "error",
  }));

/** All that is said of a plain JSON file, whose syntax is the editor's own business. */
const contradictions = (file: OpenFile): Finding[] =>
  file.schema ? validate(file.tree, file.schema, validationOf(file)) : [];

const validationOf = (file: OpenFile) =>
  file.format.kind === "webhook"
    ? ({ unknownProperty: "information" } as const)
    : ({ placeholders: file.format.kind === "request", unknownProperty: "warning" } as const);

function ambiguousApi(file: OpenFile): Finding[] {
  const root = rootOf(file.tree);
  if (file.schema || root.node.kind === "missing" || root.node.kind === "invalid") return [];
  const { api } = file.format.kind === "webhook" ? file.format : { api: undefined };
  const message =
    api === undefined
      ? "Which API sent this payload cannot be told from it. Name the file <name>.<api>.webhook.json."
      : `The documents of ${file.catalogue.api(api)?.title ?? api} show no webhook payload, so it is not checked.`;
  return [{ code: "unknown-event", severity: "hint", message, start: root.start, end: root.start + 1 }];
}

export function toDiagnostic(file: OpenFile, finding: Finding): Diagnostic {
  const entry = entryAt(file, finding.start);
  const documented = operationOf(file, entry) ?? eventOf(file, entry);
  return {
    source: "switchboard",
    code: finding.code,
    ...(documented && { codeDescription: { href: file.catalogue.href(documented) } }),
    severity: severities[finding.severity],
    message: finding.message,
    ...(finding.code === "deprecated" && { tags: [DiagnosticTag.Deprecated] }),
    range: rangeOf(file.lines, finding.start, finding.end),
    ...(finding.data && { data: finding.data }),
  };
}
