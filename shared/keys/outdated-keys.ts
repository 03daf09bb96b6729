/** Remembers which keys do not count any more: a file for each, which all windows and the command line read. */
import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isRow } from "../traits/values.ts";
import { writeWhole } from "../whole-file.ts";
import type { Outdated, OutdatedKeys } from "./keys.ts";

/** Of the person and not of an editor, as the keychain is. */
async function sharedFolder(): Promise<string> {
  const { default: envPaths } = await import("env-paths");
  return join(envPaths("switchboard", { suffix: "" }).data, "outdated-keys");
}

/** @param folder an absolute path; it need not exist. The files name no account, and hold no key. */
export function outdatedKeys(folder?: string): OutdatedKeys {
  const fileOf = async (account: string) =>
    join(folder ?? (await sharedFolder()), `${createHash("sha256").update(account).digest("hex")}.json`);
  return {
    async get(account) {
      const file = await fileOf(account);
      const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      const outdated = outdatedIn(text);
      if (outdated) return outdated;
      throw new Error(`${file} is damaged. Remove it, and set the key again.`);
    },

    async set(account, outdated) {
      const file = await fileOf(account);
      if (!outdated) return rm(file, { force: true });
      await writeWhole(file, JSON.stringify(outdated));
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
