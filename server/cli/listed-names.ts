/** Names of files that another program lists: `git diff --name-only -z | switchboard validate --files-from -`. */
import { readFile } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { type Terminal, UsageError } from "./command.ts";

/** @param source a file, or `-` for standard input */
export async function listedNames(source: string, { signal }: Terminal): Promise<string[]> {
  const listed = source === "-" ? text(addAbortSignal(signal, process.stdin)) : readFile(source, "utf8");
  return namesIn(
    await listed.catch((error: Error) => {
      if (signal.aborted) throw new UsageError("Interrupted before the names were read.");
      throw new UsageError(`--files-from ${source} cannot be read: ${error.message}.`);
    }),
  );
}

/** Ended by NUL where there is one, for a name may hold an end of line; else one a line. */
function namesIn(list: string): string[] {
  if (list.includes("\0")) return list.split("\0").filter(Boolean);
  const names = list.split(/\r?\n/).filter(Boolean);
  // Nobody would notice that such a file is not checked.
  const quoted = names.find((name) => /^".*"$/.test(name));
  if (quoted === undefined) return names;
  throw new UsageError(
    `--files-from has the name ${quoted} in quotes, as git writes some. Let git list them with -z.`,
  );
}
