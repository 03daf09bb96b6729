import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { UnderWayRefresh } from "../../../client/sidebar/under-way-refresh.ts";

/** A clock that stands still until `pass` is called, and what is under way by list. */
function setUp(underWay: Record<string, string>) {
  const state = {
    underWay,
    allowed: true,
    waits: [] as number[],
    read: [] as string[],
    hold: undefined as Promise<void> | undefined,
  };
  let due: (() => void) | undefined;
  const refresh = new UnderWayRefresh<string>({
    lists: () => Object.entries(state.underWay).map(([list, what]) => ({ list, what })),
    mayRead: () => state.allowed,
    async read(list) {
      state.read.push(list);
      await state.hold;
    },
    after(time, then) {
      state.waits.push(time);
      due = then;
      return () => (due = undefined);
    },
  });
  refresh.changed();
  const pass = async () => {
    const run = due;
    due = undefined;
    run?.();
    await setImmediate(); // After all that the round does without waiting for `hold`.
  };
  return { state, refresh, pass, isWaiting: () => due !== undefined };
}

it("reads again what is under way, less and less often, and gives up in the end", async () => {
  const { state, pass, isWaiting } = setUp({ servers: "srv_1" });
  for (let rounds = 0; isWaiting() && rounds < 100; rounds++) await pass();
  expect(state.waits.slice(0, 6)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  expect(state.waits.reduce((sum, wait) => sum + wait)).toBeLessThanOrEqual(600_000);
  expect(new Set(state.read)).toEqual(new Set(["servers"]));
  expect(state.read.length).toBe(state.waits.length);
});

it("stops when all is settled, and begins anew with something else", async () => {
  const { state, refresh, pass, isWaiting } = setUp({ servers: "srv_1" });
  await pass();
  state.underWay = {};
  await pass();
  expect(isWaiting()).toBe(false);
  state.underWay = { servers: "srv_2" };
  refresh.changed();
  expect(state.waits).toEqual([5_000, 10_000, 5_000]);
  await pass();
  expect(state.read).toEqual(["servers", "servers"]);
});

it("lets a wait go on when nothing else is under way", () => {
  const { state, refresh } = setUp({ servers: "srv_1" });
  refresh.changed();
  expect(state.waits).toEqual([5_000]);
});

it("does nothing while nothing is under way", () => {
  expect(setUp({}).isWaiting()).toBe(false);
});

it("leaves a low budget alone, and goes on waiting", async () => {
  const { state, pass } = setUp({ servers: "srv_1" });
  state.allowed = false;
  await pass();
  expect(state.read).toEqual([]);
  state.allowed = true;
  await pass();
  expect(state.read).toEqual(["servers"]);
});

it("never reads twice at a time, and ends within a round", async () => {
  const { state, refresh, pass, isWaiting } = setUp({ servers: "srv_1", instances: "ins_1" });
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  await pass();
  state.underWay = { servers: "srv_2" };
  refresh.changed();
  expect(isWaiting()).toBe(false);
  refresh.dispose();
  resolve();
  await setImmediate();
  expect(state.read).toEqual(["servers"]);
  expect(isWaiting()).toBe(false);
});
