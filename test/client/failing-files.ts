/** File systems that fail: every call on files below a folder is counted, and one of them refuses or stops halfway. */
import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

type Call = (...args: unknown[]) => unknown;

const promised = [
  "access",
  "appendFile",
  "lstat",
  "mkdir",
  "open",
  "readdir",
  "readFile",
  "rename",
  "rm",
  "stat",
  "truncate",
  "utimes",
  "writeFile",
] as const;
/** What streams call. */
const called = ["open", "write", "writev", "fsync"] as const;

export class FileSystemFault extends Error {
  readonly code: string;

  constructor(code: string, call: string) {
    super(`${code}: made up, ${call}`);
    this.code = code;
  }
}

/** Does something while the call of that number, counted from 1, fails. Gives how many calls there were. */
export async function whileFailing(
  folder: string,
  { at, code }: { at: number; code: string },
  act: () => Promise<unknown>,
): Promise<number> {
  let count = 0;
  /** By number: what was opened below the folder. */
  const opened = new Set<unknown>();
  const isBelow = (target: unknown) =>
    typeof target === "string" ? target.startsWith(folder) : opened.has(target);
  const fails = (target: unknown) => isBelow(target) && ++count === at;
  const before = {
    promises: Object.fromEntries(promised.map((name) => [name, promises[name]])),
    fs: Object.fromEntries(called.map((name) => [name, fs[name]])),
  };

  for (const name of promised) {
    const real = promises[name] as Call;
    Object.assign(promises, {
      async [name](...args: unknown[]) {
        if (!fails(args[0])) return real(...args);
        // A full disk takes what there is room for.
        const [path, text, options] = args;
        if (/^(write|append)File$/.test(name))
          await real(path, String(text).slice(0, String(text).length / 2), options);
        throw new FileSystemFault(code, name);
      },
    });
  }
  for (const name of called) {
    const real = fs[name] as Call;
    Object.assign(fs, {
      [name](...args: unknown[]) {
        const done = args.at(-1) as (error: Error | null, result?: unknown) => void; // As Node has it.
        if (fails(args[0])) {
          process.nextTick(done, new FileSystemFault(code, name));
          return;
        }
        const isOpened = name === "open" && isBelow(args[0]);
        real(...args.slice(0, -1), (error: Error | null, result?: unknown, ...rest: unknown[]) => {
          if (isOpened) opened.add(result);
          (done as Call)(error, result, ...rest);
        });
      },
    });
  }
  syncBuiltinESMExports();
  try {
    await act();
  } finally {
    Object.assign(promises, before.promises);
    Object.assign(fs, before.fs);
    syncBuiltinESMExports();
  }
  return count;
}
