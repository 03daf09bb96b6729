import { compilePattern } from "../../shared/patterns/pattern.ts";
import { isEmailAddress } from "../../shared/traits/e-mail.ts";
import { isMoment, isUtcTimestamp } from "../../shared/traits/iso-8601.ts";

export interface Format {
  readonly name: string;
  /** What the reader is told to write. */
  readonly expected: string;
  test(value: string): boolean;
  /** As `test`, of [from, to) of a text: without making a text of it. */
  readonly testWithin?: (text: string, from: number, to: number) => boolean;
}

const digitAt = (text: string, at: number) => {
  const c = text.charCodeAt(at) - 48;
  return c >= 0 && c <= 9 ? c : Number.NaN;
};
const pairAt = (text: string, at: number) => digitAt(text, at) * 10 + digitAt(text, at + 1);

const daysIn = (year: number, month: number) =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : month === 4 || month === 6 || month === 9 || month === 11
      ? 30
      : 31;

/** YYYY-MM-DD at an offset, a day that exists. */
function isDateAt(text: string, at: number): boolean {
  const year = pairAt(text, at) * 100 + pairAt(text, at + 2);
  const month = pairAt(text, at + 5);
  const day = pairAt(text, at + 8);
  return (
    year >= 0 &&
    text.charCodeAt(at + 4) === 45 &&
    text.charCodeAt(at + 7) === 45 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month)
  );
}

/** full-time of RFC 3339 in [from, to). A leap second is 23:59:60 in UTC. */
function isTime(text: string, from = 0, to = text.length): boolean {
  const hour = pairAt(text, from);
  const minute = pairAt(text, from + 3);
  const second = pairAt(text, from + 6);
  if (text.charCodeAt(from + 2) !== 58 || text.charCodeAt(from + 5) !== 58) return false;
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return false;
  let at = from + 8;
  if (text.charCodeAt(at) === 46) {
    const first = ++at;
    while (!Number.isNaN(digitAt(text, at))) at++;
    if (at === first) return false;
  }
  let shift = 0;
  const zone = text.charCodeAt(at);
  if (zone === 90 || zone === 122) {
    if (at + 1 !== to) return false;
  } else {
    if ((zone !== 43 && zone !== 45) || at + 6 !== to || text.charCodeAt(at + 3) !== 58) return false;
    const zoneHour = pairAt(text, at + 1);
    const zoneMinute = pairAt(text, at + 4);
    if (!(zoneHour <= 23 && zoneMinute <= 59)) return false;
    shift = (zoneHour * 60 + zoneMinute) * (zone === 43 ? -1 : 1);
  }
  if (second < 60) return true;
  return (((hour * 60 + minute + shift) % 1440) + 1440) % 1440 === 1439;
}

function isDateTime(text: string, from = 0, to = text.length): boolean {
  const t = text.charCodeAt(from + 10);
  return (t === 84 || t === 116) && isDateAt(text, from) && isTime(text, from + 11, to);
}

const isDateTimeInUtc = (text: string, from = 0, to = text.length) =>
  // Nearly all are of RFC 3339, which is quicker to read.
  (text.charCodeAt(to - 1) === 90 && isDateTime(text, from, to)) || isUtcTimestamp(text.slice(from, to));

const isDate = (text: string, from = 0, to = text.length) => to - from === 10 && isDateAt(text, from);

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

const isHostname = (text: string) =>
  text.length > 0 && text.length <= 253 && text.split(".").every((part) => label.test(part));

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i;

function isEmail(text: string): boolean {
  if (text.length > 320) return false;
  const at = text.lastIndexOf("@");
  if (at < 1 || at > 64) return false;
  const host = text.slice(at + 1);
  return (
    text
      .slice(0, at)
      .split(".")
      .every((part) => localPart.test(part)) &&
    host.includes(".") &&
    isHostname(host)
  );
}

const isIpv4 = (text: string) => {
  const parts = text.split(".");
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
};

function isIpv6(text: string): boolean {
  if (text.length > 45 || text.includes(":::")) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  const all = groups.flat();
  let count = all.length;
  const last = groups[groups.length - 1]?.at(-1);
  if (last?.includes(".")) {
    if (!isIpv4(last)) return false;
    all.pop();
    count++;
  }
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? count <= 7 : count === 8;
}

const uriText = /^(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})+$/i;

/** A URI with a scheme; a web address also with a host. */
function isUri(text: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1];
  if (scheme === undefined || text.length === scheme.length + 1 || !uriText.test(text)) return false;
  const rest = text.slice(scheme.length + 1);
  const fragment = rest.indexOf("#");
  if (fragment >= 0 && rest.includes("#", fragment + 1)) return false;
  const authority = /^\/\/([^/?#]*)/.exec(rest)?.[1];
  const host = authority?.replace(/^[^@]*@/, "");
  if (/^https?$/i.test(scheme) && !host) return false;
  const port = host === undefined ? undefined : /:([^:\]]*)$/.exec(host)?.[1];
  if (port !== undefined && !/^\d*$/.test(port)) return false;
  return !/[[\]]/.test(rest.replace(/^\/\/(?:[^@/?#]*@)?\[[0-9a-f:.]+\]/i, ""));
}

const isUuid = (text: string) => /^(?:urn:uuid:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** ISO 8601, in weeks or in the other units. */
const isDuration = (text: string) =>
  /^P(?!$)(?:(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?|\d+W)$/.test(text);

const isJsonPointer = (text: string) => /^(?:\/(?:[^~/]|~0|~1)*)*$/.test(text);

/** A URI, or what leads to one from another: a path, a query, a fragment. */
function isUriReference(text: string): boolean {
  if (text === "") return true;
  if (!uriText.test(text) || text.indexOf("#") !== text.lastIndexOf("#")) return false;
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0];
  const rest = text.slice(scheme?.length ?? 0);
  // A colon in the first part of a path would make a scheme of it.
  if (scheme === undefined && /^[^/?#]*:/.test(rest)) return false;
  return !/[[\]]/.test(rest.replace(/^\/\/(?:[^@/?#]*@)?\[[0-9a-f:.]+\]/i, ""));
}

const formatWithin = (
  name: string,
  expected: string,
  isWithin: (text: string, from?: number, to?: number) => boolean,
): Format => ({ name, expected, test: (value) => isWithin(value), testWithin: isWithin });

const list: Format[] = [
  formatWithin("date-time", "a timestamp like 2026-01-31T09:00:00Z", isDateTime),
  formatWithin("iso-8601-utc", "an ISO 8601 timestamp in UTC like 2026-01-31T09:00:00Z", isDateTimeInUtc),
  { name: "iso-8601", expected: "an ISO 8601 date like 2026-01-31T09:00:00+02:00", test: isMoment },
  formatWithin("date", "a date like 2026-01-31", isDate),
  formatWithin("time", "a time like 09:00:00Z", isTime),
  { name: "email", expected: "an e-mail address like ada@example.com", test: isEmail },
  { name: "idn-email", expected: "an e-mail address like ada@example.com", test: isEmailAddress },
  { name: "uri", expected: "a URL like https://example.com/path", test: isUri },
  { name: "uuid", expected: "a UUID like 123e4567-e89b-12d3-a456-426614174000", test: isUuid },
  { name: "ipv4", expected: "an IPv4 address like 203.0.113.7", test: isIpv4 },
  { name: "ipv6", expected: "an IPv6 address like 2001:db8::7", test: isIpv6 },
  { name: "duration", expected: "a duration like P3DT12H", test: isDuration },
  { name: "json-pointer", expected: "a JSON pointer like /items/0", test: isJsonPointer },
  { name: "uri-reference", expected: "a URL or a path like ../a?b=c", test: isUriReference },
  { name: "hostname", expected: "a host name like example.com", test: isHostname },
  {
    // Ours, and not `regex`: a service may match with what no bounded time is known for.
    name: "bounded-pattern",
    expected: "a regular expression that can be matched in bounded time",
    test: (text) => compilePattern(text) !== undefined,
  },
];

/** The formats that are checked; others are left alone. */
export const formats: ReadonlyMap<string, Format> = new Map(list.map((format) => [format.name, format]));
