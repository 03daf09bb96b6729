import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { Listening } from "../../../client/webhooks/listening.ts";
import { apis } from "../../../shared/apis/index.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import { receiversAt } from "../../../shared/sandbox/controls.ts";
import { startReceiver } from "../../../shared/webhooks/receiver.ts";
import { SandboxRegistration } from "../../../shared/webhooks/sandbox-registration.ts";
import { sandbox } from "../../shared/sandbox/running.ts";

const transport = createTransport();
afterAll(() => transport.close());

describe("the receiver of a window", () => {
  async function listening() {
    const { url } = await sandbox();
    const states: string[] = [];
    const own: Listening = new Listening({
      async start() {
        const receiver = await startReceiver(apis, {
          settings: () => ({ encoding: "hex", prefix: "" }),
          onDelivery: () => {},
        });
        onTestFinished(() => receiver.close());
        const registration = new SandboxRegistration({
          addresses: receiver.addresses,
          transport: async () => transport,
          find: async () => url,
          isInUse: () => true,
          changed() {},
          after: () => () => {},
        });
        return { receiver, registration };
      },
      changed: () => states.push(own.state.kind),
    });
    const sendsHere = async () => ((await receiversAt(transport, url))?.size ?? 0) > 0;
    return { own, states, sendsHere };
  }

  it("is started once, and stopped", async () => {
    const { own, states, sendsHere } = await listening();
    const [one, two] = await Promise.all([own.start(), own.start()]);
    expect(one).toBe(two);
    expect(await own.start()).toBe(one);
    expect(await sendsHere()).toBe(true);
    await own.stop();
    await one.closed;
    expect(states).toEqual(["starting", "on", "off"]);
    expect(await sendsHere()).toBe(false);
  });

  it("says when it has ended by itself, and is started again", async () => {
    const { own, states, sendsHere } = await listening();
    const receiver = await own.start();
    await receiver.close();
    await expect.poll(sendsHere).toBe(false);
    expect(states).toEqual(["starting", "on", "ended"]);
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
