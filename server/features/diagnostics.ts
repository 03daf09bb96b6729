/** The findings of a file as an editor shows them. */
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import { documentedAs, entryAt } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { findingsOf } from "../rules/findings.ts";
import type { Finding, FindingData } from "../schema/finding.ts";

const severities: Record<Finding["severity"], DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** In document order. */
export const diagnose = (file: OpenFile, limit?: number): Diagnostic[] =>
  findingsOf(file, limit).map((finding) => toDiagnostic(file, finding));

export function toDiagnostic(file: OpenFile, finding: Finding): Diagnostic {
  const documented = documentedAs(file, entryAt(file, finding.start));
  return {
    source: "switchboard",
    code: finding.code,
    ...(documented && { codeDescription: { href: file.catalogue.href(documented) } }),
    severity: severities[finding.severity],
    message: finding.message,
    ...(finding.code === "deprecated" && { tags: [DiagnosticTag.Deprecated] }),
    range: rangeOf(file.lines, finding.start, finding.end),
    ...(finding.data && { data: sent(finding.data) }),
  };
}

/** A list of all operations with each of thousands of diagnostics would be megabytes. */
const sent = ({ allowed, ...data }: FindingData): FindingData =>
  allowed && allowed.length <= 12 ? { ...data, allowed } : data;
