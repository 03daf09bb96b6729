import { expect, it } from "vitest";
import { wave } from "../../../shared/traits/wave.ts";

const at = (second: number) => new Date(Date.UTC(2026, 8, 14, 10) + second * 1000).toISOString();
const seconds = Array.from({ length: 600 }, (_, second) => second);

it("is the same for the same figure and time", () => {
  expect(wave("revenue", 48_200, at(17))).toBe(wave("revenue", 48_200, at(17)));
  expect(wave("revenue", 100, at(17))).not.toBe(wave("visits", 100, at(17)));
});

it("moves within a minute, and stays near its middle", () => {
  const values = seconds.map((second) => Math.round(wave("revenue", 48_200, at(second))));
  expect(new Set(values.slice(0, 60)).size).toBeGreaterThan(30);
  for (const value of values) expect(Math.abs(value - 48_200)).toBeLessThanOrEqual(48_200 * 0.06);
});
