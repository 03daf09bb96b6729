import { expect, it } from "vitest";
import { toDate, toTimestamp } from "../../../server/features/dates.ts";

it.each([
  ["2026-01-31T09:00:00+02:00", "2026-01-31T07:00:00Z"],
  ["2026-01-31T09:00:00.250-0530", "2026-01-31T14:30:00.250Z"],
  ["2026-01-31 09:00:00Z", "2026-01-31T09:00:00Z"],
  ["2026-01-31 09:00 UTC", "2026-01-31T09:00:00Z"],
  ["2026-01-31T09:00Z", "2026-01-31T09:00:00Z"],
  ["Sat, 31 Jan 2026 09:00:00 GMT", "2026-01-31T09:00:00Z"],
])("takes %s for %s", (written, meant) => {
  expect(toTimestamp(written)).toBe(meant);
});

it.each(["2026-01-31", "2026-01-31T09:00:00", "31/01/2026 09:00", "2026-02-31T09:00:00+01:00", "soon", ""])(
  "leaves %j alone: its time zone is open, or it is no time",
  (written) => {
    expect(toTimestamp(written)).toBeUndefined();
  },
);

it.each([
  ["2026/1/31", "2026-01-31"],
  ["20260131", "2026-01-31"],
  ["31.01.2026", "2026-01-31"],
  ["31/01/2026", "2026-01-31"],
  ["01/31/2026", "2026-01-31"],
  ["2026-01-31T00:00:00Z", "2026-01-31"],
])("takes %s for the day %s", (written, meant) => {
  expect(toDate(written)).toBe(meant);
});

it.each(["01/02/2026", "2026-02-30", "31.02.2026", "January", ""])(
  "leaves %j alone: its order is open, or it is no day",
  (written) => {
    expect(toDate(written)).toBeUndefined();
  },
);
