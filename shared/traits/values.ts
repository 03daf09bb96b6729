/** Reading values out of JSON of which nothing is known yet. */
import type { Row } from "../api.ts";

export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a dotted path, over own properties only. */
export function at(value: unknown, path: string): unknown {
  let here = value;
  for (const key of path.split(".")) {
    if (!isRow(here) || !Object.hasOwn(here, key)) return undefined;
    here = here[key];
  }
  return here;
}

export const textAt = (value: unknown, path: string): string | undefined => {
  const found = at(value, path);
  return typeof found === "string" && found !== "" ? found : undefined;
};

export const numberAt = (value: unknown, path: string): number | undefined => {
  const found = at(value, path);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
};

/** An object with one value at a dotted path. */
export const placed = (path: string, value: unknown): Row =>
  path
    .split(".")
    .toReversed()
    .reduce<unknown>((inner, key) => ({ [key]: inner }), value) as Row;

/** Two objects as one, nested objects merged. */
export function merged(first: Row, second: Row): Row {
  const result: Row = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const present = result[key];
    result[key] = isRow(present) && isRow(value) ? merged(present, value) : value;
  }
  return result;
}
