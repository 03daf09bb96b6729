/** How findings are written. A format sees every file in order, of a clean one an empty list. */
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver-types";

export interface Format {
  /** Before the first file. */
  begin(): string;
  /** @param path relative to the working folder, with slashes */
  file(path: string, diagnostics: readonly Diagnostic[]): string;
  end(totals: Totals): string;
}

export type Severity = "error" | "warning" | "information" | "hint";

/** How many files were checked, and how much of each severity was found. */
export type Totals = Record<"files" | Severity, number>;

export function severityOf({ severity }: Diagnostic): Severity {
  switch (severity) {
    case DiagnosticSeverity.Warning:
      return "warning";
    case DiagnosticSeverity.Information:
      return "information";
    case DiagnosticSeverity.Hint:
      return "hint";
    default:
      return "error";
  }
}

/** Hints are for the eye in an editor: formats for people leave them out. */
export const worthSaying = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ severity }) => severity !== DiagnosticSeverity.Hint);

/** `1 file`, `2 files` */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Ours are plain text always. */
export const messageOf = ({ message }: Diagnostic) => (typeof message === "string" ? message : message.value);
