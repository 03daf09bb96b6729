/** For test reports: a suite for each file, with a test case for each request. */
import { escaped } from "../formats/junit.ts";
import { isFailure, nameOf, placeOf, type Report, sentencesOf } from "./report.ts";

export function junit(): Report {
  // The counts come first, so everything waits for the end.
  const suites: string[] = [];
  const all = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  return {
    begin: () => "",
    file(run) {
      const name = escaped(nameOf(run));
      const own = {
        tests: run.results.length + (run.obstacle ? 1 : 0),
        failures: run.results.filter(isFailure).length,
        errors: run.obstacle ? 1 : 0,
        skipped: run.results.filter(({ state }) => state === "skipped").length,
      };
      for (const key of Object.keys(all) as (keyof typeof all)[]) all[key] += own[key]; // All of its keys.
      const cases = run.results.map((each) => {
        const open = `    <testcase name="${escaped(each.title)}" classname="${name}" file="${escaped(run.path)}" time="${seconds(each.duration)}"`;
        if (each.state === "skipped") return `${open}>\n      <skipped/>\n    </testcase>\n`;
        if (!isFailure(each)) return `${open}/>\n`;
        const [first = ""] = sentencesOf(each);
        const lines = each.findings.map(({ range, message }) => `${run.path}:${placeOf(range)}: ${message}`);
        const text = [...(each.failure === undefined ? [] : [each.failure]), ...lines].join("\n");
        return `${open}>\n      <failure message="${escaped(first)}">${lineByLine(text)}</failure>\n    </testcase>\n`;
      });
      const obstacle = run.obstacle
        ? `    <testcase name="${name}" classname="${name}" file="${escaped(run.path)}">\n      <error message="${escaped(run.obstacle.message)}">${escaped(`${run.path}:${placeOf(run.obstacle.range)}`)}</error>\n    </testcase>\n`
        : "";
      suites.push(
        `  <testsuite name="${name}" ${counts(own)}>\n${obstacle}${cases.join("")}  </testsuite>\n`,
      );
      return "";
    },
    end: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="switchboard run" ${counts(all)}>\n${suites.join("")}</testsuites>\n`,
  };
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

const lineByLine = (text: string) => text.split("\n").map(escaped).join("\n");

const counts = (of: Readonly<Record<string, number>>) =>
  Object.entries(of)
    .map(([name, count]) => `${name}="${count}"`)
    .join(" ");
