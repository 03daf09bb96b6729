/** The command line as the build has made it, as a real process. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterAll } from "vitest";

export const root = join(import.meta.dirname, "../../..");

export interface Ended {
  code: number | null;
  out: string;
  error: string;
}

export interface Surroundings {
  cwd: string;
  /** Beside PATH. */
  env?: Readonly<Record<string, string>>;
}

const started: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
  for (const each of started) each.kill("SIGKILL");
});

/** It ends with the test file at the latest. */
export function start(args: readonly string[], { cwd, env }: Surroundings): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [join(root, "dist/cli.js"), ...args], {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
  });
  started.push(child);
  return child;
}

/** To be called before it can have written anything. */
export function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const ended: Ended = { code: null, out: "", error: "" };
  child.stdout.on("data", (chunk) => (ended.out += chunk));
  child.stderr.on("data", (chunk) => (ended.error += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...ended, code })));
}

export const switchboard = (args: readonly string[], surroundings: Surroundings): Promise<Ended> =>
  ended(start(args, surroundings));

export async function firstLines({ stdout }: { stdout: Readable }, count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface(stdout)) if (lines.push(line) === count) break;
  return lines;
}
