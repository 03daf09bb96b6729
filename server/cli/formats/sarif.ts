/** SARIF 2.1.0, for code scanning and for viewers. */
import { name, version } from "../../../package.json";
import type { DiagnosticCode } from "../../schema/finding.ts";
import { type Format, messageOf, type Severity, severityOf } from "./format.ts";

/** What each code means. */
export const meanings: Record<DiagnosticCode, { text: string; level?: "warning" | "note" }> = {
  syntax: { text: "The text cannot be read as JSON." },
  "duplicate-key": { text: "An object has two properties of one name.", level: "warning" },
  "too-deep": { text: "Values are nested too deep to be checked." },
  "too-large": { text: "The file is too large to be checked." },
  "unknown-operation": { text: "No API has an operation of this id." },
  "missing-property": { text: "A property that is documented as required is missing." },
  "wrong-type": { text: "The value is of another type than the documented one." },
  "unknown-property": { text: "The property is not documented.", level: "warning" },
  "value-not-allowed": { text: "The value is none of the documented ones." },
  "out-of-range": { text: "A number, a length or a count is outside of the documented limits." },
  "bad-format": { text: "The text does not have the documented format." },
  "id-prefix": { text: "The id has another prefix than the documented one.", level: "warning" },
  "unknown-event": { text: "The documents list no event of this name." },
  "unknown-variable": { text: "No environment defines the variable.", level: "warning" },
  "secret-in-file": { text: "A key or a token stands in the file.", level: "warning" },
  "unbound-route": { text: "The operation's route is not documented.", level: "note" },
  deprecated: { text: "What is used here is deprecated.", level: "warning" },
  "unknown-id": { text: "No record of this id is known.", level: "note" },
  "duplicate-name": { text: "Two requests of the file have one name.", level: "warning" },
};

const levels: Record<Severity, string> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

const codes = Object.keys(meanings);

/** @param docs the URI of docs/operations.md */
export function sarif(docs: string): Format {
  let first = true;
  const rules = Object.entries(meanings).map(([id, { text, level = "error" }]) => ({
    id,
    shortDescription: { text },
    helpUri: docs,
    defaultConfiguration: { level },
  }));
  return {
    begin: () =>
      `{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{
"tool": {"driver": {"name": ${JSON.stringify(name)}, "semanticVersion": ${JSON.stringify(version)}, "rules": [
  ${rules.map((rule) => JSON.stringify(rule)).join(",\n  ")}
]}},
"columnKind": "utf16CodeUnits",
"results": [`,
    file(path, diagnostics) {
      const lines = diagnostics.map((diagnostic) => {
        const { range, code, codeDescription } = diagnostic;
        const index = codes.indexOf(String(code));
        return JSON.stringify({
          ruleId: code,
          ...(index >= 0 && { ruleIndex: index }),
          level: levels[severityOf(diagnostic)],
          message: { text: messageOf(diagnostic) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(path) },
                region: {
                  startLine: range.start.line + 1,
                  startColumn: range.start.character + 1,
                  endLine: range.end.line + 1,
                  endColumn: range.end.character + 1,
                },
              },
            },
          ],
          ...(codeDescription && { properties: { documentation: codeDescription.href } }),
        });
      });
      if (lines.length === 0) return "";
      const text = `${first ? "" : ","}\n  ${lines.join(",\n  ")}`;
      first = false;
      return text;
    },
    end: () => `${first ? "" : "\n"}]}]}\n`,
  };
}

const uriOf = (path: string) =>
  path
    .split("/")
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
