import { expect, it } from "vitest";
import { relativeTime } from "../../shared/relative-time.ts";

const now = Date.parse("2026-01-10T12:00:00Z");

it.each([
  [0, "now"],
  [1000, "in 1 second"],
  [-90_000, "1 minute ago"],
  [3 * 86_400_000, "in 3 days"],
  [-8 * 86_400_000, "last week"],
  [400 * 86_400_000, "next year"],
])("%d ms away is %s", (distance, words) => {
  expect(relativeTime(now + distance, now)).toBe(words);
});
