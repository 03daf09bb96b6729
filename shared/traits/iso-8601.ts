/** Timestamps of ISO 8601, also those that RFC 3339, and with it `date-time` of JSON Schema, leaves out. */

const extended =
  /^(\d{4}-(?:\d\d-\d\d|\d{3}|W\d\d-[1-7]))(?:T(\d\d)(?::(\d\d)(?::(\d\d))?)?(?:[.,]\d+)?(Z|[+-]\d\d(?::[0-5]\d)?)?)?$/i;
const basic =
  /^(\d{4}(?:\d{4}|\d{3}|W\d\d[1-7]))(?:T(\d\d)(?:(\d\d)(?:(\d\d))?)?(?:[.,]\d+)?(Z|[+-]\d\d(?:[0-5]\d)?)?)?$/i;

/** A date, with or without a time, in whatever zone. */
export const isMoment = (text: string): boolean => read(text) !== undefined;

/** A date and a time that are said to be in UTC. */
export const isUtcTimestamp = (text: string): boolean =>
  /^(?:Z|[+-]00(?::?00)?)$/i.test(read(text)?.zone ?? "");

/** Whether a format of JSON Schema is that of a timestamp. */
export const isTimestampFormat = (format: unknown): boolean =>
  format === "date-time" || format === "iso-8601" || format === "iso-8601-utc";

function read(text: string): { zone: string | undefined } | undefined {
  const [, day = "", hour = "0", minute = "0", second = "0", zone] =
    extended.exec(text) ?? basic.exec(text) ?? [];
  const time = [Number(hour), Number(minute), Number(second)] as const;
  const isTime = (time[0] < 24 && time[1] < 60 && time[2] <= 60) || time.join(":") === "24:0:0";
  return isDay(day.replaceAll("-", "")) && isTime ? { zone } : undefined;
}

/** `20260131`, the 31st day as `2026031` or the Saturday of a week as `2026W056`. */
function isDay(digits: string): boolean {
  const year = Number(digits.slice(0, 4));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const rest = digits.slice(4);
  if (/^w/i.test(rest)) return inRange(Number(rest.slice(1, 3)), 53);
  if (rest.length === 3) return inRange(Number(rest), isLeap ? 366 : 365);
  const month = Number(rest.slice(0, 2));
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return rest.length === 4 && inRange(month, 12) && inRange(Number(rest.slice(2)), days);
}

const inRange = (value: number, most: number) => value >= 1 && value <= most;
