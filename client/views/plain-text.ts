/** Text from an API as text of the interface. */

/** One line without control and direction characters, cut to the length. */
export function plainText(value: string, longest: number): string {
  // Cut first: a value may be megabytes long.
  const line = value
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length > longest || (line.length > 0 && value.length > longest * 4)
    ? `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`
    : line;
}

/** For notifications, in which VS Code makes links of `[words](address)`, also such as run commands. */
export const unlinked = (value: string): string => value.replaceAll("](", "] (");

/** The text as itself in Markdown: every mark that could mean something is escaped. */
export const escapeMarkdown = (value: string): string => value.replace(/[!-/:-@[-`{-~]/g, "\\$&");

const timestamp = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(\.\d+)?)?Z$/;

/** A field's value in few words; undefined when there is nothing to show. */
export function shortValue(value: unknown, longest: number): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string")
    return plainText(value.replace(timestamp, "$1 $2 UTC"), longest) || undefined;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) {
    const simple = value.every((each) => typeof each !== "object" || each === null);
    if (simple && value.length <= 5) return plainText(value.map(String).join(", "), longest) || undefined;
    return `${value.length} ${value.length === 1 ? "entry" : "entries"}`;
  }
  const pairs = Object.entries(value).map(
    ([key, inner]) => `${key}: ${typeof inner === "object" && inner !== null ? "…" : inner}`,
  );
  return plainText(pairs.slice(0, 6).join(", "), longest) || undefined;
}
