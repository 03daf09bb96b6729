import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/build.ts",
    // These run in a real VS Code, by test/editor/run.mts.
    exclude: ["test/editor/**", "**/node_modules/**"],
    pool: "forks",
    // Without it a machine of two cores would use one.
    maxWorkers: "100%",
    // A test waits for what it tests, so these only end one that hangs: on a busy machine too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    // Processes, ports and disks are shared with what else the machine does: what fails once and not again is told at
    // the end of `npm test`, and is not a failure.
    retry: 1,
    expect: { poll: { timeout: 60_000 } },
  },
});
