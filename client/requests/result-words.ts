/** What came of a request, in few words beside it. Without vscode. */

import type { StepState } from "../../shared/requests/run-sequence.ts";

export interface Result {
  state: StepState;
  /** Undefined when no reply came. */
  status: number | undefined;
  /** Milliseconds. */
  duration: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** As `201 · 77 ms · 2 s ago`; `now` is in milliseconds since 1970. */
export function resultWords({ state, status, duration, at }: Result, now: number): string {
  const judged = state === "missed" ? ["not as expected"] : [];
  return [status ?? "no reply", ...judged, `${Math.round(duration)} ms`, age(now - at)].join(" · ");
}

function age(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`;
}
