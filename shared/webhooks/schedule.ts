/** When a delivery that failed is sent again. */

/** After how many milliseconds, each time. The documents show no schedule; this one is ours. */
export const schedule = [1000, 5000, 25_000] as const;

/** "1, 5 and 25 seconds" */
export const scheduleInWords = `${schedule
  .slice(0, -1)
  .map((wait) => wait / 1000)
  .join(", ")} and ${(schedule.at(-1) ?? 0) / 1000} seconds`;

/** No answer, and what the statuses of HTTP call a fault of the moment. */
export const mayPass = ({ status }: { status?: number }): boolean =>
  status === undefined || status === 408 || status === 429 || status >= 500;
