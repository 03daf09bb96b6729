import { describe, expect, it } from "vitest";
import { isPeriod } from "../../../client/dashboard/messages.ts";

describe("the days of an earlier page", () => {
  it.each([
    { from: "2026-01-02", to: "" },
    { from: "2026-01-02", to: "2026-01-02" },
  ])("are taken: %j", (period) => {
    expect(isPeriod(period)).toBe(true);
  });

  it.each([
    undefined,
    {},
    { from: "yesterday", to: "" },
    { from: "2026-02-01", to: "2026-01-01" },
    { from: "2026-01-01\n", to: "2026-01-02" },
    { from: ["2026-01-01"], to: "2026-01-02" },
  ])("are no days: %j", (period) => {
    expect(isPeriod(period)).toBe(false);
  });
});
