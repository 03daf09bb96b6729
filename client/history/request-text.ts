/** An entry as the text of a request file. Without vscode. */
import { placeholderPattern } from "../../shared/placeholders.ts";
import type { Entry } from "./entry.ts";

/** Why it would not be the same request in a file; undefined when it would. */
export function whyNotSavable({ values, placeholders }: Entry): string | undefined {
  if (!values) return "its values were too large to be kept";
  const known = new Set(placeholders);
  const found = [...JSON.stringify(values).matchAll(placeholderPattern)];
  return found.every(([, inner = ""]) => known.has(inner.trim()))
    ? undefined
    : "it was sent with {{…}} as plain text, which a request file would fill in";
}

/** Placeholders stay placeholders. */
export function requestText({ operation, name, values }: Entry): string {
  return `${JSON.stringify({ operation, ...(name !== undefined && { name }), ...values }, null, 2)}\n`;
}
