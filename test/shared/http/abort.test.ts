import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "../../../shared/http/clock.ts";
import type { RequestError } from "../../../shared/http/errors.ts";
import { byMethod, call, callerOf, failure, operation } from "./calls.ts";
import { json, raw, replyHead, serve, silent, type Step } from "./server.ts";

const clock = systemClock;

/** Aborts, and expects the call to end before the event loop takes its next turn, however busy the machine is. */
async function abort(aborter: AbortController, sent: Promise<unknown>): Promise<RequestError> {
  let ended = false;
  const error = failure(sent).finally(() => {
    ended = true;
  });
  aborter.abort();
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toBe(true);
  return error;
}

describe("an abort ends at once", () => {
  const stall = raw("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{", "stall");
  const waits: [name: string, id: string, step: Step, begins: "asked" | "head" | "sleep", outcome: string][] =
    [
      ["the wait for a reply", byMethod.GET, silent, "asked", "unknown"],
      ["the wait for the reply to a POST", byMethod.POST, silent, "asked", "unknown"],
      ["the wait for a body", byMethod.GET, stall, "head", "unknown"],
      ["a stated wait", byMethod.POST, json({}, 429, { "retry-after": "100" }), "sleep", "rejected"],
      ["a backoff", byMethod.GET, json({}, 503), "sleep", "unknown"],
    ];
  it.for(waits)("%s", async ([, id, step, begins, outcome]) => {
    const begun = { asked: Promise.withResolvers<void>(), sleep: Promise.withResolvers<void>() };
    const server = await serve((...all) => {
      step(...all);
      begun.asked.resolve();
    });
    const head = replyHead(server.origin);
    const aborter = new AbortController();
    const sent = call(id, server.baseUrl, {
      signal: aborter.signal,
      clock: {
        ...systemClock,
        sleep(...all) {
          const sleep = systemClock.sleep(...all);
          begun.sleep.resolve();
          return sleep;
        },
      },
    });
    await (begins === "head" ? head : begun[begins].promise);
    const error = await abort(aborter, sent);
    expect(error).toMatchObject({ kind: "aborted", outcome, attempts: 1 });
    const doubts = id === byMethod.POST && outcome === "unknown";
    expect(error.message.includes("Whether it was carried out is unknown")).toBe(doubts);
  });

  it("the wait for a handshake, and nothing was sent", async () => {
    const greeted = Promise.withResolvers<void>();
    const server = createServer((socket) => void socket.once("data", () => greeted.resolve()));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    const aborter = new AbortController();
    const sent = call(byMethod.POST, `https://127.0.0.1:${port}/v1`, { clock, signal: aborter.signal });
    await greeted.promise;
    expect(await abort(aborter, sent)).toMatchObject({ kind: "aborted", outcome: "not-sent" });
  });

  it("the wait for a token, while others still get it", async () => {
    const aborter = new AbortController();
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const server = await serve(
      (...all) => {
        asked.resolve();
        void held.promise.then(() =>
          json({ access_token: "t1", token_type: "Bearer", expires_in: 3600 })(...all),
        );
      },
      json({ success: true, data: {} }),
    );
    const named = operation("social.posts.create");
    const caller = callerOf(named.id, server.baseUrl, { clock });
    const patient = caller.call(named, named.samples[0]);
    const first = caller.call(named, named.samples[0], { signal: aborter.signal });
    await asked.promise;
    expect(await abort(aborter, first)).toMatchObject({ kind: "aborted", outcome: "not-sent" });
    held.resolve();
    expect(await patient).toMatchObject({ status: 200 });
    expect(server.received.map(({ url }) => url)).toEqual(["/v1/auth/token", "/v1/posts"]);
  });
});

it("an abort beforehand sends nothing", async () => {
  const server = await serve(json({}));
  const error = await failure(call(byMethod.POST, server.baseUrl, { signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ kind: "aborted", outcome: "not-sent" });
  expect(server.received).toEqual([]);
});

it("an abort between the pages of a list ends it", async () => {
  const aborter = new AbortController();
  const asked = Promise.withResolvers<void>();
  const server = await serve(json({ data: [{ id: "srv_1" }], meta: { next_cursor: "two" } }), () =>
    asked.resolve(),
  );
  const named = operation("cloud-v1.servers.list");
  const listing = callerOf(named.id, server.baseUrl, { clock }).list(named, {}, { signal: aborter.signal });
  const pages = listing.pages();
  await pages.next();
  const next = pages.next();
  await asked.promise;
  expect(await abort(aborter, next)).toMatchObject({ kind: "aborted" });
  expect(listing.position).toEqual({ cursor: "two" });
});

describe("the system's clock", () => {
  it("rejects a sleep with the signal's reason, also one that was aborted before", async () => {
    const reason = new Error("enough");
    await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    const aborter = new AbortController();
    const sleep = systemClock.sleep(60_000, aborter.signal);
    aborter.abort(reason);
    await expect(sleep).rejects.toBe(reason);
  });

  it.for([2 ** 31, 1e12, Number.POSITIVE_INFINITY])("does not let %d ms pass at once", (milliseconds) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let passed = 0;
    const callOff = systemClock.after(milliseconds, () => passed++);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(passed).toBe(0);
    vi.advanceTimersByTime(1);
    expect(passed).toBe(1);
    callOff();
  });

  it("calls nobody back who has called it off", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    systemClock.after(10, () => expect.unreachable())();
    vi.runAllTimers();
  });
});
