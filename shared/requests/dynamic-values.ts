/** Values that are another at every send: `{{$uuid}}`, `{{$timestamp -1 d}}`, `{{$randomInt 1 100}}`. */

/** Where they come from. */
export interface Fresh {
  uuid(): string;
  now(): Date;
  /** At least 0 and less than 1. */
  random(): number;
}

/** How one is written, with an example of what it takes. */
export interface DynamicForm {
  written: string;
  /** With places for what it takes. */
  snippet?: string;
  meaning: string;
}

/** `$processEnv` is written like the others; its value is that of the process which sends. */
export const dynamicForms: Readonly<Record<string, readonly DynamicForm[]>> = {
  $uuid: [{ written: "$uuid", meaning: "a random UUID" }],
  $timestamp: [
    { written: "$timestamp", meaning: "now, as ISO 8601 in UTC" },
    {
      written: "$timestamp -1 d",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: places of a snippet
      snippet: "\\$timestamp ${1:-1} ${2:d}",
      meaning: "so much before or after now; units y, M, w, d, h, m, s, ms",
    },
  ],
  $randomInt: [
    {
      written: "$randomInt 1 100",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: places of a snippet
      snippet: "\\$randomInt ${1:1} ${2:100}",
      meaning: "a random whole number, at least the first and less than the second",
    },
  ],
  $processEnv: [
    {
      written: "$processEnv NAME",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a place of a snippet
      snippet: "\\$processEnv ${1:NAME}",
      meaning: "a variable of the editor's process, or of the command line's",
    },
  ],
};

export const dynamicNames: readonly string[] = Object.keys(dynamicForms);

/** What is written comes to a value, or to words that say why it has none. */
export type Dynamic = { value: string | number } | { problem: string };

/** @param written what stands between the braces, as `$timestamp -1 d` */
export function dynamicValue(written: string, fresh: Fresh): Dynamic {
  const [name = "", ...given] = written.split(/\s+/);
  switch (name) {
    case "$uuid":
      return given.length === 0 ? { value: fresh.uuid() } : { problem: "$uuid takes nothing" };
    case "$timestamp":
      return timestamp(given, fresh);
    case "$randomInt":
      return randomInt(given, fresh);
    case "$processEnv":
      return { problem: "$processEnv takes the name of a variable, as {{$processEnv NAME}}" };
    default:
      return { problem: `${name} is not a dynamic value. There are ${dynamicNames.join(", ")}` };
  }
}

/** In milliseconds. Months and years have no one length. */
const spans = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
const months = { M: 1, y: 12 } as const;

function timestamp(given: readonly string[], fresh: Fresh): Dynamic {
  const now = fresh.now();
  if (given.length === 0) return { value: now.toISOString() };
  const [, amount, unit = ""] = /^([+-]?\d{1,12}) ([a-zA-Z]+)$/.exec(given.join(" ")) ?? [];
  const moved =
    amount === undefined
      ? undefined
      : Object.hasOwn(spans, unit)
        ? new Date(now.getTime() + Number(amount) * spans[unit as keyof typeof spans]) // Just seen to be one.
        : Object.hasOwn(months, unit)
          ? movedByMonths(now, Number(amount) * months[unit as keyof typeof months]) // As above.
          : undefined;
  if (!moved)
    return {
      problem:
        "$timestamp takes an amount and one of the units y, M, w, d, h, m, s and ms, as in $timestamp -1 d",
    };
  // Beyond the years that a Date has, or that ISO 8601 writes with four digits.
  if (Number.isNaN(moved.getTime()) || !/^\d/.test(moved.toISOString()))
    return { problem: "$timestamp is beyond the years that can be written" };
  return { value: moved.toISOString() };
}

/** A month that has no such day has its last one in its place. */
function movedByMonths(from: Date, by: number): Date {
  const moved = new Date(from);
  moved.setUTCMonth(from.getUTCMonth() + by);
  if (moved.getUTCDate() !== from.getUTCDate()) moved.setUTCDate(0);
  return moved;
}

function randomInt(given: readonly string[], fresh: Fresh): Dynamic {
  const [least, limit] = given.map(Number);
  const isWhole = given.length === 2 && given.every((each) => /^-?\d{1,15}$/.test(each));
  if (!isWhole || least === undefined || limit === undefined || least >= limit)
    return { problem: "$randomInt takes two whole numbers, the smaller one first, as in $randomInt 1 100" };
  return { value: least + Math.floor(fresh.random() * (limit - least)) };
}
