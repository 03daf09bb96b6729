/** How a run is written. A report sees each file when it is done, in order. */
import type { FileRange } from "../../../shared/protocol.ts";
import type { StepState } from "../../../shared/requests/run-sequence.ts";
import type { Totals } from "../../../shared/requests/totals.ts";

export interface Report {
  begin(): string;
  file(run: FileRun): string;
  end(totals: Totals): string;
}

/** A file, or one row of data with it. */
export interface FileRun {
  /** Relative to the working folder, with slashes. */
  path: string;
  /** Counted from one. */
  row?: number;
  results: readonly RequestRun[];
  /** Why nothing of it was sent. */
  obstacle?: { message: string; range: FileRange };
}

export interface RequestRun {
  /** Its name, else its operation. */
  title: string;
  operation: string;
  state: StepState;
  status?: number;
  /** In milliseconds. */
  duration: number;
  /** Why there is no success, in words. */
  failure?: string;
  /** What is wrong at a place; where something failed there is one at least. */
  findings: readonly RunFinding[];
}

export interface RunFinding {
  range: FileRange;
  message: string;
  expected?: unknown;
  actual?: unknown;
}

export const nameOf = ({ path, row }: FileRun) => (row === undefined ? path : `${path} (row ${row})`);

/** `12:5`, counted from one. */
export const placeOf = ({ start }: FileRange) => `${start.line + 1}:${start.character + 1}`;

/** All that is wrong with a request, a sentence each. */
export const sentencesOf = ({ failure, findings }: RequestRun): string[] => [
  ...new Set([...(failure === undefined ? [] : [failure]), ...findings.map(({ message }) => message)]),
];

/** The states that are no success. */
export const isFailure = ({ state }: RequestRun) =>
  state === "missed" || state === "failed" || state === "unknown";
