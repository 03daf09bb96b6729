import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { acquire, type Lock, removeAbandoned } from "../../../client/session/lock.ts";

const root = mkdtempSync(join(tmpdir(), "locks-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const place = () => join(root, `${++count}`, "lock");

/** A lock that an earlier process has left behind. */
async function left(path: string, owner: string, lastSign = new Date(0)): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "owner"), owner);
  await utimes(join(path, "owner"), lastSign, lastSign);
}

const deadPid = 999_999_999;
/** Of a process that lives, and knows nothing of the lock. */
const otherPid = process.ppid;
const patience = 50;

const owners = async (path: string, takers: number) => {
  const taken = await Promise.all(Array.from({ length: takers }, () => acquire(path, patience)));
  return taken.filter((lock): lock is Lock => lock !== undefined);
};

describe("a lock", () => {
  it("has one owner, and another one after that", async () => {
    const path = place();
    const [first, ...others] = await owners(path, 20);
    expect(others).toEqual([]);
    expect(await acquire(path, patience)).toBeUndefined();
    await first?.release();
    expect(await owners(path, 20)).toHaveLength(1);
  });

  it.each([
    ["whose process is gone", `one ${deadPid}`],
    ["whose process has the number of another one now", `one ${otherPid}`],
    ["that a power failure has damaged", ""],
  ])("of an owner %s goes to one of many takers", async (_, owner) => {
    for (let round = 0; round < 10; round++) {
      const path = place();
      await left(path, owner);
      expect(await owners(path, 8)).toHaveLength(1);
    }
  });

  it("stays with an owner in this process, though it has shown nothing for long", async () => {
    const path = place();
    const [first] = await owners(path, 1);
    await utimes(join(path, "owner"), new Date(0), new Date(0));
    expect(await acquire(path, 0)).toBeUndefined();
    await first?.release();
  });

  it("stays with an owner in another process that shows that it lives", async () => {
    const path = place();
    await left(path, `one ${otherPid}`, new Date(0));
    const signs = setInterval(() => void utimes(join(path, "owner"), new Date(), new Date()), 20);
    expect(await acquire(path, 1000)).toBeUndefined();
    clearInterval(signs);
  });

  it("is not taken from its next owner by one who had it before", async () => {
    const path = place();
    const [first] = await owners(path, 1);
    await first?.release();
    const [second] = await owners(path, 1);
    await first?.release();
    expect(await acquire(path, patience)).toBeUndefined();
    await second?.release();
  });

  it("is not taken from its next owner by one who releases it meanwhile", async () => {
    for (let round = 0; round < 100; round++) {
      const path = place();
      const [first] = await owners(path, 1);
      const taking = owners(path, 8);
      // Anywhere between the steps of those who take.
      for (let tick = 0; tick < 10 * round; tick++) await setImmediate();
      await first?.release();
      const next = await taking;
      const all = [...next, ...(await owners(path, 1))];
      expect(all).toHaveLength(1);
      await all[0]?.release();
      expect(await readdir(join(path, ".."))).toEqual([]);
    }
  });

  it("that nobody has held for a day is removed, and none that is held", async () => {
    const path = place();
    const folder = join(path, "..");
    await left(`${path}-old`, `one ${deadPid}`);
    await left(`${path}-old.one`, `one ${deadPid}`);
    await left(`${path}-lately`, `one ${deadPid}`, new Date());
    const [held] = await owners(path, 1);
    await removeAbandoned(folder, Date.now());
    expect((await readdir(folder)).toSorted()).toEqual(["lock", "lock-lately"]);
    await held?.release();
  });

  it("leaves nothing behind", async () => {
    const path = place();
    for (const lock of await owners(path, 20)) await lock.release();
    expect(await readdir(join(path, ".."))).toEqual([]);
  });
});
