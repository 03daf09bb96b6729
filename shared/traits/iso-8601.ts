/** Timestamps of ISO 8601, also those that RFC 3339, and with it `date-time` of JSON Schema, leaves out. */

const extended =
  /^(\d{4}-(?:\d\d-\d\d|\d{3}|W\d\d-[1-7]))(?:T(\d\d)(?::(\d\d)(?::(\d\d))?)?(?:[.,](\d+))?(Z|[+-]\d\d(?::[0-5]\d)?)?)?$/i;
const basic =
  /^(\d{4}(?:\d{4}|\d{3}|W\d\d[1-7]))(?:T(\d\d)(?:(\d\d)(?:(\d\d))?)?(?:[.,](\d+))?(Z|[+-]\d\d(?:[0-5]\d)?)?)?$/i;

/** A date, with or without a time, in whatever zone. */
export const isMoment = (text: string): boolean => read(text) !== undefined;

/** A date and a time that are said to be in UTC. */
export const isUtcTimestamp = (text: string): boolean => utcTime(text) !== undefined;

/** In milliseconds since 1970; undefined where it is no date and time that are said to be in UTC. */
export function utcTime(text: string): number | undefined {
  const found = read(text);
  if (!found || !/^(?:Z|[+-]00(?::?00)?)$/i.test(found.zone ?? "")) return undefined;
  const [hour, minute, second] = found.time;
  // A fraction is of the last that is written.
  const [smallest = 0] = [1000, 60_000, 3_600_000].slice(3 - found.written);
  const rest = Math.floor(Number(`0.${found.fraction}`) * smallest);
  // A leap second is the first of the next minute.
  return dayTime(found.day) + ((hour * 60 + minute) * 60 + second) * 1000 + rest;
}

/** Whether a format of JSON Schema is that of a timestamp. */
export const isTimestampFormat = (format: unknown): boolean =>
  format === "date-time" || format === "iso-8601" || format === "iso-8601-utc";

interface Read {
  /** `20260131`, the 31st day as `2026031` or the Saturday of a week as `2026W056`. */
  day: string;
  time: readonly [hour: number, minute: number, second: number];
  /** How many of the three stand there. */
  written: number;
  /** The digits behind the point. */
  fraction: string;
  zone: string | undefined;
}

function read(text: string): Read | undefined {
  const [, date = "", hour, minute, second, fraction = "", zone] =
    extended.exec(text) ?? basic.exec(text) ?? [];
  const day = date.replaceAll("-", "");
  const parts = [hour, minute, second];
  const time = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)] as const;
  const isTime = (time[0] < 24 && time[1] < 60 && time[2] <= 60) || time.join(":") === "24:0:0";
  const written = parts.filter((part) => part !== undefined).length;
  return isDay(day) && isTime ? { day, time, written, fraction, zone } : undefined;
}

/** When a day begins in UTC, in milliseconds since 1970. */
function dayTime(digits: string): number {
  const rest = digits.slice(4);
  // Numbers below 100 would be taken for years of the last century.
  const at = (month: number, day: number) =>
    new Date(0).setUTCFullYear(Number(digits.slice(0, 4)), month, day);
  if (/^w/i.test(rest)) {
    // The fourth of January is in the first week, which begins on a Monday.
    const weekday = (new Date(at(0, 4)).getUTCDay() + 6) % 7;
    return at(0, 4 - weekday + (Number(rest.slice(1, 3)) - 1) * 7 + Number(rest.slice(3)) - 1);
  }
  return rest.length === 3 ? at(0, Number(rest)) : at(Number(rest.slice(0, 2)) - 1, Number(rest.slice(2)));
}

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
