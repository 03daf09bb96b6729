/** For programs that read the Test Anything Protocol, version 14. */
import { isFailure, nameOf, placeOf, type Report, sentencesOf } from "./report.ts";

export function tap(): Report {
  let count = 0;
  const point = (ok: boolean, description: string, more = "") =>
    `${ok ? "ok" : "not ok"} ${++count} - ${description.replace(/[\\#]/g, "\\$&").replace(/\s+/g, " ")}${more}\n`;
  const block = (lines: readonly string[]) => `  ---\n${lines.map((line) => `  ${line}\n`).join("")}  ...\n`;
  return {
    begin: () => "TAP version 14\n",
    file(run) {
      const { obstacle } = run;
      const missing = obstacle
        ? point(false, nameOf(run)) +
          block([
            `message: ${JSON.stringify(obstacle.message)}`,
            `at: ${JSON.stringify(`${run.path}:${placeOf(obstacle.range)}`)}`,
          ])
        : "";
      return (
        missing +
        run.results
          .map((each) => {
            const name = `${nameOf(run)}: ${each.title}`;
            if (each.state === "skipped") return point(true, name, " # SKIP not sent");
            if (!isFailure(each)) return point(true, name);
            const places = each.findings.map(({ range }) => `${run.path}:${placeOf(range)}`);
            return (
              point(false, name) +
              block([
                `message: ${JSON.stringify(sentencesOf(each).join(" "))}`,
                `at: ${JSON.stringify(places[0] ?? run.path)}`,
              ])
            );
          })
          .join("")
      );
    },
    end: () => `1..${count}\n`,
  };
}
