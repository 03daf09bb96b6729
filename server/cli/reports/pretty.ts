/** For people: each request in a line, and below it what is wrong with it. */
import { styleText } from "node:util";
import { plainText } from "../../../shared/plain-text.ts";
import { summary } from "../../../shared/requests/totals.ts";
import { nameOf, placeOf, type Report, type RequestRun } from "./report.ts";

const marks: Record<RequestRun["state"], { mark: string; color: "green" | "red" | "yellow" | "gray" }> = {
  held: { mark: "✓", color: "green" },
  missed: { mark: "✗", color: "red" },
  failed: { mark: "✗", color: "red" },
  unknown: { mark: "?", color: "yellow" },
  skipped: { mark: "-", color: "gray" },
};

export function pretty(colored: boolean): Report {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(format, text, { validateStream: false }) : text;

  const line = (run: RequestRun) => {
    const { mark, color } = marks[run.state];
    const operation = run.title === run.operation ? "" : `  ${run.operation}`;
    const came =
      run.state === "skipped"
        ? "  not sent"
        : `${run.status === undefined ? "" : `  ${run.status}`}  ${Math.round(run.duration)} ms`;
    return `  ${style(color, mark)} ${plainText(run.title, 100)}${style("gray", plainText(operation, 100) === "" ? came : `${operation}${came}`)}\n`;
  };

  return {
    begin: () => "",
    file(run) {
      const lines = run.results.map((each) => {
        const places = each.findings.map(
          ({ range, message }) =>
            `      ${plainText(run.path, 300)}:${placeOf(range)}  ${plainText(message, 500)}\n`,
        );
        const said = each.findings.some(({ message }) => message === each.failure);
        const failure = each.failure === undefined || said ? "" : `      ${plainText(each.failure, 500)}\n`;
        return line(each) + failure + places.join("");
      });
      const { obstacle } = run;
      const why = obstacle
        ? `  ${style("red", "!")} ${plainText(run.path, 300)}:${placeOf(obstacle.range)}  ${plainText(obstacle.message, 500)}\n`
        : "";
      return `${style("underline", plainText(nameOf(run), 300))}\n${why}${lines.join("")}\n`;
    },
    end: (totals) => `${summary(totals)}\n`,
  };
}
