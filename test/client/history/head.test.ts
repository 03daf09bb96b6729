import { describe, expect, it } from "vitest";
import { daysOf, descriptionOf, type Head, lookOf } from "../../../client/history/head.ts";

const head = (begun: Date, more: Partial<Head> = {}): Head => ({
  id: "a",
  begun: begun.getTime(),
  duration: 120,
  operation: "content.posts.list",
  title: "List posts",
  environment: "sandbox",
  method: "GET",
  path: "/posts",
  status: 200,
  ...more,
});

describe("the days of the history", () => {
  it("are those of this machine's clock, named where they are near", () => {
    const now = new Date(2026, 2, 1, 0, 30);
    const heads = [
      new Date(2026, 2, 1, 0, 10),
      new Date(2026, 1, 28, 23, 50),
      new Date(2026, 1, 28, 1, 0),
      new Date(2025, 11, 31, 12, 0),
    ].map((time) => head(time));
    expect(daysOf(heads, now.getTime()).map((day) => [day.label, day.heads.length])).toEqual([
      ["Today", 1],
      ["Yesterday", 2],
      ["Wednesday, 31 December 2025", 1],
    ]);
  });
});

describe("a row of the history", () => {
  it("says status, time and environment", () => {
    expect(descriptionOf(head(new Date()))).toBe("200 · 120 ms · sandbox");
    expect(descriptionOf(head(new Date(), { status: undefined }))).toBe("no reply · 120 ms · sandbox");
  });

  it("tells outcomes by shape", () => {
    const failed = (outcome: "rejected" | "unknown", method: string) =>
      lookOf(head(new Date(), { method, failure: { kind: "refused", message: "", outcome } })).icon;
    expect(lookOf(head(new Date())).icon).toBe("pass");
    expect([failed("rejected", "POST"), failed("unknown", "POST")]).toEqual(["error", "question"]);
    // What only reads has changed nothing.
    expect(failed("unknown", "GET")).toBe("error");
  });
});
