import { plainText } from "../../shared/plain-text.ts";

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
