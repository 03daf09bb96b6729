/**
 * What the dashboard's page and the extension say to each other. Both ends check what they get:
 * either runs on without the other's version being certain.
 */
import { isRow } from "../../shared/traits/values.ts";
import type { Figure } from "./figures.ts";

/** Days as `YYYY-MM-DD`; empty: not limited. */
export interface Period {
  from: string;
  to: string;
}

export interface Reading {
  /** Milliseconds since 1970. */
  at: number;
  figures: Figure[];
  /** The whole reply as text. */
  record: string;
  /** Why the whole reply is worth reading; empty when the figures say it all. */
  notes: string[];
}

/** What the numbers have been since the dashboard was opened, oldest first. */
export interface History {
  /** The figures that are numbers. */
  titles: string[];
  readings: { at: number; values: (number | null)[] }[];
}

/** The whole of what the page shows. */
export interface DashboardView {
  operation: string;
  title: string;
  api: string;
  environment: string;
  /** Whether the figures are of real accounts. */
  real: boolean;
  /** Absent: not known yet. */
  origin?: string;
  /** Whether an answer is awaited. */
  busy: boolean;
  /** What happened without the person's doing here. */
  notice?: string;
  period?: Period;
  failure?: { message: string; remedy: string };
  latest?: Reading;
  history: History;
}

/** What a person does in the page; `ready` is said once, when it can be shown something. */
export type PageRequest =
  | { type: "ready" }
  | { type: "refresh" }
  | { type: "mend" }
  | { type: "period"; period: Period };

export function readPageRequest(message: unknown): PageRequest | undefined {
  if (!isRow(message)) return undefined;
  const { type, period } = message;
  if (type === "ready" || type === "refresh" || type === "mend") return { type };
  return type === "period" && isPeriod(period)
    ? { type, period: { from: period.from, to: period.to } }
    : undefined;
}

const day = /^(\d{4}-\d\d-\d\d)?$/;

export const isPeriod = (value: unknown): value is Period =>
  isRow(value) &&
  [value.from, value.to].every((each) => typeof each === "string" && day.test(each)) &&
  !(value.from && value.to && String(value.from) > String(value.to));

type Check = (value: unknown) => boolean;
const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number" && Number.isFinite(value);
const flag: Check = (value) => typeof value === "boolean";
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const fields =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isRow(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

const figureChecks: Record<Figure["kind"], Check> = {
  number: fields({ value: number }),
  text: fields({ value: text }),
  moment: fields({ value: number }),
  ranking: fields({
    labelTitle: text,
    valueTitle: text,
    rows: listOf(fields({ label: text, value: number, id: maybe(text) })),
  }),
  unreadable: () => true,
};

const isFigure: Check = (value) =>
  fields({ kind: text, title: text, note: text })(value) &&
  isRow(value) &&
  Object.hasOwn(figureChecks, String(value.kind)) &&
  figureChecks[value.kind as Figure["kind"]](value); // It is one of its keys.

const view = fields({
  operation: text,
  title: text,
  api: text,
  environment: text,
  real: flag,
  origin: maybe(text),
  busy: flag,
  period: maybe(isPeriod),
  notice: maybe(text),
  failure: maybe(fields({ message: text, remedy: text })),
  latest: maybe(fields({ at: number, figures: listOf(isFigure), record: text, notes: listOf(text) })),
  history: fields({
    titles: listOf(text),
    readings: listOf(fields({ at: number, values: listOf((value) => value === null || number(value)) })),
  }),
});

export const isDashboardView = (value: unknown): value is DashboardView => view(value);
