/** Values as snippets: text with places for the cursor. */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { typeName } from "../../shared/derived/field.ts";
import { isRow } from "../../shared/traits/values.ts";

export const escapeSnippet = (text: string) => text.replace(/[\\$}]/g, "\\$&");

/** Counts the places of one snippet. */
export class Places {
  #last = 0;
  next(): number {
    return ++this.#last;
  }
}

/** A value in a sample that is meant, so that the cursor has no place there. */
export class Fixed {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** A value with a place at every string, number and boolean in it. */
export function sampleSnippet(value: unknown, places: Places, gap: string): string {
  if (value instanceof Fixed) return escapeSnippet(JSON.stringify(value.value));
  const inside = `${gap}  `;
  const wrapped = (open: string, parts: readonly string[], close: string) =>
    parts.length === 0 ? open + close : `${open}${joined(parts, inside)}${endOf(gap)}${close}`;
  if (Array.isArray(value))
    return wrapped(
      "[",
      value.map((item) => sampleSnippet(item, places, gapWithin(gap))),
      "]",
    );
  if (isRow(value))
    return wrapped(
      "{",
      Object.entries(value).map(
        ([key, item]) =>
          `${escapeSnippet(JSON.stringify(key))}: ${sampleSnippet(item, places, gapWithin(gap))}`,
      ),
      "}",
    );
  const json = JSON.stringify(value);
  if (typeof value !== "string") return `\${${places.next()}:${escapeSnippet(json)}}`;
  return `"\${${places.next()}:${escapeSnippet(json.slice(1, -1))}}"`;
}

/** `gap`: a line break with the indentation of the container, or a space when all is on one line. */
const gapWithin = (gap: string) => (gap.startsWith("\n") ? `${gap}  ` : gap);
const joined = (parts: readonly string[], inside: string) =>
  inside.startsWith("\n") ? parts.map((part) => inside + part).join(",") : parts.join(", ");
const endOf = (gap: string) => (gap.startsWith("\n") ? gap : "");

/** The value of a new property with a place for the cursor. */
export function valueSnippet(schema: JsonSchema): string {
  if (schema.const !== undefined) return escapeSnippet(JSON.stringify(schema.const));
  if (schema.default !== undefined) return `\${1:${escapeSnippet(JSON.stringify(schema.default))}}`;
  const type = typeName(schema);
  if (type.startsWith("array")) return "[$1]";
  if (type.startsWith("object")) return "{$1}";
  // Most values whose type is not shown are texts.
  return type.startsWith("string") || type === "type not shown" ? '"$1"' : "$1";
}

/** A snippet as plain text, for editors that know no snippets: a place becomes what it proposes. */
export const plainText = (snippet: string): string =>
  snippet
    .replace(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, "$1")
    .replace(/(?<!\\)\$\d+/g, "")
    .replace(/\\([\\$}])/g, "$1");
