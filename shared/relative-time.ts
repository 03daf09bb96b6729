/** A moment as people speak of it. */

const units = [
  ["year", 365.25 * 86_400_000],
  ["month", 30.4375 * 86_400_000],
  ["week", 7 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** Made when it is first asked for: making it takes a good part of the server's start. */
let words: Intl.RelativeTimeFormat | undefined;

/** `in 3 days`, `2 hours ago`; both times are in milliseconds since 1970. */
export function relativeTime(time: number, now: number): string {
  const distance = time - now;
  const [unit, length] = units.find(([, size]) => Math.abs(distance) >= size) ?? ["second", 1000];
  words ??= new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  return words.format(Math.trunc(distance / length), unit);
}
