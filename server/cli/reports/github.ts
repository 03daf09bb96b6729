/** For GitHub Actions: workflow commands, which it shows beside the lines. */
import { data, property } from "../formats/github.ts";
import { summary } from "./pretty.ts";
import { isFailure, type Report } from "./report.ts";

export const github = (): Report => ({
  begin: () => "",
  file: ({ path, results, obstacle }) =>
    [
      ...(obstacle ? [{ ...obstacle, title: "not run" }] : []),
      ...results.filter(isFailure).flatMap(({ title, failure, findings }) =>
        findings.map(({ range, message }) => ({
          range,
          title,
          message: failure === undefined || failure === message ? message : `${failure} ${message}`,
        })),
      ),
    ]
      .map(({ range: { start, end }, title, message }) => {
        const properties = {
          file: path,
          line: start.line + 1,
          // Columns count only where first and last line are the same.
          ...(start.line === end.line
            ? { col: start.character + 1, endColumn: end.character + 1 }
            : { endLine: end.line + 1 }),
          title,
        };
        const listed = Object.entries(properties).map(
          ([name, value]) => `${name}=${property(String(value))}`,
        );
        return `::error ${listed.join(",")}::${data(message)}\n`;
      })
      .join(""),
  end: (totals) => `${summary(totals)}\n`,
});
