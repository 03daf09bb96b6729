/** What can be filled into the parts of a request that are texts on the wire. */
import type { Place } from "../placeholders.ts";

const parts: Readonly<Record<string, string>> = {
  path: "a path parameter",
  query: "a query parameter",
  headers: "a header",
};

/**
 * Why a value cannot stand at its place in a request; undefined where it can. A query takes arrays and objects, which it
 * has ways to write, and would leave out null.
 */
export function misfit(value: unknown, place: Place): string | undefined {
  const [part = "", name] = place;
  const what = name === undefined || !Object.hasOwn(parts, part) ? undefined : parts[part];
  if (what === undefined) return undefined;
  const isNull = value === null || (part === "query" && Array.isArray(value) && value.includes(null));
  if (isNull) return `is ${value === null ? "null" : "an array with null in it"}, which ${what} cannot be`;
  if (part === "query" || typeof value !== "object") return undefined;
  return `is an ${Array.isArray(value) ? "array" : "object"}, which ${what} cannot be`;
}
