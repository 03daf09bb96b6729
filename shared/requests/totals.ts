/** What came of many requests, in one sentence: the editor and the command line say it alike. */
import type { StepState } from "./run-sequence.ts";

/** How many requests came to what, and how many files could not be run. */
export type Totals = Record<StepState | "obstacles", number>;

export const noTotals = (): Totals => ({
  held: 0,
  missed: 0,
  failed: 0,
  unknown: 0,
  skipped: 0,
  obstacles: 0,
});

const words: readonly [StepState, string][] = [
  ["held", "held"],
  ["missed", "not as expected"],
  ["failed", "failed"],
  ["unknown", "of unknown outcome"],
  ["skipped", "not sent"],
];

/** `5 requests: 4 held, 1 failed. 1 file could not be run.` */
export function summary(totals: Totals): string {
  const parts = words
    .filter(([state]) => totals[state] > 0)
    .map(([state, said]) => `${totals[state]} ${said}`);
  const count = words.reduce((sum, [state]) => sum + totals[state], 0);
  const obstacles = totals.obstacles > 0 ? ` ${counted(totals.obstacles, "file")} could not be run.` : "";
  return `${counted(count, "request")}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.${obstacles}`;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
