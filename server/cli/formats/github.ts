/** For GitHub Actions: workflow commands, which it shows beside the lines. */
import { type Format, messageOf, type Severity, severityOf, worthSaying } from "./format.ts";

const commands: Record<Severity, string> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

export const github = (): Format => ({
  begin: () => "",
  file: (path, diagnostics) =>
    worthSaying(diagnostics)
      .map((diagnostic) => {
        const { start, end } = diagnostic.range;
        const properties = {
          file: path,
          line: start.line + 1,
          // Columns count only where first and last line are the same.
          ...(start.line === end.line
            ? { col: start.character + 1, endColumn: end.character + 1 }
            : { endLine: end.line + 1 }),
          title: String(diagnostic.code),
        };
        const listed = Object.entries(properties).map(
          ([name, value]) => `${name}=${property(String(value))}`,
        );
        return `::${commands[severityOf(diagnostic)]} ${listed.join(",")}::${data(messageOf(diagnostic))}\n`;
      })
      .join(""),
  end: () => "",
});

/** What GitHub takes for the end of a command, of a property or of a line is written in percent. */
export const data = (text: string) =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

export const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
