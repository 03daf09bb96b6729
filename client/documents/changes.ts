/** What was changed in a record, by the person and by others. Without vscode. */
import { isDeepStrictEqual } from "node:util";
import type { Row } from "../../shared/api.ts";
import { isRow } from "../../shared/traits/values.ts";

/** The fields of a record that a document shows. `fields` undefined: all. */
export const shownOf = (record: Row, fields: readonly string[] | undefined): Row =>
  fields === undefined
    ? record
    : Object.fromEntries(
        fields.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
      );

export const textOf = (record: Row) => `${JSON.stringify(record, null, 2)}\n`;

/** Throws an Error with words for the person. */
export function recordIn(text: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`Nothing was sent: this is not JSON. ${error instanceof Error ? error.message : ""}`, {
      cause: error,
    });
  }
  if (!isRow(value)) throw new Error("Nothing was sent: a record is an object, { … }.");
  return value;
}

export interface Changes {
  /** New values; an object or array is one value, sent whole. */
  changed: Row;
  removed: string[];
}

export const changesBetween = (before: Row, after: Row): Changes => ({
  changed: Object.fromEntries(Object.entries(after).filter(([name]) => !same(before, after, name))),
  removed: Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
});

/** The fields that the person and others have changed since the record was read, each to something else. */
export const conflictsBetween = (read: Row, now: Row, wanted: Row): string[] =>
  [...new Set([...Object.keys(read), ...Object.keys(now)])].filter(
    (name) => !same(read, now, name) && !same(read, wanted, name) && !same(now, wanted, name),
  );

/** The record as others have it now, with the person's changes in it. */
export const merged = (now: Row, changed: Row): Row => ({ ...now, ...changed });

const same = (a: Row, b: Row, name: string) =>
  Object.hasOwn(a, name) === Object.hasOwn(b, name) && isDeepStrictEqual(a[name], b[name]);
