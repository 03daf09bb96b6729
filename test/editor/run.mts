// Runs the suite of test/editor/suite in a real VS Code, with the sandbox behind it.
//
//   node test/editor/run.mts [--no-build] [--grep TEXT] [--shard I/N] [--timeout SECONDS] [--report FILE]
//     [--code EXECUTABLE] [--untrusted]
//
//   --shard   the files of one part of N, which may run beside the others; its pictures lie apart
//   --report  writes {"passed": N, "failures": [WORDS], "again": [WORDS]}: what failed, and what failed once and not again
//   --code    a desktop VS Code instead of the editor in Chromium; tests that look at the window are then skipped
//   --untrusted  opens a folder that is not trusted
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { runTests } from "@vscode/test-electron";
import { build } from "esbuild";
import { cacheRoot, projectRoot } from "./host/install.mts";

const { values } = parseArgs({
  allowNegative: true,
  options: {
    build: { type: "boolean", default: true },
    grep: { type: "string" },
    shard: { type: "string", default: "1/1" },
    timeout: { type: "string", default: "1200" },
    report: { type: "string" },
    code: { type: "string" },
    untrusted: { type: "boolean", default: false },
  },
});

const [shard = 1, shards = 1] = values.shard.split("/").map(Number);
const mark = shards === 1 ? "" : `-${shard}-of-${shards}`;
const root = join(cacheRoot, `suite${mark}`);
const screenshots = join(cacheRoot, `screenshots${mark}`);
rmSync(root, { recursive: true, force: true });
rmSync(screenshots, { recursive: true, force: true });

if (values.build) {
  const { status } = spawnSync(process.execPath, ["esbuild.mjs"], { cwd: projectRoot, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
const suite = await bundleSuite();
await using sandbox = await startSandbox();
// The host's executable is a script: it needs this Node, which can read TypeScript.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

try {
  process.exitCode = await runTests({
    vscodeExecutablePath: values.code ?? join(import.meta.dirname, "host/code.mts"),
    extensionDevelopmentPath: projectRoot,
    extensionTestsPath: suite,
    extensionTestsEnv: {
      SWITCHBOARD_SANDBOX_URL: sandbox.url,
      SWITCHBOARD_GREP: values.grep,
      SWITCHBOARD_REPORT: values.report,
      VSCODE_HOST_ARTIFACTS: screenshots,
      VSCODE_HOST_TIMEOUT: values.timeout,
      // @vscode/test-electron says for itself that folders are trusted.
      ...(values.untrusted && { VSCODE_HOST_UNTRUSTED: "1" }),
    },
    launchArgs: [workspace(), `--user-data-dir=${userData(sandbox.url)}`, "--disable-workspace-trust"],
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
console.log(`Screenshots: ${screenshots}`);

/** Each test file by itself, beside the entry that hands them to mocha. */
async function bundleSuite(): Promise<string> {
  await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ["suite/index.ts", ...testFiles()],
    outdir: root,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node22.15",
    external: ["vscode", "mocha"],
    sourcemap: "inline",
    logLevel: "warning",
  });
  return join(root, "index.js");
}

/** The files of this part. Long files take long: the longest goes to the part that has least. */
function testFiles(): string[] {
  const parts = Array.from({ length: shards }, () => ({ files: [] as string[], bytes: 0 }));
  const files = globSync("suite/*.test.ts", { cwd: import.meta.dirname })
    .map((file) => ({ file, bytes: statSync(join(import.meta.dirname, file)).size }))
    .sort((a, b) => b.bytes - a.bytes);
  for (const { file, bytes } of files) {
    const [part] = parts.toSorted((a, b) => a.bytes - b.bytes);
    part?.files.push(file);
    if (part) part.bytes += bytes;
  }
  return parts[shard - 1]?.files ?? [];
}

/** A copy, because tests edit its files. */
function workspace(): string {
  const folder = join(root, "workspace");
  cpSync(join(import.meta.dirname, "demo"), folder, { recursive: true });
  return folder;
}

function userData(sandboxUrl: string): string {
  const folder = join(root, "user-data");
  mkdirSync(join(folder, "User"), { recursive: true });
  const settings = {
    "switchboard.sandbox.url": sandboxUrl,
    "workbench.colorTheme": "Default Dark Modern",
    "workbench.reduceMotion": "on", // screenshots are not taken halfway
  };
  writeFileSync(join(folder, "User/settings.json"), JSON.stringify(settings));
  return folder;
}

async function startSandbox(): Promise<AsyncDisposable & { url: string }> {
  const child = spawn(process.execPath, ["dist/cli.js", "sandbox", "--json", "--port", "0"], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), exited.then(() => [])]);
  if (line === undefined) throw new Error("The sandbox did not start");
  const { url } = JSON.parse(line) as { url: string }; // see `switchboard sandbox --json`
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}
