// `npm test`: everything, in the order in which a fault is cheapest to find. The last line counts the tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ensureHost } from "./editor/host/install.mts";

interface Outcome {
  passed: number;
  /** What failed, each with its first words. */
  failures: string[];
  /** What failed once and not again. */
  again: string[];
}

const root = join(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "switchboard-tests-"));
const total: Outcome = { passed: 0, failures: [], again: [] };

/** A step without a report counts as one test. `together` with others, it says all at its end. */
async function step(
  name: string,
  command: readonly [string, ...string[]],
  readReport?: () => Outcome,
  { together = false } = {},
): Promise<void> {
  const headline = `\n--- ${name}`;
  if (!together) console.log(headline);
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    stdio: together ? ["inherit", "pipe", "pipe"] : "inherit",
    shell: process.platform === "win32",
  });
  const said = Promise.all([child.stdout ? text(child.stdout) : "", child.stderr ? text(child.stderr) : ""]);
  const [code] = (await once(child, "close")) as [number | null];
  if (together) console.log([headline, ...(await said)].filter(Boolean).join("\n"));
  const ok = code === 0;
  const { passed, failures, again } = readReport?.() ?? { passed: ok ? 1 : 0, failures: [], again: [] };
  total.passed += passed;
  total.again.push(...again);
  // A runner that fails without a failed test has failed all the same.
  total.failures.push(...(ok || failures.length > 0 ? failures : [`${name}: exit code ${code}`]));
}

function reader(file: string, read: (report: unknown) => Outcome): () => Outcome {
  const none = { passed: 0, failures: [`No report in ${file}`], again: [] };
  return () => (existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : none);
}

/** As Vitest documents it. */
interface UnitReport {
  testResults: { assertionResults: UnitResult[] }[];
}
interface UnitResult {
  status: string;
  ancestorTitles: string[];
  title: string;
  failureMessages: string[];
}

function unitOutcome({ testResults }: UnitReport): Outcome {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const name = ({ ancestorTitles, title }: UnitResult) => [...ancestorTitles, title].join(" › ");
  const passed = results.filter(({ status }) => status === "passed");
  // The tests that say of how many cases they are, as "150 redirects are not followed".
  const counted = passed.filter(({ title }) => /^\d[\d,]+ /.test(title));
  console.log(["\nCounted:", ...counted.map((result) => `  ${name(result)}`)].join("\n"));
  const told = (all: UnitResult[]) =>
    all
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map((result) => `${name(result)}\n${result.failureMessages.join("\n").slice(0, 2000)}`);
  return {
    passed: passed.length,
    failures: told(results.filter(({ status }) => status === "failed")),
    again: told(passed),
  };
}

const unit = join(reports, "unit.json");

await step("format", ["biome", "format", "."]);
await step("lint", ["oxlint", "--type-aware", "--deny-warnings"]);
await step("unused code", ["knip"]);
await step("types", ["tsc", "-p", "."]);
await step("types of the pages", ["tsc", "-p", "client/pages"]);
await step("types of the bench", ["tsc", "-p", "bench"]);
await step("build", ["node", "esbuild.mjs"]);
await step(
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
  reader(unit, (report) => unitOutcome(report as UnitReport)),
);
ensureHost();
// An editor mostly waits: two at once keep two cores busy.
const shards = ["1/2", "2/2"];
await Promise.all(
  shards.map((shard, index) => {
    const report = join(reports, `editor-${index}.json`);
    return step(
      `editor, part ${shard}`,
      ["node", "test/editor/run.mts", "--no-build", "--shard", shard, "--report", report],
      reader(report, (outcome) => outcome as Outcome),
      { together: true },
    );
  }),
);
await step("newcomer", ["node", "--test", "test/editor/newcomer.test.mts"]);
await step("two windows", ["node", "--test", "test/editor/two-windows.test.mts"]);

rmSync(reports, { recursive: true, force: true });
const { passed, failures, again } = total;
if (again.length > 0) console.log(`\nBegun a second time, for the first failed:\n\n${again.join("\n\n")}`);
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join("\n\n")}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
