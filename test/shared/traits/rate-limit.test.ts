import { expect, it } from "vitest";
import { apis } from "../../../shared/apis/index.ts";

const budget = { limit: 100, remaining: 7, reset: 1_788_264_060 };

it("each API documents its own rate-limit headers", () => {
  const headers = Object.fromEntries(
    apis.map(({ slug, rateLimit }) => [slug, Object.keys(rateLimit.write(budget, 5))]),
  );
  const three = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
  expect(headers).toEqual({
    "cloud-v1": three,
    "cloud-v2": three,
    deploy: ["x-ratelimit-remaining"],
    creative: ["retry-after"],
    content: [],
    marketplace: [],
    membership: [...three, "retry-after"],
    admin: [...three, "retry-after"],
    learning: three,
    social: three,
  });
});

it("Retry-After stands on every reply of the administration API, elsewhere only on a 429", () => {
  const always = apis
    .filter(({ rateLimit }) => "retry-after" in rateLimit.write(budget))
    .map(({ slug }) => slug);
  expect(always).toEqual(["admin"]);
});

it("what is written is read", () => {
  for (const { rateLimit } of apis) {
    const read = rateLimit.read(rateLimit.write(budget));
    expect(budget).toMatchObject(read);
  }
});

it("a header that is no whole number is left aside", () => {
  const rateLimit = apis[0]?.rateLimit;
  expect(
    rateLimit?.read({
      "x-ratelimit-limit": "many",
      "x-ratelimit-remaining": "-1",
      "x-ratelimit-reset": "1e9",
    }),
  ).toEqual({});
});

it("the tiers are those of the documents", () => {
  const tiers = Object.fromEntries(
    apis.map(({ slug, rateLimit }) => [
      slug,
      rateLimit.tiers.map(({ name, perMinute, perDay }) => [name, perMinute, perDay]),
    ]),
  );
  expect(tiers).toEqual({
    "cloud-v1": [
      ["Free/Trial", 100, undefined],
      ["Professional", 1000, undefined],
      ["Enterprise", undefined, undefined],
    ],
    "cloud-v2": [["Every key", 1000, undefined]],
    deploy: [
      ["Starter", 100, undefined],
      ["Pro", 1000, undefined],
      ["Enterprise", undefined, undefined],
    ],
    creative: [
      ["Starter", 60, 10_000],
      ["Professional", 300, 100_000],
      ["Enterprise", undefined, undefined],
    ],
    content: [],
    marketplace: [],
    membership: [],
    admin: [
      ["Free Tier", 100, undefined],
      ["Professional", 1000, undefined],
      ["Enterprise", 5000, undefined],
    ],
    learning: [],
    social: [["Each token", 100, undefined]],
  });
});
