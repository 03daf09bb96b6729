/** A whole valid request of an operation, laid out from its first sample. */
import type { JsonSchema, OperationEntry } from "../../shared/catalogue.ts";
import { isRow } from "../../shared/traits/values.ts";
import { escapeSnippet, Places, sampleSnippet } from "./snippet.ts";

const parts = ["path", "query", "headers", "body"] as const;

/**
 * What follows the operation's id in an otherwise empty request, as a snippet. `gap` stands before each part: a line
 * break with its indentation, or a space.
 */
export function layOut(operation: OperationEntry, gap: string): string {
  const places = new Places();
  const sample = operation.samples[0] ?? {};
  return parts
    .filter((part) => isRow(sample[part]) && Object.keys(sample[part]).length > 0)
    .map((part) => {
      const value = requiredFirst(sample[part], operation.request.properties?.[part]);
      return `,${gap}${JSON.stringify(part)}: ${sampleSnippet(value, places, gap)}`;
    })
    .join("");
}

/** The whole request, over several lines. */
export const wholeRequest = (operation: OperationEntry): string =>
  `{\n  "operation": ${escapeSnippet(JSON.stringify(operation.id))}${layOut(operation, "\n  ")}\n}`;

function requiredFirst(value: unknown, schema: JsonSchema | undefined): unknown {
  if (!isRow(value)) return value;
  const required = schema?.required ?? [];
  const rank = (key: string) => (required.includes(key) ? 0 : 1);
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => rank(a) - rank(b)));
}
