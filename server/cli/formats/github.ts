/** For GitHub Actions: workflow commands, which it shows beside the lines. */
import { type Annotation, workflowCommand } from "../workflow-command.ts";
import { type Format, messageOf, type Severity, severityOf, worthSaying } from "./format.ts";

const commands: Record<Severity, Annotation["command"]> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

export const github = (): Format => ({
  begin: () => "",
  file: (path, diagnostics) =>
    worthSaying(diagnostics)
      .map((diagnostic) =>
        workflowCommand({
          command: commands[severityOf(diagnostic)],
          path,
          range: diagnostic.range,
          title: String(diagnostic.code),
          message: messageOf(diagnostic),
        }),
      )
      .join(""),
  end: () => "",
});
