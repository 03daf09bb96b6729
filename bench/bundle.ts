/** VS Code's JSON server in one file, as our own is: else the start would measure the loading of many. */
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

export async function bundleTheirs(): Promise<string> {
  const resolve = createRequire(import.meta.url).resolve;
  const main = join(
    resolve("vscode-langservers-extracted/package.json"),
    "../lib/json-language-server/node/jsonServerMain.js",
  );
  const outfile = join(mkdtempSync(join(tmpdir(), "switchboard-bench-")), "json-server.js");
  await build({
    entryPoints: [main],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    minify: true,
    logLevel: "error",
    mainFields: ["module", "main"],
  });
  return outfile;
}
