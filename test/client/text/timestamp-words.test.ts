import { expect, it } from "vitest";
import { timestampWords } from "../../../client/text/timestamp-words.ts";

const now = Date.parse("2026-09-14T10:00:00Z");

it("says how long ago a moment was, or how far it is", () => {
  expect(timestampWords("2026-09-14T09:59:40Z", now)).toBe("just now");
  expect(timestampWords("2026-09-14T09:15:00Z", now)).toBe("45 minutes ago");
  expect(timestampWords("2026-09-14T08:00:00+02:00", now)).toBe("4 hours ago");
  expect(timestampWords("2026-09-11T10:00:00.000Z", now)).toBe("3 days ago");
  expect(timestampWords("2024-09-01T10:00:00Z", now)).toBe("2 years ago");
  expect(timestampWords("2026-11-15T10:00:00Z", now)).toBe("in 2 months");
});

it("leaves days, other texts and numbers as they are", () => {
  for (const value of ["2026-09-14", "2026-09-14T10:00", "soon", "2026-99-99T10:00:00Z", 1, null])
    expect(timestampWords(value, now)).toBeUndefined();
});
