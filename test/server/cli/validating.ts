/** `switchboard validate` as a real process, on folders of a test's own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { type Ended, ended, root, start as startProgram } from "./program.ts";

export { root };

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

export const start = (cwd: string, args: readonly string[], env: Record<string, string> = {}) =>
  startProgram(["validate", ...args], { cwd, env });

export const validate = (cwd: string, ...args: string[]): Promise<Ended> => validateWith({}, cwd, ...args);

export const validateWith = (env: Record<string, string>, cwd: string, ...args: string[]): Promise<Ended> =>
  ended(start(cwd, args, env));

/** With a text piped in. */
export function validatePiped(input: string, cwd: string, ...args: string[]): Promise<Ended> {
  const running = start(cwd, args);
  running.stdin.end(input);
  return ended(running);
}

/** The files in which something was found, in the order of the report. */
export async function marked(cwd: string, ...args: string[]): Promise<string[]> {
  const { out } = await validate(cwd, "--format", "json", ...args);
  return [...new Set((JSON.parse(out).findings as { path: string }[]).map(({ path }) => path))];
}
