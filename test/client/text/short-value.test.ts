import { expect, it } from "vitest";
import { shortValue } from "../../../client/text/short-value.ts";

it.each([
  ["2026-08-31T16:30:00Z", "2026-08-31 16:30 UTC"],
  [["a", "b"], "a, b"],
  [[{ a: 1 }], "1 entry"],
  [{ city: "Osaka", more: { deep: 1 } }, "city: Osaka, more: …"],
  [0, "0"],
  [false, "false"],
  [null, undefined],
  [[], undefined],
])("is short for %j", (value, expected) => {
  expect(shortValue(value, 60)).toBe(expected);
});
