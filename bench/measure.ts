/** Medians and ratios. Times are of use only beside others of the same run. */

export interface Row {
  what: string;
  /** The measured ratio, or a value that has no peer. */
  ratio: string;
  /** What performance.md of the project asks for. */
  target: string;
  detail: string;
}

export interface Sample {
  median: number;
  low: number;
  high: number;
}

/** Median, 5th and 95th percentile. */
export function summarise(times: readonly number[]): Sample {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), low: at(0.05), high: at(0.95) };
}

export function time(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/**
 * Measures several things in turn, so that what else the machine does strikes all of them.
 * @param inARow each so often before the next, where one run is as short as a look at the clock
 */
export function compare<Name extends string>(
  count: number,
  runs: Record<Name, () => unknown>,
  inARow = 1,
): Record<Name, Sample> {
  const names = Object.keys(runs) as Name[]; // Only the keys that are there.
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let i = 0; i < count + 2; i++) {
    for (const name of names) {
      const took = time(() => {
        for (let k = 0; k < inARow; k++) runs[name]();
      });
      // The first two warm up.
      if (i >= 2) times[name].push(took / inARow);
    }
  }
  return Object.fromEntries(names.map((name) => [name, summarise(times[name])])) as Record<Name, Sample>;
}

export const ms = ({ median, low, high }: Sample) =>
  `${digits(median)} ms (${digits(low)} to ${digits(high)})`;

export const digits = (value: number) =>
  value >= 100
    ? value.toFixed(0)
    : value >= 1
      ? value.toFixed(1)
      : value >= 0.01
        ? value.toFixed(3)
        : value.toFixed(4);

/** `3.2 times` */
export const times = (value: number) => `${digits(value)}×`;
