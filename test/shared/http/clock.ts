import type { Clock } from "../../../shared/http/clock.ts";

export interface TestClock extends Clock {
  /** The waits so far, in milliseconds. */
  waits: number[];
  now: () => number;
  /** Lets time pass. */
  advance(milliseconds: number): void;
}

/** A clock whose waits are over at once. Chance always falls in the middle. */
export function testClock(start = Date.parse("2026-09-01T12:00:00Z")): TestClock {
  let time = start;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    random: () => 0.5,
    async sleep(milliseconds, signal) {
      if (signal?.aborted) throw signal.reason;
      waits.push(milliseconds);
      time += milliseconds;
    },
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
