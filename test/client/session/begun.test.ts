import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Begun } from "../../../client/session/begun.ts";

const root = mkdtempSync(join(tmpdir(), "begun-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const fail = (message: string) => {
  throw new Error(message);
};
/** As many windows of one person. */
const windows = (many: number) => {
  const folder = join(root, `${++count}`);
  return Array.from({ length: many }, () => new Begun(folder, fail));
};

it("the same is done once at a time, whichever window begins it", async () => {
  const [one, two] = windows(2);
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const first = one?.once(["a", "b"], async () => {
    started.resolve();
    await promise;
    done.push("one");
  });
  expect(await one?.once(["b"], async () => void done.push("again"))).toBe(false);
  await started.promise;
  expect(await two?.once(["b"], async () => void done.push("two"))).toBe(false);
  expect(await two?.once(["c"], async () => void done.push("other"))).toBe(true);
  resolve();
  expect(await first).toBe(true);
  expect(done).toEqual(["other", "one"]);
  expect(await two?.once(["a"], async () => void done.push("after"))).toBe(true);
});

it("a click that follows at once does nothing, also when all was over before it", async () => {
  const [one] = windows(1);
  const done: number[] = [];
  expect(await one?.once(["a"], async () => void done.push(1))).toBe(true);
  expect(await one?.once(["a"], async () => void done.push(2))).toBe(false);
  await expect.poll(() => one?.once(["a"], async () => void done.push(3))).toBe(true);
  expect(done).toEqual([1, 3]);
});

it("what may be repeated follows itself at once, but is not done twice at a time", async () => {
  const [one] = windows(1);
  const done: number[] = [];
  const read = (count: number) => one?.once(["a"], async () => void done.push(count), { repeatable: true });
  expect(await Promise.all([read(1), read(2)])).toEqual([true, false]);
  await expect.poll(() => read(3)).toBe(true);
  expect(done).toEqual([1, 3]);
});

it("what fails is over", async () => {
  const [one, two] = windows(2);
  await expect(one?.once(["a"], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await two?.once(["a"], async () => {})).toBe(true);
});

it("is done where no lock can be written", async () => {
  const folder = join(root, "file");
  writeFileSync(folder, "");
  const told: string[] = [];
  expect(await new Begun(folder, (message) => told.push(message)).once(["a"], async () => {})).toBe(true);
  expect(told).toEqual([expect.stringContaining("Other windows could not be asked")]);
});
