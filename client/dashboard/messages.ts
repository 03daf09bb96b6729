/** What the dashboard's page and the extension say to each other: two ends of one build. */
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
  /** As people know it: "Sandbox". */
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

const day = /^(\d{4}-\d\d-\d\d)?$/;

/** Whether the state that VS Code kept of a page holds a period: another version may have written it. */
export const isPeriod = (value: unknown): value is Period =>
  isRow(value) &&
  [value.from, value.to].every((each) => typeof each === "string" && day.test(each)) &&
  !(value.from && value.to && String(value.from) > String(value.to));
