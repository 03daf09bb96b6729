/** `switchboard validate` as a real process, on folders of a test's own. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

export const root = join(import.meta.dirname, "../../..");
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A folder with these files. */
export function folderOf(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-validate-"));
  made.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export interface Ended {
  code: number | null;
  out: string;
  error: string;
}

export const start = (cwd: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [join(root, "dist/cli.js"), "validate", ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
  });

export const validate = (cwd: string, ...args: string[]): Promise<Ended> => validateWith({}, cwd, ...args);

export const validateWith = (env: Record<string, string>, cwd: string, ...args: string[]): Promise<Ended> =>
  ended(start(cwd, args, env));

/** With a text piped in. */
export function validatePiped(input: string, cwd: string, ...args: string[]): Promise<Ended> {
  const running = start(cwd, args);
  running.stdin.end(input);
  return ended(running);
}

function ended(running: ReturnType<typeof start>): Promise<Ended> {
  const ended: Ended = { code: null, out: "", error: "" };
  running.stdout.on("data", (chunk) => (ended.out += chunk));
  running.stderr.on("data", (chunk) => (ended.error += chunk));
  return new Promise((resolve) => running.on("close", (code) => resolve({ ...ended, code })));
}

/** The files in which something was found, in the order of the report. */
export async function marked(cwd: string, ...args: string[]): Promise<string[]> {
  const { out } = await validate(cwd, "--format", "json", ...args);
  return [...new Set((JSON.parse(out).findings as { path: string }[]).map(({ path }) => path))];
}
