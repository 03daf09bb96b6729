import { expect, it } from "vitest";
import { seed } from "../random.ts";
import { fuzzWatched } from "./watched.ts";

it(`finds in watched texts what it finds in others (SEED=${seed})`, () => {
  // Else nothing would be tested.
  expect(fuzzWatched(seed, 4000)).toBeGreaterThan(400);
}, 60_000);
