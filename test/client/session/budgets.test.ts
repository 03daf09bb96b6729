import { expect, it } from "vitest";
import { Budgets, isLow } from "../../../client/session/budgets.ts";
import {
  factsOf,
  statusSpoken,
  lineOf,
  statusText,
  whose,
  statusTooltip,
  summaryOf,
} from "../../../client/limits/budget-text.ts";
import type { Api, Budget } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";

const start = new Date(2026, 4, 4, 23, 59, 0).getTime();

function setUp() {
  const clock = { now: start };
  const budgets = new Budgets(() => clock.now);
  const api = (slug: string): Api => {
    const found = apis.find((each) => each.slug === slug);
    if (!found) throw new Error(slug);
    return found;
  };
  const reply = (slug: string, budget: Budget, environment = "sandbox", origin = "https://a.example.com") =>
    budgets.replied(api(slug), { api: slug, environment, origin }, budget);
  const last = (environment = "sandbox") => {
    const use = budgets.in(environment).at(-1);
    if (!use) throw new Error("nothing was used");
    return use;
  };
  const facts = (refreshes = false) =>
    Object.fromEntries(
      factsOf(last(), { key: "the keychain", reserve: 0.2, refreshes, now: clock.now }).map((fact) => [
        fact.label,
        fact.facts
          ? fact.facts.map(({ label, description }) => `${label}: ${description}`)
          : fact.description,
      ]),
    );
  return { clock, budgets, reply, last, facts };
}

const inSeconds = (seconds: number) => start / 1000 + seconds;

it("keeps the budget of each key apart, the one used last at the end", () => {
  const { budgets, reply, last } = setUp();
  reply("admin", { limit: 100, remaining: 99, reset: inSeconds(60) });
  reply("deploy", { remaining: 50 });
  reply("admin", { limit: 1000, remaining: 7, reset: inSeconds(60) }, "live");
  reply("admin", { limit: 100, remaining: 98, reset: inSeconds(60) });
  expect(budgets.in("sandbox").map(({ api, remaining }) => [api.slug, remaining])).toEqual([
    ["deploy", 50],
    ["admin", 98],
  ]);
  expect(last("live").remaining).toBe(7);
  expect(budgets.in("staging")).toEqual([]);
});

it("shows only what is known", () => {
  const { reply, last } = setUp();
  expect(statusText("sandbox", undefined)).toBe("$(beaker) Sandbox");
  reply("admin", { limit: 1000, remaining: 994, reset: inSeconds(60) });
  expect(statusText("sandbox", last())).toBe("$(beaker) Sandbox · Administration 994/1,000");
  expect(statusSpoken("sandbox", last())).toMatch(/994 of 1,000 requests left of /);
  reply("deploy", { remaining: 50 });
  expect(statusText("sandbox", last())).toBe("$(beaker) Sandbox · Deployment platform 50 left");
  reply("content", {});
  expect(statusText("sandbox", last())).toBe("$(beaker) Sandbox");
  expect(summaryOf(last())).toBe("1 reply today");
});

it("says whose a budget is", () => {
  const { reply, last } = setUp();
  reply("admin", { limit: 1000, remaining: 994, reset: inSeconds(60) });
  expect(lineOf(last())).toBe("994/1,000");
  reply("admin", { limit: 1000, remaining: 7, reset: inSeconds(60) }, "live");
  expect(lineOf(last("live"))).toBe(`7/1,000 · ${new URL(last("live").owner.origin).host}`);
  expect(whose(last("live"))).toBe(`Administration in the Live environment, at ${last("live").owner.origin}`);
  expect(statusText("live", last("live"))).toMatch(/Live · Administration 7\/1,000$/);
});

it("forgets what was left when the time for it is over", () => {
  const { clock, reply, last } = setUp();
  reply("admin", { limit: 100, remaining: 3, reset: inSeconds(90) });
  clock.now += 89_999;
  expect(last()).toMatchObject({ limit: 100, remaining: 3, reset: start + 90_000 });
  clock.now += 1;
  expect(last().remaining).toBeUndefined();
  expect(last().reset).toBeUndefined();
  expect(last().limit).toBe(100);
  reply("deploy", { remaining: 3 });
  clock.now += 60_000;
  expect(last().remaining).toBeUndefined();
});

it("reads a reset in milliseconds too", () => {
  const { reply, last } = setUp();
  reply("admin", { limit: 100, remaining: 3, reset: start + 5000 });
  expect(last().reset).toBe(start + 5000);
  reply("admin", { limit: 100, remaining: 3, reset: 999_999_999_999_999 });
  expect(() => new Date(last().reset ?? 0).toISOString()).not.toThrow();
});

it("keeps a budget that the next reply does not repeat", () => {
  const { reply, last } = setUp();
  reply("admin", { limit: 100, remaining: 42, reset: inSeconds(60) });
  reply("admin", {});
  expect(last()).toMatchObject({ remaining: 42, today: 2 });
});

it("counts replies by the day", () => {
  const { clock, reply, last, facts } = setUp();
  reply("creative", {});
  reply("creative", {});
  expect(facts()).toMatchObject({
    "Replies today": "2, the last at 23:59:00",
    Remaining: "replies do not say",
    "Documented limits": [
      "Starter: 60 per minute, 10,000 per day",
      "Professional: 300 per minute, 100,000 per day",
      "Enterprise: custom per minute, unlimited per day",
    ],
  });
  clock.now += 120_000;
  expect(last().today).toBe(0);
  reply("creative", {});
  expect(last().today).toBe(1);
});

it("is low below the reserve, and at nothing", () => {
  expect(isLow({ limit: 100, remaining: 20 }, 0.2)).toBe(false);
  expect(isLow({ limit: 100, remaining: 19 }, 0.2)).toBe(true);
  expect(isLow({ remaining: 1 }, 0.2)).toBe(false);
  expect(isLow({ remaining: 0 }, 0)).toBe(true);
});

it("says that the background refresh is paused, and when there is more", () => {
  const { reply, facts } = setUp();
  reply("admin", { limit: 100, remaining: 5, reset: inSeconds(120) });
  expect(facts()).not.toHaveProperty("Refresh is paused");
  expect(facts(true)).toMatchObject({
    "Refresh is paused": "below the reserve",
    Remaining: "5",
    Limit: "100",
    Reset: expect.stringMatching(/, in 2 minutes$/),
    Key: "the keychain",
    Address: "https://a.example.com",
  });
});

it("tells of changes until it is not asked any more", () => {
  const { budgets, reply } = setUp();
  let told = 0;
  const listening = budgets.onDidChange(() => told++);
  reply("admin", {});
  listening.dispose();
  reply("admin", {});
  expect(told).toBe(1);
});

it("puts nothing into the tooltip that Markdown would read", () => {
  const { budgets, reply } = setUp();
  reply("admin", { limit: 100, remaining: 5, reset: inSeconds(30) }, "[x](command:y)");
  const tooltip = statusTooltip("[x](command:y)", budgets.in("[x](command:y)"), start);
  expect(tooltip).toContain("\\[x\\]\\(command\\:y\\)");
  expect(tooltip.split("\n").at(-1)).toMatch(/ \| 5\/100 \| within a minute \| 1$/);
  expect(statusText("$(error)", undefined)).not.toContain("$(error)");
});
