import { describe, expect, it } from "vitest";
import { repeatabilityOf } from "../../../shared/http/consequences.ts";
import { backoff, longestWait, maxAttempts, statedWait } from "../../../shared/http/retry.ts";
import { byMethod, call, failure } from "./calls.ts";
import { testClock } from "./clock.ts";
import { json, serve } from "./server.ts";

const now = Date.parse("2026-09-01T12:00:00Z");
const seconds = (time: number) => String(Math.round(time / 1000));
const imf = (time: number) => new Date(time).toUTCString();

describe("the stated wait", () => {
  const reset = "X-RateLimit-Reset";
  const table: [what: string, headers: Record<string, string>, wait: number | undefined][] = [
    ["seconds", { "retry-after": "5" }, 5000],
    ["seconds with blanks around", { "retry-after": " 5 " }, 5000],
    ["zero seconds", { "retry-after": "0" }, 0],
    ["very many seconds", { "retry-after": "1000000000" }, 1e12],
    ["a date", { "retry-after": imf(now + 7000) }, 7000],
    [
      "a date by a server whose clock is wrong",
      { "retry-after": imf(now + 3_607_000), date: imf(now + 3_600_000) },
      7000,
    ],
    ["a date that is over", { "retry-after": imf(now - 7000) }, undefined],
    ["a negative number", { "retry-after": "-1" }, undefined],
    ["an exponent", { "retry-after": "1e9" }, undefined],
    ["a hexadecimal number", { "retry-after": "0x10" }, undefined],
    ["a unit", { "retry-after": "10s" }, undefined],
    ["two values", { "retry-after": "5, 10" }, undefined],
    ["a fraction", { "retry-after": "1.5" }, undefined],
    ["a word", { "retry-after": "Infinity" }, undefined],
    ["nothing", { "retry-after": "" }, undefined],
    ["an ISO date", { "retry-after": "2026-09-01T13:00:00Z" }, undefined],
    ["the reset, in seconds", { "x-ratelimit-reset": seconds(now + 9000) }, 9000],
    ["the reset, in milliseconds", { "x-ratelimit-reset": String(now + 9000) }, 9000],
    [
      "the reset by a server whose clock is wrong",
      { "x-ratelimit-reset": seconds(now - 51_000), date: imf(now - 60_000) },
      9000,
    ],
    ["a reset that is over", { "x-ratelimit-reset": seconds(now - 9000) }, undefined],
    ["a reset that is no number", { "x-ratelimit-reset": "soon" }, undefined],
    ["both: Retry-After goes first", { "retry-after": "2", "x-ratelimit-reset": seconds(now + 9000) }, 2000],
    [
      "both: one that cannot be believed hides the other",
      { "retry-after": "soon", "x-ratelimit-reset": seconds(now + 9000) },
      undefined,
    ],
    ["no header", {}, undefined],
  ];
  it.for(table)("%s", ([, headers, wait]) => {
    expect(statedWait(headers, reset, now)).toBe(wait);
  });

  const values = [
    ..."0 1 5 119 120 121 00005 86400 2147483647 2147483648 4294967296 1e3 1E3 0x10 0b1 0o7 5s 5ms 5. .5 1.5 -0 -1 +1".split(
      " ",
    ),
    ..."5,10|5, 10|5;10|1 000|1_000|１２|٣|NaN|Infinity|-Infinity|null|undefined|true|soon|now|{}|[]|\"5\"|'5'".split(
      "|",
    ),
    "",
    " ",
    "5 ",
    "\t5",
    "9".repeat(15),
    "9".repeat(16),
    "9".repeat(400),
    imf(now + 60_000),
    imf(now),
    imf(now - 60_000),
    imf(now + 60_000).replace("GMT", "UTC"),
    imf(now + 60_000).replace("GMT", "+0000"),
    imf(now + 60_000).toLowerCase(),
    new Date(now + 60_000).toISOString(),
    "Sun, 99 Foo 2026 12:00:00 GMT",
    "Tuesday, 01-Sep-26 12:01:00 GMT",
    "Tue Sep  1 12:01:00 2026",
  ];
  it(`${values.length} values: believed where they are digits, or a date to come`, () => {
    expect(values.length).toBeGreaterThanOrEqual(60);
    const believed = (headers: Record<string, string>) => statedWait(headers, reset, now);
    for (const value of values) {
      const digits = /^\d+$/.test(value.trim());
      const wait = believed({ "retry-after": value });
      const isDate = value === imf(now + 60_000);
      expect(wait, JSON.stringify(value)).toBe(digits ? Number(value) * 1000 : isDate ? 60_000 : undefined);
      const until = believed({ "x-ratelimit-reset": value });
      if (until !== undefined) {
        expect(value).toMatch(/^\d{1,15}$/);
        expect(until).toBeGreaterThan(0);
        expect(Number.isFinite(until)).toBe(true);
      }
    }
  });

  it("does not read a reset header that the API does not document", () => {
    expect(statedWait({ "x-ratelimit-reset": seconds(now + 9000) }, undefined, now)).toBeUndefined();
  });
});

it("the backoff doubles up to eight seconds, jittered downwards by half at most", () => {
  expect([1, 2, 3, 4, 5, 40].map((attempt) => backoff(attempt, 1))).toEqual([
    1000, 2000, 4000, 8000, 8000, 8000,
  ]);
  expect([1, 2].map((attempt) => backoff(attempt, 0))).toEqual([500, 1000]);
});

it("only GET, PUT and DELETE may be sent twice", () => {
  expect(
    (["GET", "PUT", "DELETE", "POST", "PATCH"] as const).filter(
      (method) => repeatabilityOf(method, false) !== "once",
    ),
  ).toEqual(["GET", "PUT", "DELETE"]);
  expect([maxAttempts, longestWait]).toEqual([3, 120_000]);
});

describe("after a 429", () => {
  const refusal = (headers: Record<string, string>) =>
    json({ error: { message: "slow down" } }, 429, headers);

  it("waits as long as the server says, a POST too, and sends again", async () => {
    const clock = testClock();
    const server = await serve(refusal({ "retry-after": "120" }), json({ id: "usr_1" }, 201));
    expect(await call(byMethod.POST, server.baseUrl, { clock })).toMatchObject({ status: 201, attempts: 2 });
    expect(clock.waits).toEqual([120_000]);
  });

  it("tells of the wait before it begins", async () => {
    const waits: unknown[] = [];
    const server = await serve(refusal({ "retry-after": "3" }), json({ id: "usr_1" }, 201));
    await call(byMethod.POST, server.baseUrl, {
      onWait: (span, { kind, fault }) => waits.push([span, kind, fault?.status]),
    });
    expect(waits).toEqual([[3000, "rate-limited", 429]]);
  });

  it("fails at once with the time of the next try when the wait is too long", async () => {
    const clock = testClock(now);
    const server = await serve(refusal({ "retry-after": "121" }));
    const error = await failure(call(byMethod.GET, server.baseUrl, { clock }));
    expect(error.retryAt).toEqual(new Date(now + 121_000));
    expect(error.message).toContain("2026-09-01T12:02:01.000Z");
    expect(clock.waits).toEqual([]);
  });

  it("has a time even for a wait that no calendar holds", async () => {
    const server = await serve(refusal({ "retry-after": "9".repeat(300) }));
    const error = await failure(call(byMethod.GET, server.baseUrl));
    expect(error.retryAt?.getTime()).toBe(8.64e15);
  });

  it("backs off when the wait cannot be believed", async () => {
    const clock = testClock();
    const server = await serve(refusal({ "retry-after": "-1" }));
    expect(await failure(call(byMethod.GET, server.baseUrl, { clock }))).toMatchObject({
      kind: "rate-limited",
      retryAt: undefined,
    });
    expect(clock.waits).toEqual([750, 1500]);
  });

  it("takes the reset for the wait where Retry-After is missing", async () => {
    const clock = testClock(now);
    const reset = { "x-ratelimit-reset": seconds(now + 30_000), date: imf(now) };
    const server = await serve(refusal(reset), json({}));
    await call(byMethod.GET, server.baseUrl, { clock });
    expect(clock.waits).toEqual([30_000]);
  });

  it("keeps the API's own fault", async () => {
    const server = await serve(
      json({ error: { code: "TOO_MANY", message: "Slow down." } }, 429, { "retry-after": "500" }),
    );
    const { fault } = await failure(call(byMethod.GET, server.baseUrl));
    expect(fault).toEqual({ status: 429, code: "TOO_MANY", message: "Slow down." });
  });
});

it("the budget is read from each reply, also of one that failed", async () => {
  const budgets: unknown[] = [];
  const limits = (remaining: number) => ({
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": "1788264060",
  });
  const server = await serve(json({}, 503, limits(1)), json({ active_users: 1 }, 200, limits(0)));
  await call(byMethod.GET, server.baseUrl, { onBudget: (budget) => budgets.push(budget) });
  expect(budgets).toEqual([
    { limit: 100, remaining: 1, reset: 1788264060 },
    { limit: 100, remaining: 0, reset: 1788264060 },
  ]);
});
