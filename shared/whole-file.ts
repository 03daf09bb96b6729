/** Writes files whole or not at all: a reader never sees half of one. */
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** For this person alone. Makes the folders that are missing. Throws what the file system throws; then all is as before. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(fresh, text, { mode: 0o600, flush: true });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
