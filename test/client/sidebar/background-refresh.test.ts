import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { BackgroundRefresh } from "../../../client/sidebar/background-refresh.ts";

/** A clock that stands still until `pass` is called, and lists by name. */
function setUp(lists = ["posts", "users"]) {
  const state = {
    interval: 30_000,
    isActive: true,
    allowed: new Set(lists),
    waits: [] as number[],
    read: [] as string[],
    reading: 0,
    hold: undefined as Promise<void> | undefined,
  };
  let due: (() => void) | undefined;
  const refresh = new BackgroundRefresh<string>({
    interval: () => state.interval,
    isActive: () => state.isActive,
    lists: () => lists,
    mayRead: (list) => state.allowed.has(list),
    async read(list) {
      expect(++state.reading).toBe(1);
      state.read.push(list);
      await state.hold;
      state.reading--;
    },
    after(time, then) {
      state.waits.push(time);
      due = then;
      return () => (due = undefined);
    },
  });
  const pass = async () => {
    const run = due;
    due = undefined;
    run?.();
    await setImmediate(); // After all that the round does without waiting for `hold`.
  };
  return { state, refresh, pass, isWaiting: () => due !== undefined };
}

it("reads every list in turn, round after round", async () => {
  const { state, pass } = setUp();
  expect(state.read).toEqual([]);
  await pass();
  await pass();
  expect(state.read).toEqual(["posts", "users", "posts", "users"]);
  expect(state.waits).toEqual([30_000, 30_000, 30_000]);
});

it("does nothing when it is off, until it is set", async () => {
  const { state, refresh, pass, isWaiting } = setUp();
  state.interval = 0;
  refresh.changed();
  expect(isWaiting()).toBe(false);
  await pass();
  state.interval = 60_000;
  refresh.changed();
  await pass();
  expect(state.read).toEqual(["posts", "users"]);
  expect(state.waits).toEqual([30_000, 60_000, 60_000]);
});

it("lets a wait go on when another setting changes", () => {
  const { state, refresh } = setUp();
  refresh.changed();
  expect(state.waits).toEqual([30_000]);
});

it("waits while nobody looks, and leaves a low budget alone", async () => {
  const { state, pass } = setUp();
  state.isActive = false;
  await pass();
  expect(state.read).toEqual([]);
  state.isActive = true;
  state.allowed.delete("posts");
  await pass();
  expect(state.read).toEqual(["users"]);
});

it("never reads twice at a time, also when the interval changes meanwhile", async () => {
  const { state, refresh, pass, isWaiting } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  await pass();
  state.interval = 60_000;
  refresh.changed();
  expect(isWaiting()).toBe(false);
  resolve();
  await pass();
  expect(state.read).toEqual(["posts", "users"]);
  expect(state.waits).toEqual([30_000, 60_000]);
});

it("ends within a round", async () => {
  const { state, refresh, pass, isWaiting } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  await pass();
  refresh.dispose();
  resolve();
  await pass();
  expect(state.read).toEqual(["posts"]);
  expect(isWaiting()).toBe(false);
});
