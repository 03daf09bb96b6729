/** What `npm start` has started, for tests that use it as a person does. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { projectRoot } from "./host/install.mts";
import { temporaryFolder } from "./host/temporary-folder.mts";

export interface Started extends AsyncDisposable {
  /** The addresses that it prints. */
  editor: string;
  sandbox: string;
  /** Where settings and the demo's copy are. */
  data: string;
}

export async function start(): Promise<Started> {
  const data = temporaryFolder();
  const child = spawn(process.execPath, ["test/editor/start.mts", "--no-open", "--data", data.path], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  assert.ok(child.stdout);
  const addresses = new Map<string, string>();
  for await (const line of createInterface(child.stdout)) {
    const [, name, address] = /^\s*(Sandbox|Editor)\s+(\S+)/.exec(line) ?? [];
    if (name !== undefined && address !== undefined) addresses.set(name, address);
    if (addresses.size === 2) break;
  }
  const [sandbox, editor] = [addresses.get("Sandbox"), addresses.get("Editor")];
  assert.ok(sandbox && editor, "npm start ended without its addresses");
  return {
    editor,
    sandbox,
    data: data.path,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
      data[Symbol.dispose]();
    },
  };
}
