import { describe, expect, it } from "vitest";
import { isMoment, isUtcTimestamp, utcTime } from "../../../shared/traits/iso-8601.ts";

describe("a timestamp in UTC", () => {
  it.for([
    "2026-01-31T09:00:00Z",
    "2026-01-31T09:00:00+00:00",
    "2026-01-31T09:00:00-00:00",
    "2026-01-31T09:00:00+00",
    "2026-01-31T09:00Z",
    "2026-01-31T09Z",
    "2026-01-31T09:00:00.123Z",
    "2026-01-31T09:00:00,5Z",
    "2026-01-31T24:00:00Z",
    "2026-06-30T23:59:60Z",
    "2024-02-29T00:00:00z",
    "20260131T090000Z",
    "20260131T0900+0000",
    "2026-031T09:00:00Z",
    "2026-W05-6T09:00:00Z",
    "2026W056T09Z",
  ])("is %s", (text) => {
    expect(isUtcTimestamp(text)).toBe(true);
  });

  it.for([
    "",
    "yesterday",
    "2026-01-31",
    "2026-01-31T09:00:00",
    "2026-01-31T09:00:00+02:00",
    "2026-01-31 09:00:00Z",
    "2026-02-30T09:00:00Z",
    "2025-02-29T09:00:00Z",
    "2026-13-01T09:00:00Z",
    "2026-00-01T09:00:00Z",
    "2026-01-00T09:00:00Z",
    "2026-366T09:00:00Z",
    "2026-W54-1T09:00:00Z",
    "2026-01-31T25:00:00Z",
    "2026-01-31T24:00:01Z",
    "2026-01-31T09:60:00Z",
    "2026-01-31T0900Z",
    "20260131T09:00Z",
    "2026-01-31T09:00:00Zx",
  ])("is not %j", (text) => {
    expect(isUtcTimestamp(text)).toBe(false);
  });
});

describe("the time of a timestamp in UTC", () => {
  it.for([
    ["2026-11-22T16:53:47,5Z", "2026-11-22T16:53:47.500Z"],
    ["20261122T165347Z", "2026-11-22T16:53:47.000Z"],
    ["20261122T1653+0000", "2026-11-22T16:53:00.000Z"],
    ["2026-11-22T16Z", "2026-11-22T16:00:00.000Z"],
    ["2026-11-22T16,25Z", "2026-11-22T16:15:00.000Z"],
    ["2026-11-22T16:53.5z", "2026-11-22T16:53:30.000Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    ["2026-12-31T24:00:00Z", "2027-01-01T00:00:00.000Z"],
    ["2024-366T01:00:00Z", "2024-12-31T01:00:00.000Z"],
    ["2026031T0900Z", "2026-01-31T09:00:00.000Z"],
    ["2026-W05-6T09:00:00Z", "2026-01-31T09:00:00.000Z"],
    ["2020-W53-7T00Z", "2021-01-03T00:00:00.000Z"],
    ["2025W011T00Z", "2024-12-30T00:00:00.000Z"],
    ["0050-01-01T00:00:00Z", "0050-01-01T00:00:00.000Z"],
  ] as const)("%s is %s", ([text, iso]) => {
    expect(new Date(utcTime(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it("is that of the same date written otherwise, to the millisecond", () => {
    for (let count = 0; count < 1000; count++) {
      const text = new Date(
        Date.UTC(2026, 0, 1 + count, count % 24, count % 60, count % 59, count),
      ).toISOString();
      expect(utcTime(text)).toBe(Date.parse(text));
      expect(utcTime(text.replaceAll(/[-:]/g, ""))).toBe(Date.parse(text));
    }
  });

  it("is none of a date alone, in another zone, or that is no date", () => {
    for (const text of [
      "2026-11-22",
      "2026-11-22T16:53:47",
      "2026-11-22T16:53:47+01:00",
      "2026-02-30T00:00:00Z",
      "",
    ])
      expect(utcTime(text), text).toBeUndefined();
  });
});

it("a date of ISO 8601 may have any offset, none, or no time", () => {
  for (const text of [
    "2026-01-31T09:00:00+02:00",
    "2026-01-31T09:00:00",
    "2026-01-31",
    "20260131",
    "2026-01-31T09:00:00-0330".replace("0330", "03:30"),
  ])
    expect(isMoment(text), text).toBe(true);
  for (const text of ["31.1.2026", "2026-02-30", "2026-01-31T09:00:00+02:60", "", "now"])
    expect(isMoment(text), text).toBe(false);
});
