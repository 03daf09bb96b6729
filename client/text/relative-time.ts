/** A moment as people speak of it: "3 days ago". */

const units = [
  ["year", 365.25 * 24 * 3600],
  ["month", 30.4375 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

const format = new Intl.RelativeTimeFormat("en");

/** Undefined for what is no timestamp with its zone: a day alone has no moment. */
export function relativeTime(value: unknown, now: number): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(value))
    return undefined;
  const seconds = (Date.parse(value) - now) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? [];
  return unit ? format.format(Math.trunc(seconds / length), unit) : "just now";
}
