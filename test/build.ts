/** Tests that start the built programs need them built. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

export default function build(): void {
  const root = join(import.meta.dirname, "..");
  execFileSync(process.execPath, ["esbuild.mjs"], { cwd: root, stdio: "inherit" });
}
