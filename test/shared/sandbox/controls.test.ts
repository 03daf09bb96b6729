import { afterAll, describe, expect, it } from "vitest";
import { createTransport } from "../../../shared/http/transport.ts";
import { triggerEvent } from "../../../shared/sandbox/controls.ts";
import { json, serve } from "../http/server.ts";

const transport = createTransport();
afterAll(() => transport.close());
const order = { api: "marketplace", event: "order.completed" };

describe("an event that is triggered", () => {
  it("may still be delivered when the sandbox does not answer in time", async () => {
    const silent = await serve(() => {});
    expect(await triggerEvent(transport, silent.origin, order, { patience: 50 })).toBe("late");
  });

  it("may still be delivered when the person does not wait", async () => {
    const ending = new AbortController();
    const silent = await serve(() => ending.abort(130));
    await expect(triggerEvent(transport, silent.origin, order, ending)).rejects.toBe(130);
  });

  it("is not when the sandbox refuses", async () => {
    const refusing = await serve(json({ message: "No such event." }, 404));
    expect(await triggerEvent(transport, refusing.origin, order)).toBeUndefined();
  });
});
