import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver-types";
import type { Finding } from "../schema/finding.ts";
import { validate } from "../schema/validate.ts";
import { type Located, memberNamed } from "../syntax/node.ts";
import { problems } from "../syntax/problems.ts";
import { rootOf } from "../syntax/tree.ts";
import { entriesOf, entryAt, eventOf, type OpenFile, operationOf, rangeOf } from "./file.ts";

const severities: Record<Finding["severity"], DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Everything that is to be said of a file, in document order. */
export function diagnose(file: OpenFile): Diagnostic[] {
  const { tree, schema } = file;
  const findings: Finding[] = [
    ...problems(tree).map((problem): Finding => ({ ...problem, severity: "error" })),
    ...(schema ? validate(tree, schema, validationOf(file)) : []),
    ...(file.format.kind === "request" ? unboundRoutes(file) : ambiguousApi(file)),
  ];
  return findings
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((finding) => toDiagnostic(file, finding));
}

const validationOf = (file: OpenFile) =>
  file.format.kind === "request"
    ? ({ placeholders: true, unknownProperty: "warning" } as const)
    : ({ unknownProperty: "information" } as const);

function unboundRoutes(file: OpenFile): Finding[] {
  return entriesOf(file.tree).flatMap((entry) => {
    const operation = operationOf(file, entry);
    const named = operation && !operation.documented ? memberNamed(entry, "operation") : undefined;
    if (!operation || !named) return [];
    const open = operation.method ? "path" : "method and path";
    return [
      finding(
        named,
        "unbound-route",
        "hint",
        `The ${open} of ${operation.id} ${operation.method ? "is" : "are"} not documented: sending it asks for a route.`,
      ),
    ];
  });
}

function ambiguousApi(file: OpenFile): Finding[] {
  const root = rootOf(file.tree);
  if (file.schema || root.node.kind === "missing" || root.node.kind === "invalid") return [];
  const { api } = file.format.kind === "webhook" ? file.format : { api: undefined };
  const message =
    api === undefined
      ? "Which API sent this payload cannot be told from it. Name the file <name>.<api>.webhook.json."
      : `The documents of ${file.reference.api(api)?.title ?? api} show no webhook payload, so it is not checked.`;
  return [{ code: "unknown-event", severity: "hint", message, start: root.start, end: root.start + 1 }];
}

const finding = (at: Located, code: string, severity: Finding["severity"], message: string): Finding => ({
  code,
  severity,
  message,
  start: at.start,
  end: at.start + at.node.width,
});

function toDiagnostic(file: OpenFile, finding: Finding): Diagnostic {
  const entry = entryAt(file, finding.start);
  const documented = operationOf(file, entry) ?? eventOf(file, entry);
  return {
    source: "switchboard",
    code: finding.code,
    ...(documented && { codeDescription: { href: file.reference.href(documented) } }),
    severity: severities[finding.severity],
    message: finding.message,
    range: rangeOf(file.lines, finding.start, finding.end),
    ...(finding.data && { data: finding.data }),
  };
}
