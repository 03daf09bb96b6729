/** Remembers which keys do not count any more: a file for each, which all windows read. Without vscode. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Outdated, OutdatedKeys } from "../../shared/keys/keys.ts";
import { isRow } from "../../shared/traits/values.ts";

/** @param folder an absolute path; it need not exist. The files name no account, and hold no key. */
export function outdatedKeys(folder: string): OutdatedKeys {
  const fileOf = (account: string) =>
    join(folder, `${createHash("sha256").update(account).digest("hex")}.json`);
  return {
    async get(account) {
      const text = await readFile(fileOf(account), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      const outdated = outdatedIn(text);
      if (outdated) return outdated;
      throw new Error(`${fileOf(account)} is damaged. Remove it, and set the key again.`);
    },

    async set(account, outdated) {
      const file = fileOf(account);
      if (!outdated) return rm(file, { force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const fresh = `${file}.${randomUUID()}.tmp`;
      try {
        await writeFile(fresh, JSON.stringify(outdated), { mode: 0o600, flush: true });
        await rename(fresh, file);
      } finally {
        await rm(fresh, { force: true });
      }
    },
  };
}

function outdatedIn(text: string): Outdated | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isOutdated(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isOutdated = (value: unknown): value is Outdated =>
  isRow(value) &&
  (value.validIn === null || typeof value.validIn === "string") &&
  Array.isArray(value.staleIn) &&
  value.staleIn.every((place) => typeof place === "string");
