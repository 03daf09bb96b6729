/**
 * For programs: `{"findings": [Finding…], "files", "errors", "warnings", "information", "hints"}`, with
 * `Finding = {path, line, column, endLine, endColumn, severity, code, message, documentation?}`. Lines and columns
 * count from 1, columns in UTF-16 units, the end is exclusive; `documentation` leads to the section of the docs.
 */
import { type Format, messageOf, severityOf } from "./format.ts";

export function json(): Format {
  let first = true;
  return {
    begin: () => '{"findings": [',
    file(path, diagnostics) {
      const lines = diagnostics.map((diagnostic) => {
        const { range, code, codeDescription } = diagnostic;
        return JSON.stringify({
          path,
          line: range.start.line + 1,
          column: range.start.character + 1,
          endLine: range.end.line + 1,
          endColumn: range.end.character + 1,
          severity: severityOf(diagnostic),
          code,
          message: messageOf(diagnostic),
          documentation: codeDescription?.href,
        });
      });
      if (lines.length === 0) return "";
      const text = `${first ? "" : ","}\n  ${lines.join(",\n  ")}`;
      first = false;
      return text;
    },
    end: ({ files, error, warning, information, hint }) =>
      `${first ? "" : "\n"}],\n"files": ${files}, "errors": ${error}, "warnings": ${warning}, "information": ${information}, "hints": ${hint}}\n`,
  };
}
