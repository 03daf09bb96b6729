// `npm start`: the extension as it stands, in an editor in the browser, with the sandbox behind it.
//
//   npm start               builds, starts both and opens the editor
//   npm start -- --no-open  prints the editor's address instead
//   npm start -- --data DIR keeps settings and the demo's copy there, not in .vscode-host
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { cacheRoot, projectRoot } from "./host/install.mts";
import { openEditor } from "./host/open-editor.mts";

const { values } = parseArgs({
  options: { open: { type: "boolean", default: true }, data: { type: "string", default: cacheRoot } },
  allowNegative: true,
});

const build = spawnSync(process.execPath, ["esbuild.mjs"], { cwd: projectRoot, stdio: "inherit" });
if (build.status !== 0) process.exit(build.status ?? 1);

const interrupted = Promise.race([
  once(process, "SIGINT"),
  once(process, "SIGTERM"),
  once(process, "SIGHUP"),
]);
await using sandbox = await startSandbox();
await using editor = await openEditor({
  extensionDevelopmentPath: projectRoot,
  folder: freshDemo(),
  settings: {
    "switchboard.environment": "sandbox",
    "switchboard.sandbox.url": sandbox.url,
    // The folder's README says where to begin.
    "workbench.startupEditor": "readme",
  },
  userDataDir: join(values.data, "user-data"),
  open: values.open,
});
console.log(`
  Sandbox  ${sandbox.url}
  Editor   ${editor.url}

  ${values.open ? "If no browser shows the editor, open its address." : "Open the editor's address in a browser."} Ctrl-C ends both.
`);

const end = await Promise.race([
  interrupted.then(() => "asked"),
  editor.exited.then(() => "The editor has ended."),
  sandbox.exited.then(() => "The sandbox has ended."),
]);
if (end !== "asked") {
  console.error(end);
  process.exitCode = 1;
}

interface Sandbox extends AsyncDisposable {
  url: string;
  exited: Promise<unknown>;
}

/** On its usual port, or on a free one when something else (perhaps another sandbox) has that. */
async function startSandbox(): Promise<Sandbox> {
  try {
    return await runSandbox([]);
  } catch {
    return runSandbox(["--port", "0"]);
  }
}

async function runSandbox(args: string[]): Promise<Sandbox> {
  const child = spawn(process.execPath, ["dist/cli.js", "sandbox", "--json", ...args], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.once("exit", () => child.kill());
  const exited = once(child, "exit");
  const complaints = text(child.stderr);
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), exited.then(() => [])]);
  if (line === undefined) throw new Error(`The sandbox did not start\n${await complaints}`);

  const { url } = JSON.parse(line) as { url: string }; // see `switchboard sandbox --json`
  const stop = async () => {
    child.kill();
    await exited;
  };
  return { url, exited, [Symbol.asyncDispose]: stop };
}

/** A copy in which a person may change anything; every start begins anew, as the sandbox's data does. */
function freshDemo(): string {
  const folder = join(values.data, "demo");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(values.data, { recursive: true });
  cpSync(join(projectRoot, "test/editor/demo"), folder, { recursive: true });
  return folder;
}
