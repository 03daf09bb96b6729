/** For test reports: a test case for each file, which fails by its errors. */
import type { Diagnostic } from "vscode-languageserver-types";
import { counted, type Format, messageOf, severityOf, worthSaying } from "./format.ts";

export function junit(): Format {
  // The counts come first, so everything waits for the end.
  const cases: string[] = [];
  let failures = 0;
  return {
    begin: () => "",
    file(path, diagnostics) {
      const said = worthSaying(diagnostics);
      const errors = said.filter((each) => severityOf(each) === "error");
      const others = said.filter((each) => severityOf(each) !== "error");
      if (errors.length > 0) failures++;
      const inner = [
        ...(errors.length > 0
          ? [
              `<failure message="${escaped(errors.length === 1 ? messageOf(errors[0] as Diagnostic) : counted(errors.length, "error"))}">${listed(path, errors)}</failure>`,
            ]
          : []),
        ...(others.length > 0 ? [`<system-out>${listed(path, others)}</system-out>`] : []),
      ];
      const open = `    <testcase name="${escaped(path)}" classname="switchboard" file="${escaped(path)}"`;
      cases.push(
        inner.length === 0
          ? `${open}/>\n`
          : `${open}>\n${inner.map((each) => `      ${each}\n`).join("")}    </testcase>\n`,
      );
      return "";
    },
    end() {
      const counts = `tests="${cases.length}" failures="${failures}"`;
      return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="switchboard validate" ${counts} errors="0" skipped="0">\n${cases.join("")}  </testsuite>\n</testsuites>\n`;
    },
  };
}

const listed = (path: string, diagnostics: readonly Diagnostic[]) =>
  diagnostics
    .map((diagnostic) => {
      const { start } = diagnostic.range;
      return escaped(
        `${path}:${start.line + 1}:${start.character + 1}: ${severityOf(diagnostic)}: ${messageOf(diagnostic)} (${diagnostic.code})`,
      );
    })
    .join("\n");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML has no way to write control characters, halves of surrogate pairs and two others. */
export const escaped = (text: string) =>
  text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff&<>"]/gu, (character) => {
    const entity = entities[character];
    return entity ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
