import { describe, expect, it, onTestFinished } from "vitest";
import { Listening } from "../../../client/webhooks/listening.ts";
import { SandboxRegistration } from "../../../client/webhooks/sandbox-registration.ts";
import type { SandboxDirectory } from "../../../shared/sandbox/directory.ts";
import { apis } from "../../../shared/apis/index.ts";
import { startReceiver } from "../../../shared/webhooks/receiver.ts";

const directory = { apis: {} } as SandboxDirectory; // The rest is not asked for.

/** A sandbox that runs or does not, a window that is used or not, and a clock that is moved by hand. */
function world() {
  const said: boolean[] = [];
  let next: (() => void) | undefined;
  const state = { runs: true, active: true, used: true, changes: 0 };
  const registration = new SandboxRegistration({
    find: async () => (state.runs && state.active ? directory : undefined),
    async tell(isHere) {
      if (state.runs) said.push(isHere);
      return state.runs;
    },
    isInUse: () => state.used,
    changed: () => state.changes++,
    after(_, then) {
      next = then;
      return () => {
        next = undefined;
      };
    },
  });
  return { state, said, registration, pass: () => next?.(), isWaiting: () => next !== undefined };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the sandbox sends here", () => {
  it("also when it starts later, and no more in the end", async () => {
    const { state, said, registration, pass, isWaiting } = world();
    state.runs = false;
    await registration.look();
    expect(registration.isRegistered).toBe(false);
    state.runs = true;
    pass();
    await settled();
    expect(registration.isRegistered).toBe(true);
    expect(state.changes).toBe(2);
    await registration.end();
    expect(said).toEqual([true, false]);
    expect(isWaiting()).toBe(false);
  });

  it("again when it was started again", async () => {
    const { state, said, registration, pass } = world();
    state.used = false;
    await registration.look();
    for (const runs of [false, true]) {
      state.runs = runs;
      pass();
      await settled();
    }
    expect(said).toEqual([true, true]);
    expect(registration.isRegistered).toBe(true);
  });

  it("and to another window while that is used", async () => {
    const { state, said, registration, pass } = world();
    await registration.look();
    state.used = false;
    pass();
    await settled();
    expect(said).toEqual([true]);
    state.used = true;
    pass();
    await settled();
    expect(said).toEqual([true, true]);
  });

  it("not while another environment is active", async () => {
    const { state, said, registration } = world();
    await registration.look();
    state.active = false;
    await registration.look();
    expect(said).toEqual([true, false]);
    expect(registration.isRegistered).toBe(false);
    await registration.end();
    expect(said).toEqual([true, false]);
  });
});

it("an address that is none is no sandbox", async () => {
  const registration = new SandboxRegistration({
    find: () => Promise.reject(new Error("It is no address.")),
    tell: async () => true,
    isInUse: () => true,
    changed() {},
    after: () => () => {},
  });
  await registration.look();
  expect(registration.isRegistered).toBe(false);
});

describe("the receiver of a window", () => {
  function listening() {
    const { said, registration } = world();
    const states: string[] = [];
    const own: Listening = new Listening({
      async start() {
        const receiver = await startReceiver(apis, {
          settings: () => ({ encoding: "hex", prefix: "" }),
          onDelivery: () => {},
        });
        onTestFinished(() => receiver.close());
        return { receiver, registration };
      },
      changed: () => states.push(own.state.kind),
    });
    return { own, states, said };
  }

  it("is started once, and stopped", async () => {
    const { own, states, said } = listening();
    const [one, two] = await Promise.all([own.start(), own.start()]);
    expect(one).toBe(two);
    expect(await own.start()).toBe(one);
    await own.stop();
    await one.closed;
    expect(states).toEqual(["starting", "on", "off"]);
    expect(said).toEqual([true, false]);
  });

  it("says when it has ended by itself, and is started again", async () => {
    const { own, states, said } = listening();
    const receiver = await own.start();
    await receiver.close();
    await settled();
    expect(states).toEqual(["starting", "on", "ended"]);
    expect(said).toEqual([true, false]);
  });

  it("is off when it can't be started", async () => {
    const states: string[] = [];
    const own: Listening = new Listening({
      start: () => Promise.reject(new Error("The port is taken.")),
      changed: () => states.push(own.state.kind),
    });
    await expect(own.start()).rejects.toThrow("The port is taken.");
    expect(states).toEqual(["starting", "off"]);
    await own.stop();
  });
});
