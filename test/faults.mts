// `npm run faults`: what takes too long for `npm test`, for a release and once a week. `npm run soak` is one of its steps.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const hostile = ["test/editor/run.mts", "--grep", "nobody should give"];
const steps: Readonly<Record<string, { args: readonly string[]; env: NodeJS.ProcessEnv }>> = {
  hostile: { args: hostile, env: { FAULTS: "1" } },
  untrusted: { args: [...hostile, "--untrusted"], env: { FAULTS: "untrusted" } },
  soak: { args: ["test/editor/run.mts", "--grep", "service that fails"], env: { SOAK: "5" } },
  fuzz: { args: ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "test/server/fuzz.mts"], env: {} },
};

const [wanted] = process.argv.slice(2);
const failed = Object.entries(steps).filter(([name, { args, env }]) => {
  if (wanted !== undefined && name !== wanted) return false;
  console.log(`\n--- ${name}`);
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
