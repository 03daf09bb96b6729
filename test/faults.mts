// `npm run faults`: what takes too long for `npm test`, for a release and once a week.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const steps: readonly (readonly string[])[] = [
  ["test/editor/run.mts", "--grep", "nobody should give"],
  ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "test/server/fuzz.mts"],
];

const failed = steps.filter((step) => {
  console.log(`\n--- ${step.join(" ")}`);
  const env = { ...process.env, FAULTS: "1" };
  return spawnSync(process.execPath, step, { cwd: root, stdio: "inherit", env }).status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
