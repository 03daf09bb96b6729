/** Dates and times as people write them, where they can mean only one thing. */

/** ISO 8601 in UTC; undefined when the text leaves the time zone or the order of day and month open. */
export function toTimestamp(text: string): string | undefined {
  const written = text.trim();
  const iso = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(Z|z|UTC|GMT|[+-]\d\d:?\d\d)$/.exec(
    written,
  );
  if (iso) {
    const [, date, minutes, seconds = ":00", zone = ""] = iso;
    const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?/, "$1:") : "Z";
    return inUtc(`${date}T${minutes}${seconds}${offset}`);
  }
  // As HTTP and e-mail write it.
  if (/^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (GMT|UTC|[+-]\d{4})$/.test(written))
    return inUtc(written);
  return undefined;
}

/** `2026-01-31`; undefined when the order of day and month is open. */
export function toDate(text: string): string | undefined {
  const written = text.trim();
  const [, year, month, day] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(written) ??
    /^(\d{4})(\d\d)(\d\d)$/.exec(written) ??
    /^(\d{4})-(\d\d)-(\d\d)[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?[Zz]?$/.exec(written) ??
    [];
  if (year && month && day) return real(year, month, day);
  // Points stand in dates that begin with the day.
  const [, first, separator, second, last] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(written) ?? [];
  if (!first || !second || !last) return undefined;
  if (separator === "." || Number(first) > 12) return real(last, second, first);
  return Number(second) > 12 ? real(last, first, second) : undefined;
}

function inUtc(text: string): string | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  // Date takes 31 February for 3 March.
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  if (day !== undefined && real(...(day.split("-") as [string, string, string])) === undefined)
    return undefined; // Three by the pattern.
  return new Date(time).toISOString().replace(/\.000Z$/, "Z");
}

function real(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined;
}
