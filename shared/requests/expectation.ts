/** What a request expects of its reply, and what of it is not so. */
import type { Reply } from "../api.ts";
import { compilePattern } from "../patterns/pattern.ts";
import { plainText } from "../plain-text.ts";
import { expressionsIn, type Place } from "../placeholders.ts";
import { isRow } from "../traits/values.ts";

/**
 * As a request file has it below `expect`. Values of `headers` and in `body` are compared as they stand, or are matchers:
 * objects whose keys all begin with `$`.
 */
export interface Expectation {
  /** A number, a class as `2xx`, or several of these, one of which must be so. */
  status?: unknown;
  /** By name, without case. */
  headers?: unknown;
  /** Of objects the fields that are named; of arrays every item. */
  body?: unknown;
  /** In milliseconds, at most. */
  duration?: unknown;
}

/** Something that is not as expected. */
export interface Missed {
  /** Where the request has it: `["expect", "body", "id"]`. */
  place: Place;
  expected: unknown;
  /** Undefined where nothing is. */
  actual: unknown;
  message: string;
}

export interface Holding {
  /** Before its placeholders were filled: a matcher is one where its author wrote it, and what is filled in is a value. */
  written?: unknown;
  /** Hides what must not be seen in a value, before anything is told of it. */
  conceal?: (value: unknown) => unknown;
}

/**
 * What is not as expected; empty when all is.
 * @param duration how long it took, in milliseconds
 */
export const hold = (
  expect: unknown,
  reply: Reply,
  duration: number,
  { written = expect, conceal = (value) => value }: Holding = {},
): Missed[] =>
  isRow(expect)
    ? new Comparison(conceal)
        .hold(expect, isRow(written) ? written : {}, { reply, duration })
        .map((each) => ({ ...each, expected: conceal(each.expected), actual: conceal(each.actual) }))
    : [];

/** Whether the expectation speaks of the status: then a reply that is no success may be the one that is wanted. */
export const expectsStatus = (expect: unknown): boolean => isRow(expect) && expect.status !== undefined;

/** What is expected, and what stands in the file at its place: a placeholder, or the same with placeholders in it. */
interface Wanted {
  value: unknown;
  written: unknown;
}

/** What stands in the file below what was filled in is nothing. */
function within(written: unknown, step: string | number): unknown {
  if (Array.isArray(written)) return written[Number(step)];
  return isRow(written) && Object.hasOwn(written, step) ? written[step] : undefined;
}

/** Whether the expectation names a status, by itself, by its class like `2xx`, or in a list. */
export const namesStatus = (expect: unknown, status: number): boolean =>
  isRow(expect) && isAmong({ value: expect.status, written: expect.status }, status);

const statusesOf = ({ value, written }: Wanted): unknown[] =>
  Array.isArray(written) && Array.isArray(value) ? value : [value];

const isAmong = (wanted: Wanted, status: number): boolean =>
  statusesOf(wanted).some((each, index) => {
    if (typeof each !== "string" && typeof each !== "number") return false;
    // What comes from the process is a text.
    if (String(each) === String(status)) return true;
    const source = Array.isArray(wanted.written) ? wanted.written[index] : wanted.written;
    const isOfReply = expressionsIn(source).some(({ kind }) => kind === "response");
    return !isOfReply && each === `${Math.floor(status / 100)}xx`;
  });

class Comparison {
  readonly #conceal: (value: unknown) => unknown;

  constructor(conceal: (value: unknown) => unknown) {
    this.#conceal = conceal;
  }

  hold(
    { status, headers, body, duration: most }: Expectation,
    written: Expectation,
    { reply, duration }: { reply: Reply; duration: number },
  ): Missed[] {
    return [
      ...(status === undefined
        ? []
        : this.#holdStatus({ value: status, written: written.status }, reply.status)),
      ...(isRow(headers) ? this.#holdHeaders(headers, written.headers, reply.headers) : []),
      ...(body === undefined
        ? []
        : this.#holdValue({ value: body, written: written.body }, reply.body, ["expect", "body"])),
      ...(most === undefined ? [] : this.#holdDuration(most, duration)),
    ];
  }

  #holdStatus(wanted: Wanted, actual: number): Missed[] {
    if (isAmong(wanted, actual)) return [];
    const words = statusesOf(wanted)
      .map((each) => this.#shown(each, false))
      .join(" or ");
    const expected = wanted.value;
    return [this.#missed(["expect", "status"], expected, actual, { what: "the status", wanted: words })];
  }

  #holdDuration(most: unknown, duration: number): Missed[] {
    const place = ["expect", "duration"];
    const actual = Math.round(duration);
    if (typeof most !== "number")
      return [{ place, expected: most, actual, message: "duration takes a number." }];
    // A part of a millisecond is not shown, and nobody is told that 1 is more than 1.
    if (duration <= most || actual <= most) return [];
    return [this.#missed(place, most, actual, { wanted: `at most ${most} ms`, found: `${actual} ms` })];
  }

  #holdHeaders(expected: Record<string, unknown>, written: unknown, actual: Reply["headers"]): Missed[] {
    const sent = new Map(Object.entries(actual).map(([name, value]) => [name.toLowerCase(), value]));
    return Object.entries(expected).flatMap(([name, value]) => {
      // A header is a text, whatever it is compared with.
      const wanted = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
      const place = ["expect", "headers", name];
      return this.#holdValue(
        { value: wanted, written: within(written, name) },
        sent.get(name.toLowerCase()),
        place,
      );
    });
  }

  #holdValue({ value: expected, written }: Wanted, actual: unknown, place: Place): Missed[] {
    if (isMatcher(written) && isRow(expected)) return this.#holdMatcher(expected, written, actual, place);
    if (isRow(expected)) {
      if (!isRow(actual)) return [this.#missed(place, expected, actual, { wanted: "an object" })];
      return Object.entries(expected).flatMap(([name, value]) =>
        this.#holdValue(
          { value, written: within(written, name) },
          Object.hasOwn(actual, name) ? actual[name] : undefined,
          [...place, name],
        ),
      );
    }
    if (Array.isArray(expected)) {
      if (!Array.isArray(actual)) return [this.#missed(place, expected, actual, { wanted: "an array" })];
      if (actual.length !== expected.length) {
        const wanted = counted(expected.length, "item");
        return [this.#missed(place, expected, actual, { wanted, found: counted(actual.length, "item") })];
      }
      return expected.flatMap((value, index) =>
        this.#holdValue({ value, written: within(written, index) }, actual[index], [...place, index]),
      );
    }
    return expected === actual ? [] : [this.#missed(place, expected, actual, {})];
  }

  #holdMatcher(
    matcher: Record<string, unknown>,
    written: Record<string, unknown>,
    actual: unknown,
    place: Place,
  ): Missed[] {
    return Object.entries(matcher).flatMap(([name, wanted]) => {
      const at = [...place, name];
      const not = (words: string, found?: string) => [
        this.#missed(at, wanted, actual, { wanted: words, ...(found !== undefined && { found }) }),
      ];
      const unclear = (words: string) => [
        { place: at, expected: wanted, actual, message: `${name} takes ${words}.` },
      ];
      switch (name) {
        case "$absent":
          if (wanted !== true) return unclear("true");
          return actual === undefined ? [] : not("nothing");
        case "$any":
          if (wanted !== true) return unclear("true");
          return actual === undefined ? not("any value") : [];
        case "$type": {
          const types = Array.isArray(written[name]) ? [wanted].flat() : [wanted];
          if (!types.every((type) => typeNames.includes(type as never)))
            return unclear(`one of ${typeNames.join(", ")}`);
          return types.some((type) => isOfType(actual, String(type))) ? [] : not(types.join(" or "));
        }
        case "$min":
          if (typeof wanted !== "number") return unclear("a number");
          return typeof actual === "number" && actual >= wanted ? [] : not(`a number, at least ${wanted}`);
        case "$max":
          if (typeof wanted !== "number") return unclear("a number");
          return typeof actual === "number" && actual <= wanted ? [] : not(`a number, at most ${wanted}`);
        case "$pattern": {
          const pattern = typeof wanted === "string" ? compilePattern(wanted) : undefined;
          if (!pattern) return unclear("a regular expression that can be matched in bounded time");
          const words = `text that matches ${plainText(String(this.#conceal(pattern.source)), 100)}`;
          return typeof actual === "string" && pattern.test(actual) ? [] : not(words);
        }
        case "$length":
          return this.#holdLength({ value: wanted, written: written[name] }, actual, at);
        case "$contains":
          if (typeof actual === "string" && typeof wanted === "string")
            return actual.includes(wanted) ? [] : not(`text with ${this.#shown(wanted)} in it`);
          if (!Array.isArray(actual))
            return not(typeof wanted === "string" ? "a text or an array" : "an array");
          return actual.some(
            (item) => this.#holdValue({ value: wanted, written: written[name] }, item, at).length === 0,
          )
            ? []
            : not(`an item like ${this.#shown(wanted)}`, counted(actual.length, "item"));
        default:
          return [
            { place: at, expected: wanted, actual, message: `There is no matcher ${plainText(name, 40)}.` },
          ];
      }
    });
  }

  /** In characters, or in items. */
  #holdLength({ value: wanted, written }: Wanted, actual: unknown, place: Place): Missed[] {
    const range = isRow(wanted) && !isRow(written) ? undefined : rangeOf(wanted);
    if (!range)
      return [{ place, expected: wanted, actual, message: "$length takes a number, or min and max." }];
    const { least, most } = range;
    const length =
      typeof actual === "string"
        ? Array.from(actual).length
        : Array.isArray(actual)
          ? actual.length
          : undefined;
    if (length !== undefined && length >= least && length <= most) return [];
    const words =
      least === most
        ? `${least}`
        : [
            ...(least > 0 ? [`at least ${least}`] : []),
            ...(Number.isFinite(most) ? [`at most ${most}`] : []),
          ].join(" and ");
    const found = length === undefined ? undefined : String(length);
    return [
      this.#missed(place, wanted, actual, {
        wanted: `a length of ${words}`,
        ...(found !== undefined && { found }),
      }),
    ];
  }

  #missed(
    place: Place,
    expected: unknown,
    actual: unknown,
    words: { what?: string; wanted?: string; found?: string },
  ): Missed {
    const what = words.what ?? nameOf(place);
    const wanted = words.wanted ?? this.#shown(expected);
    const found = words.found ?? (actual === undefined ? "nothing" : this.#shown(actual));
    return { place, expected, actual, message: `Expected ${what} to be ${wanted}, found ${found}.` };
  }

  #shown(value: unknown, quoted = true): string {
    const said = this.#conceal(value);
    return plainText(typeof said === "string" && !quoted ? said : (JSON.stringify(said) ?? "nothing"), 120);
  }
}

/** An object whose keys all begin with `$`. */
export const isMatcher = (value: unknown): value is Record<string, unknown> =>
  isRow(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => key.startsWith("$"));

function rangeOf(wanted: unknown): { least: number; most: number } | undefined {
  if (typeof wanted === "number") return { least: wanted, most: wanted };
  if (!isRow(wanted) || (wanted.min === undefined && wanted.max === undefined)) return undefined;
  const { min = 0, max = Number.POSITIVE_INFINITY } = wanted;
  return typeof min === "number" && typeof max === "number" ? { least: min, most: max } : undefined;
}

export const typeNames = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRow(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** `body.items[0].id`, without the matcher. */
const nameOf = (place: Place): string =>
  place
    .slice(1)
    .filter((step) => typeof step === "number" || !step.startsWith("$"))
    .map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join("");

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
