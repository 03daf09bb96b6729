import * as fc from "fast-check";
import { expect, it } from "vitest";
import { hasUncertain, isExact } from "../../../shared/requests/exact-number.ts";
import { seed } from "../../server/random.ts";

it.for([
  "0",
  "-0",
  "0.0",
  "1.10",
  "100e-2",
  "1e21",
  "1E+2",
  "123456789012345",
  "9007199254740992",
  "5e-324",
  "0e9999",
])("%s is kept", (source) => {
  expect(isExact(source)).toBe(true);
});

it.for(["1e400", "-1e400", "1e-400", "9007199254740993", "12345678901234567890", "0.30000000000000000001"])(
  "%s is not",
  (source) => {
    expect(isExact(source)).toBe(false);
  },
);

it("every number is kept as JavaScript writes it", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(isExact(JSON.stringify(value))).toBe(true);
    }),
    { seed },
  );
});

it("a number of many digits is looked at once", () => {
  const zeros = "0".repeat(500_000);
  expect(isExact(`1.${zeros}1`)).toBe(false);
  expect(isExact(`1.${zeros}`)).toBe(true);
});

it("what was read is uncertain where whole numbers may be any of several", () => {
  expect(hasUncertain({ a: [1, 2 ** 53 - 1, 0.1, "12345678901234567890", null] })).toBe(false);
  expect(hasUncertain({ a: [JSON.parse("9007199254740993")] })).toBe(true);
  expect(hasUncertain(JSON.parse("1e400"))).toBe(true);
});
