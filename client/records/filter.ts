/** What a list is filtered by: which values its parameters take, and how a filter reads in words. Without vscode. */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { isTimestampFormat } from "../../shared/traits/iso-8601.ts";
import type { FilterParameter } from "../../shared/derived/list-parameters.ts";
import { isRow } from "../../shared/traits/values.ts";
import { plainText } from "../../shared/plain-text.ts";
import { shortValue } from "../text/short-value.ts";

export type FilterValue = string | number | boolean;
/** The values that are set, by the name of their query parameter. */
export type FilterValues = Readonly<Record<string, FilterValue>>;

/** A list's filter as it stands. */
export interface ListFilter {
  /** What can be set. */
  parameters: readonly FilterParameter[];
  values: FilterValues;
}

export const unfiltered: ListFilter = { parameters: [], values: {} };

export const isFiltered = ({ values }: ListFilter): boolean => Object.keys(values).length > 0;

/** The filter for a person: "status: running, region: fra1"; empty when none is set. */
export const filterText = (values: FilterValues): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${shortValue(value, 40) ?? '""'}`)
    .join(", ");

/** What was kept, as far as it is still documented. */
export function soundValues(parameters: readonly FilterParameter[], kept: unknown): FilterValues {
  const values = isRow(kept) ? kept : {};
  return Object.fromEntries(
    parameters.flatMap(({ name }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return isFilterValue(value) ? [[name, value] as const] : [];
    }),
  );
}

const isFilterValue = (value: unknown): value is FilterValue =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

export interface Choice {
  label: string;
  value: FilterValue;
  description?: string;
}

type Kind = "moment" | "date" | "number" | "boolean" | "text";

export function kindOf({ type, format }: JsonSchema): Kind {
  if (isTimestampFormat(format)) return "moment";
  if (format === "date") return "date";
  if (type === "integer" || type === "number") return "number";
  return type === "boolean" ? "boolean" : "text";
}

/** The values to pick from. `now` is in milliseconds since 1970. */
export function choicesOf(schema: JsonSchema, now: number): Choice[] {
  const kind = kindOf(schema);
  if (kind === "boolean") return [true, false].map((value) => ({ label: String(value), value }));
  if (kind === "moment" || kind === "date")
    return shortcuts.map((label) => {
      const value = momentOf(label, now, kind) ?? "";
      return { label, value, description: value };
    });
  return (schema.enum ?? schema.examples ?? [])
    .filter(isFilterValue)
    .map((value) => ({ label: plainText(String(value), 80), value }));
}

/** The parameter for a person: its description, where there is one, and its values. */
export function meaningOf(schema: JsonSchema): string {
  const values = choicesOf(schema, 0).map(({ label }) => label);
  const more = isOpen(schema) && values.length > 0 ? ["others"] : [];
  const kinds: Readonly<Record<Kind, string>> = {
    moment: "A time (UTC).",
    date: "A date.",
    number: "A number.",
    boolean: "True or false.",
    text: values.length > 0 ? `${list([...values, ...more])}.` : "Any text.",
  };
  return [...(schema.description ? [schema.description] : []), kinds[kindOf(schema)]].join(" ");
}

const list = (words: readonly string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(words);

/** Whether values other than those to pick from are accepted. */
export const isOpen = (schema: JsonSchema): boolean => schema.enum === undefined && schema.type !== "boolean";

/** A typed text as the parameter's value, before its schema is asked; undefined when it can't be one. */
export function readValue(schema: JsonSchema, text: string, now: number): FilterValue | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  switch (kindOf(schema)) {
    case "moment":
    case "date":
      return momentOf(typed, now, kindOf(schema) === "date" ? "date" : "moment");
    case "number":
      return Number.isFinite(Number(typed)) ? Number(typed) : undefined;
    case "boolean":
      return typed === "true" ? true : typed === "false" ? false : undefined;
    case "text":
      return typed;
  }
}

/** What can be typed, for a placeholder. */
export function hintOf(schema: JsonSchema): string {
  switch (kindOf(schema)) {
    case "moment":
      return "Pick, or type a date or time (UTC) like 2026-06-01, 2026-06-01 14:30 or 36 hours ago";
    case "date":
      return "Pick, or type a date like 2026-06-01 or 10 days ago";
    case "number":
      return "Type a number";
    case "boolean":
      return "Pick a value";
    case "text":
      if (schema.enum) return "Pick a value";
      return schema.examples ? "Pick a value, or type another one" : "Type a value";
  }
}

const shortcuts = ["Today", "24 hours ago", "7 days ago", "30 days ago", "90 days ago", "365 days ago"];

const spans: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

/** A date, a time or a span before now, as an ISO 8601 timestamp in UTC or as a date; undefined when it is none. */
function momentOf(text: string, now: number, kind: "moment" | "date"): string | undefined {
  const time = timeOf(text.trim().toLowerCase(), now);
  if (time === undefined) return undefined;
  const date = new Date(time);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999)
    return undefined;
  return kind === "date" ? date.toISOString().slice(0, 10) : date.toISOString().replace(/\.\d+Z$/, "Z");
}

function timeOf(text: string, now: number): number | undefined {
  const midnight = now - (now % 86_400_000);
  if (text === "now") return now;
  if (text === "today") return midnight;
  if (text === "yesterday") return midnight - 86_400_000;
  const [, count, unit = ""] = /^(\d{1,5}) *(minute|hour|day|week)s?( ago)?$/.exec(text) ?? [];
  const span = spans[unit];
  if (count !== undefined && span !== undefined) return now - Number(count) * span;
  const [, day, clock = "00:00", seconds = ":00", zone = "z"] =
    /^(\d{4}-\d\d-\d\d)(?:[t ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const found = Date.parse(`${day}T${clock}${seconds}${zone.toUpperCase()}`);
  // The 31st of February is taken for the 3rd of March.
  const exists = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(exists.getTime()) && exists.toISOString().startsWith(day) ? found : undefined;
}
