import { relativeTime } from "../../shared/relative-time.ts";

/** A timestamp as people speak of it. Undefined for what is none with its zone: a day alone has no moment. */
export function timestampWords(value: unknown, now: number): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(value))
    return undefined;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return undefined;
  return Math.abs(time - now) < 60_000 ? "just now" : relativeTime(time, now);
}
