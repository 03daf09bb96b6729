import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    include: ["test/**/*.test.ts"],
    // These run in a real VS Code, by test/editor/run.mts.
    globalSetup: "test/build.ts",
    exclude: ["test/editor/**", "**/node_modules/**"],
    pool: "forks",
  },
});
