import type { JsonType } from "./schema.ts";

export const diagnosticCodes = [
  "syntax",
  "duplicate-key",
  "too-deep",
  "too-large",
  "unknown-operation",
  "missing-property",
  "wrong-type",
  "unknown-property",
  "value-not-allowed",
  "out-of-range",
  "bad-format",
  "id-prefix",
  "unknown-event",
  "unknown-variable",
  "secret-in-file",
  "unbound-route",
  "deprecated",
  "unknown-id",
  "duplicate-name",
] as const;

/** What a finding is about, for people who look it up and for programs. The list is closed and its names stay. */
export type DiagnosticCode = (typeof diagnosticCodes)[number];

export const isDiagnosticCode = (text: unknown): text is DiagnosticCode =>
  (diagnosticCodes as readonly unknown[]).includes(text);

export type Severity = "error" | "warning" | "information" | "hint";

export const isSeverity = (value: unknown): value is Severity =>
  value === "error" || value === "warning" || value === "information" || value === "hint";

/** What a quick fix needs to know. */
export interface FindingData {
  /** The property that is missing or unknown. */
  readonly property?: string;
  /** What was probably meant: a property name, or an allowed value. */
  readonly suggestion?: unknown;
  readonly allowed?: readonly unknown[];
  /** The types that are expected of the value. */
  readonly types?: readonly JsonType[];
  readonly prefix?: string;
  readonly format?: string;
}

/** Something to be said of a text, at offsets of it. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly severity: Severity;
  readonly data?: FindingData;
}

export const movedFinding = (finding: Finding, by: number): Finding => ({
  ...finding,
  start: finding.start + by,
  end: finding.end + by,
});
