import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../../shared/http/clock.ts";
import { byMethod, call, callerOf, failure, operation } from "./calls.ts";
import { json, raw, serve, silent, type Step } from "./server.ts";

const clock = systemClock;

/** Aborts once the server has been asked, and gives the error and how long it took to come. */
async function abortWhile(id: string, step: Step, settle = 30) {
  const aborter = new AbortController();
  let aborted = 0;
  const server = await serve((...all) => {
    step(...all);
    setTimeout(() => {
      aborted = performance.now();
      aborter.abort();
    }, settle);
  });
  const error = await failure(call(id, server.baseUrl, { clock, signal: aborter.signal }));
  return { error, took: performance.now() - aborted };
}

describe("an abort ends at once", () => {
  const waits: [name: string, id: string, step: Step, outcome: string][] = [
    ["the wait for a reply", byMethod.GET, silent, "unknown"],
    ["the wait for the reply to a POST", byMethod.POST, silent, "unknown"],
    [
      "the wait for a body",
      byMethod.GET,
      raw("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{", "stall"),
      "unknown",
    ],
    ["a stated wait", byMethod.POST, json({}, 429, { "retry-after": "100" }), "rejected"],
    ["a backoff", byMethod.GET, json({}, 503), "unknown"],
  ];
  it.for(waits)("%s", async ([, id, step, outcome]) => {
    const { error, took } = await abortWhile(id, step);
    expect(error).toMatchObject({ kind: "aborted", outcome, attempts: 1 });
    expect(took).toBeLessThan(100);
  });

  it("the wait for a handshake, and nothing was sent", async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    const aborter = new AbortController();
    setTimeout(() => aborter.abort(), 30);
    const error = await failure(
      call(byMethod.POST, `https://127.0.0.1:${port}/v1`, { clock, signal: aborter.signal }),
    );
    expect(error).toMatchObject({ kind: "aborted", outcome: "not-sent" });
  });

  it("the wait for a token, while others still get it", async () => {
    const aborter = new AbortController();
    const held = Promise.withResolvers<void>();
    const server = await serve(
      (...all) =>
        void held.promise.then(() =>
          json({ access_token: "t1", token_type: "Bearer", expires_in: 3600 })(...all),
        ),
      json({ success: true, data: {} }),
    );
    const named = operation("social.posts.create");
    const caller = callerOf(named.id, server.baseUrl, { clock });
    const patient = caller.call(named, named.samples[0]);
    const first = failure(caller.call(named, named.samples[0], { signal: aborter.signal }));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const start = performance.now();
    aborter.abort();
    expect(await first).toMatchObject({ kind: "aborted", outcome: "not-sent" });
    expect(performance.now() - start).toBeLessThan(100);
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
  const server = await serve(json({ data: [{ id: "srv_1" }], meta: { next_cursor: "two" } }), silent);
  const named = operation("cloud-v1.servers.list");
  const listing = callerOf(named.id, server.baseUrl, { clock }).list(named, {}, { signal: aborter.signal });
  const pages = listing.pages();
  await pages.next();
  const next = failure(pages.next());
  setTimeout(() => aborter.abort(), 20);
  expect(await next).toMatchObject({ kind: "aborted" });
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

  it.for([2 ** 31, 1e12, Number.POSITIVE_INFINITY])(
    "does not let a sleep of %d ms end at once",
    async (milliseconds) => {
      const aborter = new AbortController();
      const sleep = systemClock.sleep(milliseconds, aborter.signal).then(
        () => "over",
        () => "aborted",
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      aborter.abort();
      expect(await sleep).toBe("aborted");
    },
  );
});
