/** What the editor runs: every bundled test file beside this one, under mocha. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Mocha from "mocha";
import * as vscode from "vscode";
import { isHosted, press, screenshot } from "../host/control.ts";
import { startOver } from "./sandbox.ts";
import { whatIsSeen } from "./whole-window.ts";

export async function run(): Promise<void> {
  const { SWITCHBOARD_GREP: grep, SWITCHBOARD_REPORT: report } = process.env;
  // A window is drawn when it likes: what fails once and not again is told in the report, and is not a failure.
  const mocha = new Mocha({ timeout: 180_000, slow: 5000, color: false, retries: 1, ...(grep && { grep }) });
  for (const file of readdirSync(__dirname).sort())
    if (file.endsWith(".test.js")) mocha.addFile(join(__dirname, file));
  // No suite finds the records that another has changed. Heard of before its own hooks are there, this is the first.
  mocha.suite.on("suite", (suite: Mocha.Suite) => suite.beforeAll("starts over", startOver));
  await mocha.loadFilesAsync();
  tellFailures(mocha.suite);
  const again: string[] = [];
  const failures: string[] = [];
  const stats = await new Promise<Mocha.Stats | undefined>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
    const told = (test: Mocha.Runnable, error: Error) => `${test.fullTitle()}\n  ${error.message}`;
    runner.on("retry", (test: Mocha.Test, error: Error) => again.push(told(test, error)));
    runner.on("fail", (test, error: Error) => failures.push(told(test, error)));
  });
  if (again.length > 0) console.log(`Begun a second time, for the first failed:\n${again.join("\n")}\n`);
  if (report) writeFileSync(report, JSON.stringify({ passed: stats?.passes ?? 0, failures, again }));
  if (failures.length > 0 || !stats) throw new Error(`${failures.length} failed`);
}

/** Before any hook tidies up. */
function tellFailures({ suites, tests }: Mocha.Suite): void {
  for (const suite of suites) tellFailures(suite);
  for (const test of tests) {
    const run = test.fn as Mocha.AsyncFunc | undefined; // No test here takes a callback.
    test.fn = async function (this: Mocha.Context) {
      try {
        await run?.call(this);
      } catch (error) {
        if (isHosted && !test.isPending()) {
          await tell(test);
          await closeWhatIsOpen();
        }
        throw error;
      }
    };
  }
}

/** No question, menu or notification of the failed run stands in the way of the next. */
async function closeWhatIsOpen(): Promise<void> {
  await press("Escape");
  await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
  await vscode.commands.executeCommand("notifications.clearAll");
}

async function tell(test: Mocha.Test): Promise<void> {
  await screenshot(`failed-${test.fullTitle().replaceAll(/\W+/g, "-")}`);
  console.log(await whatIsSeen());
}
