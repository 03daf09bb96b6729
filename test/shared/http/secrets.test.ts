// The key goes to its own origin, and into no message.
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { byMethod, call, callerOf, failure, key, operation } from "./calls.ts";
import { testClock } from "./clock.ts";
import { deadBaseUrl, json, raw, serve, type Step, text } from "./server.ts";

describe("a redirect", () => {
  it.for([301, 302, 303, 307, 308])(
    "of %d is not followed, neither to the same origin nor to another",
    async (status) => {
      const other = await serve(json({}));
      for (const id of Object.values(byMethod)) {
        const server = await serve(text("", status, { location: `${other.origin}/v1/stolen` }));
        const error = await failure(call(id, server.baseUrl));
        expect(error).toMatchObject({ kind: "unreadable", outcome: "rejected", attempts: 1 });
        expect(error.message).toContain(`redirect to "${other.origin}/v1/stolen"`);
        expect(server.received).toHaveLength(1);
      }
      expect(other.received).toEqual([]);
    },
  );

  it("shows its target as text, without controls", async () => {
    const server = await serve(
      raw("HTTP/1.1 302 Found\r\nlocation: /a\tb\r\ncontent-length: 0\r\n\r\n", "end"),
    );
    expect((await failure(call(byMethod.GET, server.baseUrl))).message).toContain('redirect to "/a b"');
  });

  it("to nowhere is one as well", async () => {
    const server = await serve(text("", 304));
    expect((await failure(call(byMethod.GET, server.baseUrl))).message).toContain("redirect");
  });
});

it("a next link to another origin is not followed", async () => {
  const other = await serve(json({ data: [] }));
  const server = await serve(
    json({ data: [{ id: "a" }] }, 200, { link: `<${other.baseUrl}/instances?cursor=x>; rel="next"` }),
  );
  const named = operation("cloud-v2.instances.list");
  const listing = callerOf(named.id, server.baseUrl).list(named);
  expect(await Array.fromAsync(listing)).toEqual([{ id: "a" }]);
  expect(listing.incomplete).toContain("leads away");
  expect(other.received).toEqual([]);
});

describe("the key is in no error and no trace:", () => {
  const echo: Step = (request, response, received) =>
    json({ error: { code: "bad", message: "Refused." } }, 401)(request, response, received);
  const faults: [string, Step][] = [
    ["a refusal", echo],
    ["a reset", ({ socket }) => void socket.resetAndDestroy()],
    ["truncated JSON", text('{"a":')],
    ["a broken body", raw("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{", "end")],
    ["a success", json({ active_users: 1 })],
  ];
  const spellings = [
    key,
    encodeURIComponent(key),
    Buffer.from(key).toString("base64"),
    Buffer.from(`Bearer ${key}`).toString("base64"),
  ];

  it.for(faults)("%s", async ([, fault]) => {
    const traces: string[] = [];
    for (const id of [...Object.values(byMethod), "social.users.list"]) {
      const server = await serve(fault);
      const outcome = await call(id, server.baseUrl, { trace: (line) => traces.push(line) }).catch(
        (error: unknown) => error,
      );
      traces.push(inspect(outcome, { depth: 20, showHidden: true }));
    }
    for (const spelling of spellings) expect(traces.join("\n")).not.toContain(spelling);
  });

  it("no connection", async () => {
    const error = await failure(call(byMethod.GET, deadBaseUrl));
    for (const spelling of spellings)
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(spelling);
  });
});

it("the trace has a line for each exchange, also for one that failed", async () => {
  const lines: string[] = [];
  const trace = (line: string) => void lines.push(line);
  const [good, bad] = [
    await serve(json({ active_users: 1 })),
    await serve(json({}, 403, { "x-request-id": "req_7" })),
  ];
  const clock = testClock();
  await call(byMethod.GET, good.baseUrl, { trace, clock });
  await failure(call(byMethod.GET, bad.baseUrl, { trace, clock }));
  clock.now = () => 0;
  await failure(call(byMethod.GET, deadBaseUrl, { trace, clock }));
  expect(lines).toEqual([
    `GET ${good.baseUrl}/dashboard/metrics 200 in 0 ms`,
    `GET ${bad.baseUrl}/dashboard/metrics 403 in 0 ms, request req_7`,
    `GET ${deadBaseUrl}/dashboard/metrics unreachable in 0 ms, 3 attempts`,
  ]);
});
