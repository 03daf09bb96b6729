export type Severity = "error" | "warning" | "information" | "hint";

/** What a quick fix needs to know. */
export interface FindingData {
  /** The property that is missing or unknown. */
  readonly property?: string;
  /** What was probably meant: a property name, or an allowed value. */
  readonly suggestion?: unknown;
  readonly allowed?: readonly unknown[];
  readonly prefix?: string;
  readonly format?: string;
}

/** Where a text contradicts its schema. */
export interface Finding {
  /** A code of the design, or a schema's own (`x-code`). */
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly severity: Severity;
  readonly data?: FindingData;
}
