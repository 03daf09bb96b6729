/** What GitHub Actions shows beside a line: a workflow command. */
import type { FileRange } from "../../shared/protocol.ts";

export interface Annotation {
  command: "error" | "warning" | "notice";
  path: string;
  range: FileRange;
  title: string;
  message: string;
}

export function workflowCommand({
  command,
  path,
  range: { start, end },
  title,
  message,
}: Annotation): string {
  const properties = {
    file: path,
    line: start.line + 1,
    // Columns count only where first and last line are the same.
    ...(start.line === end.line
      ? { col: start.character + 1, endColumn: end.character + 1 }
      : { endLine: end.line + 1 }),
    title,
  };
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${command} ${listed.join(",")}::${data(message)}\n`;
}

/** What GitHub takes for the end of a command, of a property or of a line is written in percent. */
const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
