/** For GitHub Actions: workflow commands, which it shows beside the lines. */
import { summary } from "../../../shared/requests/totals.ts";
import { workflowCommand } from "../workflow-command.ts";
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
      .map((said) => workflowCommand({ command: "error", path, ...said }))
      .join(""),
  end: (totals) => `${summary(totals)}\n`,
});
