/** For people: findings grouped by file, and a line that sums up. */
import { styleText } from "node:util";
import { escapedLine } from "../../../shared/plain-text.ts";
import { counted, type Format, messageOf, type Severity, severityOf, worthSaying } from "./format.ts";

const colors = { error: "red", warning: "yellow", information: "blue", hint: "gray" } as const;

export function pretty(colored: boolean): Format {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(format, text, { validateStream: false }) : text;
  const word = (severity: Severity, width: number) =>
    style(colors[severity], severity) + " ".repeat(width - severity.length);

  return {
    begin: () => "",
    file(path, diagnostics) {
      const rows = worthSaying(diagnostics).map((diagnostic) => ({
        place: `${diagnostic.range.start.line + 1}:${diagnostic.range.start.character + 1}`,
        severity: severityOf(diagnostic),
        message: escapedLine(messageOf(diagnostic)),
        code: diagnostic.code,
      }));
      if (rows.length === 0) return "";
      const places = widest(rows.map(({ place }) => place));
      const severities = widest(rows.map(({ severity }) => severity));
      // A long message does not push the codes of the others out of sight.
      const messages = Math.min(widest(rows.map(({ message }) => message)), 80);
      const lines = rows.map(
        ({ place, severity, message, code }) =>
          `  ${place.padStart(places)}  ${word(severity, severities)}  ${message.padEnd(messages)}  ${style("gray", String(code))}`,
      );
      return `${style("underline", escapedLine(path))}\n${lines.join("\n")}\n\n`;
    },
    end(totals) {
      if (totals.files === 0) return "There is no request or webhook file to check.\n";
      const files = counted(totals.files, "file");
      const found = (["error", "warning"] as const).flatMap((severity) =>
        totals[severity] > 0 ? [style(colors[severity], counted(totals[severity], severity))] : [],
      );
      if (totals.information > 0) found.push(`${totals.information} for information`);
      return found.length === 0
        ? `${files} checked, nothing found.\n`
        : `${files} checked: ${found.join(", ")}.\n`;
    },
  };
}

const widest = (texts: readonly string[]) => texts.reduce((most, { length }) => Math.max(most, length), 0);
