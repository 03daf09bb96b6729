import { it } from "vitest";
import { fuzz } from "./fuzz.ts";
import { seed } from "./random.ts";

it(`keeps what reading anew would give, after each of 20,000 edits (SEED=${seed})`, () => fuzz(seed, 20_000));
