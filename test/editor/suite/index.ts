/** What the editor runs: every bundled test file beside this one, under mocha. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Mocha from "mocha";
import { startOver } from "./sandbox.ts";

export async function run(): Promise<void> {
  const { SWITCHBOARD_GREP: grep, SWITCHBOARD_REPORT: report } = process.env;
  const mocha = new Mocha({ timeout: 30_000, slow: 5000, color: false, ...(grep && { grep }) });
  for (const file of readdirSync(__dirname).sort())
    if (file.endsWith(".test.js")) mocha.addFile(join(__dirname, file));
  await mocha.loadFilesAsync();
  // No suite finds the records that another has changed.
  for (const suite of mocha.suite.suites) suite.beforeAll("starts over", startOver);
  const stats = await new Promise<Mocha.Stats | undefined>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
  });
  const { passes = 0, failures = 1 } = stats ?? {};
  if (report) writeFileSync(report, JSON.stringify({ passed: passes, failed: failures }));
  if (failures > 0) throw new Error(`${failures} failed`);
}
