import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { apis } from "../../../shared/apis/index.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import { receiversAt } from "../../../shared/sandbox/controls.ts";
import { startSandbox } from "../../../shared/sandbox/server.ts";
import { type RegistrationHost, SandboxRegistration } from "../../../shared/webhooks/sandbox-registration.ts";
import { freePort } from "../../free-port.ts";
import { handler } from "./handlers.ts";

const transport = createTransport();
afterAll(() => transport.close());

/** A sandbox that can be started again at its address. */
async function restartable() {
  const port = await freePort();
  let running = await startSandbox(apis, { port });
  onTestFinished(() => running.close());
  const { url } = running.directory;
  return {
    url,
    receivers: async () => Object.fromEntries((await receiversAt(transport, url)) ?? []),
    restart: async () => {
      await running.close();
      running = await startSandbox(apis, { port });
    },
  };
}

/** The port of a program that answers. */
async function running() {
  const url = await handler(async () => 405);
  return Number(new URL(url).port);
}

/** A listener whose surroundings change, and whose clock is moved by hand. */
function listener(url: string, port: number) {
  const state = { isFound: true, isInUse: false, changes: 0 };
  const addresses = {
    content: `http://127.0.0.1:${port}/content`,
    social: `http://127.0.0.1:${port}/social`,
  };
  let next: (() => void) | undefined;
  const host: RegistrationHost = {
    addresses,
    transport: async () => transport,
    find: async () => (state.isFound ? url : undefined),
    isInUse: () => state.isInUse,
    changed: () => state.changes++,
    after(_, then) {
      next = then;
      return () => {
        next = undefined;
      };
    },
  };
  return {
    addresses,
    state,
    registration: new SandboxRegistration(host),
    pass: () => next?.(),
    isWaiting: () => next !== undefined,
  };
}

describe("the sandbox sends here", () => {
  it("also when it starts later, and no more in the end", async () => {
    const { url, receivers } = await restartable();
    const { state, registration, addresses, pass, isWaiting } = listener(url, 1);
    state.isFound = false;
    await registration.look();
    expect(registration.state).toBe("not running");
    state.isFound = true;
    pass();
    await expect.poll(() => registration.state).toBe("here");
    expect(await receivers()).toEqual(addresses);
    expect(state.changes).toBe(2);
    await registration.end();
    expect(await receivers()).toEqual({});
    expect(isWaiting()).toBe(false);
  });

  it("again when it was started again between two looks", async () => {
    const { url, receivers, restart } = await restartable();
    const { registration, addresses } = listener(url, 1);
    await registration.look();
    await restart();
    expect(await receivers()).toEqual({});
    await registration.look();
    expect(await receivers()).toEqual(addresses);
    expect(registration.state).toBe("here");
  });

  it("until another registers, and then for what that does not take", async () => {
    const { url, receivers } = await restartable();
    const [one, two] = [listener(url, 1), listener(url, await running())];
    await one.registration.look();
    await two.registration.look();
    await one.registration.look();
    expect(await receivers()).toEqual(two.addresses);
    expect([one.registration.state, two.registration.state]).toEqual(["elsewhere", "here"]);
    await one.registration.end();
    expect(await receivers()).toEqual(two.addresses);
  });

  it("again when the other has ended", async () => {
    const { url, receivers } = await restartable();
    const [one, two] = [listener(url, 1), listener(url, await running())];
    await one.registration.look();
    await two.registration.look();
    await two.registration.end();
    await one.registration.look();
    expect(await receivers()).toEqual(one.addresses);
    expect(one.registration.state).toBe("here");
  });

  it("again when the other was ended without a word, and a handler that is not there keeps what is its own", async () => {
    const { url, receivers } = await restartable();
    const [one, gone] = [listener(url, 1), listener(url, await freePort())];
    await one.registration.look();
    await gone.registration.look();
    const byHand = `http://127.0.0.1:${await freePort()}/hooks`;
    await fetch(`${url}/_sandbox/webhooks/social`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: byHand }),
    });
    expect(await receivers()).toEqual({ content: gone.addresses.content, social: byHand });
    await one.registration.look();
    expect(await receivers()).toEqual({ content: one.addresses.content, social: byHand });
    expect([one.registration.state, one.state.changes]).toEqual(["here", 1]);
  });

  it("and to another window once that is used", async () => {
    const { url, receivers } = await restartable();
    const [one, two] = [listener(url, 1), listener(url, await running())];
    one.state.isInUse = true;
    await one.registration.look();
    await two.registration.look();
    // What registers while this window is used is in its terminal, or was begun elsewhere on purpose.
    await one.registration.look();
    expect(await receivers()).toEqual(two.addresses);
    one.state.isInUse = false;
    await one.registration.look();
    one.state.isInUse = true;
    await one.registration.look();
    expect(await receivers()).toEqual(one.addresses);
  });

  it("not while another environment is active", async () => {
    const { url, receivers } = await restartable();
    const { state, registration } = listener(url, 1);
    await registration.look();
    state.isFound = false;
    await registration.look();
    expect(await receivers()).toEqual({});
    expect(registration.state).toBe("not running");
  });
});

it("an address that is none is no sandbox", async () => {
  const registration = new SandboxRegistration({
    addresses: {},
    transport: async () => transport,
    find: () => Promise.reject(new Error("It is no address.")),
    isInUse: () => true,
    changed() {},
    after: () => () => {},
  });
  await registration.look();
  expect(registration.state).toBe("not running");
});
