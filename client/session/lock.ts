/**
 * A lock between windows and processes of one person: a folder that has one owner. Without vscode.
 *
 * The folder comes by being renamed with its owner's name inside, and a dead owner's goes by being renamed to that
 * name: a file system lets neither happen twice, so two who find the same dead owner never both get the lock.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

export interface Lock {
  release(): Promise<void>;
}

/** How often an owner shows that it lives, in milliseconds. */
const beat = 2000;
const attempts = 10;
const abandonedAfter = 24 * 60 * 60 * 1000;

/**
 * Undefined while another owner has it. An owner counts for nothing when its process is gone, or when that many
 * milliseconds pass without a sign of it: another program may have got the number of its process.
 *
 * @param path of a folder that need not exist; it is the lock's alone
 */
export async function acquire(path: string, patience = 4 * beat): Promise<Lock | undefined> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < attempts; attempt++) {
    const lock = await take(path);
    if (lock) return lock;
    const owner = await ownerOf(path);
    if (!owner) continue; // Released meanwhile.
    if (!(await isDead(path, owner, patience))) return undefined;
    await rename(path, `${path}.${owner.id}`).catch(ifTaken);
  }
  return undefined; // Many want it: one of them has it.
}

/** Removes what owners without a sign of life for a day have left in a folder of locks. `now` is in milliseconds since 1970. */
export async function removeAbandoned(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(join(path, ownerName)).catch(() => stat(path));
    if (now - mtimeMs > abandonedAfter) await rm(path, { recursive: true, force: true });
  }
}

async function take(path: string): Promise<Lock | undefined> {
  const id = randomUUID();
  const fresh = `${path}.${id}.new`;
  // Before the folder is there: whoever reads it at once must not take its owner for a dead one.
  held.add(id);
  try {
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(join(fresh, ownerName), `${id} ${process.pid}`);
    await rename(fresh, path);
  } catch (error) {
    held.delete(id);
    await rm(fresh, { recursive: true, force: true });
    ifTaken(error);
    return undefined;
  }
  const beats = setInterval(() => {
    const now = new Date();
    utimes(join(path, ownerName), now, now).catch(() => clearInterval(beats)); // Taken away.
  }, beat);
  beats.unref();
  return {
    async release() {
      clearInterval(beats);
      try {
        if ((await ownerOf(path))?.id !== id) return;
        // Renamed first: another owner may come while it is removed.
        await rename(path, fresh).catch(ifTaken);
      } finally {
        held.delete(id); // Not before: who takes it for a dead owner's would lose it by the line above.
      }
      await rm(fresh, { recursive: true, force: true });
    },
  };
}

interface Owner {
  id: string;
  pid: number;
}

const ownerName = "owner";

/** The owners in this process. */
const held = new Set<string>();

/** Undefined where there is none. */
async function ownerOf(path: string): Promise<Owner | undefined> {
  const text = await readFile(join(path, ownerName), "utf8").catch(ifGone);
  if (text === undefined) return undefined;
  const [, id, pid] = /^([\w-]+) (\d+)$/.exec(text) ?? [];
  // What a power failure left of it has no living owner.
  return id === undefined ? { id: "unreadable", pid: 0 } : { id, pid: Number(pid) };
}

async function isDead(path: string, { id, pid }: Owner, patience: number): Promise<boolean> {
  if (pid === process.pid) return !held.has(id); // However busy this process is, and however slow the disk.
  if (!isAlive(pid)) return true;
  const sign = async () => (await stat(join(path, ownerName)).catch(ifGone))?.mtimeMs;
  const last = await sign();
  if (last !== undefined && Math.abs(Date.now() - last) < 2 * beat) return false;
  // Watched, and not only compared with the clock: the machine may have slept.
  await setTimeout(patience);
  return (await sign()) === last && (await ownerOf(path))?.id === id;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

/** Of a folder that has something in it, and on Windows of one that is in use. */
function ifTaken(error: unknown): void {
  if (!["ENOTEMPTY", "EEXIST", "EPERM", "EACCES", "ENOENT"].includes(String(codeOf(error)))) throw error;
}

function ifGone(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}
