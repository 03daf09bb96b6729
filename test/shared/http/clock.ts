import type { Clock } from "../../../shared/http/clock.ts";

export interface TestClock extends Clock {
  /** The waits so far, in milliseconds. */
  waits: number[];
  now: () => number;
  /** Lets time pass. */
  advance(milliseconds: number): void;
}

/** A clock whose waits are over at once, and on which no other time passes unless it is told. Chance always falls in the middle. */
export function testClock(start = Date.parse("2026-09-01T12:00:00Z")): TestClock {
  let time = start;
  const waits: number[] = [];
  const alarms = new Set<{ at: number; callback: () => void }>();
  const advance = (milliseconds: number) => {
    time += milliseconds;
    for (const alarm of alarms) if (alarm.at <= time && alarms.delete(alarm)) alarm.callback();
  };
  return {
    waits,
    advance,
    now: () => time,
    random: () => 0.5,
    after(milliseconds, callback) {
      const alarm = { at: time + milliseconds, callback };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    async sleep(milliseconds, signal) {
      if (signal?.aborted) throw signal.reason;
      waits.push(milliseconds);
      advance(milliseconds);
    },
  };
}
