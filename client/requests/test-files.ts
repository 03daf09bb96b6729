/** Which request files are tests, and which of their requests need which. Without vscode. */
import { expressionsIn } from "../../shared/placeholders.ts";
import type { ResolvedRequest } from "../../shared/protocol.ts";

/** Whether the text of a request file may expect something: the language server has not read it yet. */
export const mayExpect = (text: string): boolean => /"expect"\s*:/.test(text);

/** The indexes that are wanted, with those of the earlier requests that they refer to, in the order of the file. */
export function withNeeded(requests: readonly ResolvedRequest[], wanted: ReadonlySet<number>): number[] {
  const needed = new Set(wanted);
  // From the last to the first: a request refers to earlier ones only.
  for (const [position, { index, values, expect }] of [...requests.entries()].toReversed()) {
    if (!needed.has(index)) continue;
    for (const expression of expressionsIn({ values, expect })) {
      if (expression.kind !== "response" && expression.kind !== "request") continue;
      const earlier = requests.slice(0, position).findLast(({ name }) => name === expression.request);
      if (earlier) needed.add(earlier.index);
    }
  }
  return requests.flatMap(({ index }) => (needed.has(index) ? [index] : []));
}

/** A value as the comparison of expected and actual shows it. */
export const comparedText = (value: unknown): string =>
  value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
