// `npm test`: everything, in the order in which a fault is cheapest to find. The last line counts the tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ensureHost } from "./editor/host/install.mts";

interface Count {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "switchboard-tests-"));
const total: Count = { passed: 0, failed: 0 };

/** A step without a report counts as one test. `together` with others, it says all at its end. */
async function step(
  name: string,
  command: readonly [string, ...string[]],
  readReport?: () => Count,
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
  reader(unit, (report) => {
    console.log(`\nCounted:\n${countedIn(report).join("\n")}`);
    return { passed: Number(report.numPassedTests), failed: Number(report.numFailedTests) };
  }),
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
      reader(report, ({ passed, failed }) => ({ passed: Number(passed), failed: Number(failed) })),
      { together: true },
    );
  }),
);
await step("newcomer", ["node", "--test", "test/editor/newcomer.test.mts"]);
await step("two windows", ["node", "--test", "test/editor/two-windows.test.mts"]);

rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
