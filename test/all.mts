// `npm test`: everything, in the order in which a fault is cheapest to find. The last line counts the tests.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Count {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "switchboard-tests-"));
const total: Count = { passed: 0, failed: 0 };

/** A step without a report counts as one test. */
function step(name: string, command: readonly [string, ...string[]], readReport?: () => Count): void {
  console.log(`\n--- ${name}`);
  const [program, ...args] = command;
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const ok = status === 0;
  const count = readReport?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  // A runner that fails without a failed test has failed all the same.
  if (!ok && count.failed === 0) count.failed = 1;
  total.passed += count.passed;
  total.failed += count.failed;
}

function reader(file: string, read: (report: Record<string, unknown>) => Count): () => Count {
  return () => (existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 1 });
}

/** The tests that say of how many cases they are, as "150 redirects are not followed". */
function countedIn(report: Record<string, unknown>): string[] {
  const files = report["testResults"] as {
    assertionResults: { status: string; ancestorTitles: string[]; title: string }[];
  }[]; // As Vitest documents it.
  return files.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, ancestorTitles, title }) =>
      status === "passed" && /^\d[\d,]+ /.test(title) ? [`  ${[...ancestorTitles, title].join(" › ")}`] : [],
    ),
  );
}

const unit = join(reports, "unit.json");
const editor = join(reports, "editor.json");

step("format", ["biome", "format", "."]);
step("lint", ["oxlint", "--type-aware", "--deny-warnings"]);
step("unused code", ["knip"]);
step("types", ["tsc", "-p", "."]);
step("types of the pages", ["tsc", "-p", "client/pages"]);
step("types of the bench", ["tsc", "-p", "bench"]);
step("build", ["node", "esbuild.mjs"]);
step(
  "unit",
  [
    "vitest",
    "run",
    "--config",
    "test/vitest.config.mts",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${unit}`,
  ],
  reader(unit, (report) => {
    console.log(`\nCounted:\n${countedIn(report).join("\n")}`);
    return { passed: Number(report.numPassedTests), failed: Number(report.numFailedTests) };
  }),
);
step(
  "editor",
  ["node", "test/editor/run.mts", "--report", editor],
  reader(editor, (report) => ({ passed: Number(report.passed), failed: Number(report.failed) })),
);

step("newcomer", ["node", "--test", "test/editor/newcomer.test.mts"]);
step("two windows", ["node", "--test", "test/editor/two-windows.test.mts"]);

rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
