/** The command line in a folder of its own, and a sandbox that runs as long as the file's tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { apis } from "../../../shared/apis/index.ts";
import { startSandbox } from "../../../shared/sandbox/server.ts";
import { start as startProgram, switchboard } from "./program.ts";

export async function besideSandbox() {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-cli-"));
  const running = await startSandbox(apis, { port: 0 });
  const sandbox = running.directory;
  afterAll(async () => {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    sandbox,
    run: (args: readonly string[], env: Record<string, string> = {}) =>
      switchboard(args, { cwd: folder, env }),
    start: (args: readonly string[], env: Record<string, string> = {}) =>
      startProgram(args, { cwd: folder, env }),
    /** The address and key of the sandbox, as a person would set them. */
    toSandbox: (slug: string): Record<string, string> => {
      const { baseUrl = "", credentials } = sandbox.apis[slug] ?? {};
      const name = slug.toUpperCase().replace("-", "_");
      return {
        [`SWITCHBOARD_BASE_URL_${name}`]: baseUrl,
        [`SWITCHBOARD_KEY_${name}`]: credentials?.key ?? "",
      };
    },
  };
}
