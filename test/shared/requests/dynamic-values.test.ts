import { describe, expect, it } from "vitest";
import { dynamicForms, dynamicValue, type Fresh } from "../../../shared/requests/dynamic-values.ts";

const fresh: Fresh = {
  uuid: () => "6f1c2a52-8d0e-4b57-9a3e-2f4d1c7b9e10",
  now: () => new Date("2026-03-31T09:00:00Z"),
  random: () => 0.999,
};

describe("a dynamic value", () => {
  it.for([
    ["$uuid", "6f1c2a52-8d0e-4b57-9a3e-2f4d1c7b9e10"],
    ["$timestamp", "2026-03-31T09:00:00.000Z"],
    ["$timestamp -1 d", "2026-03-30T09:00:00.000Z"],
    ["$timestamp  +2  h", "2026-03-31T11:00:00.000Z"],
    ["$timestamp 3 w", "2026-04-21T09:00:00.000Z"],
    ["$timestamp -5 m", "2026-03-31T08:55:00.000Z"],
    ["$timestamp 30 s", "2026-03-31T09:00:30.000Z"],
    ["$timestamp 1 ms", "2026-03-31T09:00:00.001Z"],
    ["$timestamp -1 M", "2026-02-28T09:00:00.000Z"],
    ["$timestamp 1 M", "2026-04-30T09:00:00.000Z"],
    ["$timestamp -2 y", "2024-03-31T09:00:00.000Z"],
    ["$randomInt 1 100", 99],
    ["$randomInt -3 -1", -2],
  ] as const)("%s", ([written, value]) => {
    expect(dynamicValue(written, fresh)).toEqual({ value });
  });

  it.for([
    "$timestamp -1",
    "$timestamp d",
    "$timestamp 1 q",
    "$timestamp 1 constructor",
    "$timestamp 999999999999 y",
    "$timestamp 9000 y",
    "$uuid 4",
    "$randomInt",
    "$randomInt 1",
    "$randomInt 5 5",
    "$randomInt 1.5 3",
    "$randomInt 1 1e9",
    "$processEnv",
    "$processEnv A-B",
    "$nothing",
    "$",
  ])("%s has none, and says why", (written) => {
    expect(dynamicValue(written, fresh)).toHaveProperty("problem");
  });

  it("is proposed in forms that have one", () => {
    const forms = Object.entries(dynamicForms).flatMap(([name, each]) =>
      name === "$processEnv" ? [] : each.map(({ written }) => written),
    );
    for (const written of forms) expect(dynamicValue(written, fresh), written).toHaveProperty("value");
  });
});
