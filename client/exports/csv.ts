/** Records as a table. */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { isRow } from "../../shared/traits/values.ts";

type Cell = string | number | undefined;

/** Objects further down stand in one cell as JSON: nobody reads a column of ten names. */
const deepest = 8;

/** The columns that the documented record has, in its order. */
export function documentedColumns(record: JsonSchema, before = "", depth = 0): string[] {
  return Object.entries(record.properties ?? {}).flatMap(([key, schema]) => {
    const name = nested(before, key);
    const inner = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties);
    return inner && depth < deepest ? documentedColumns(inner, name, depth + 1) : [name];
  });
}

/** The documented columns, then those of other fields as they are met. */
export async function columnsOf(
  documented: readonly string[],
  records: AsyncIterable<unknown>,
): Promise<string[]> {
  /** Whether there is something in it. */
  const columns = new Map(documented.map((name) => [name, true]));
  for await (const record of records)
    for (const [name, value] of cellsOf(record))
      columns.set(name, columns.get(name) === true || value !== undefined);
  const names = [...columns.keys()];
  // An object that is null in some records has its columns already.
  const isObject = (name: string) =>
    names.some((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}[`));
  return names.filter((name) => columns.get(name) === true || !isObject(name));
}

/** A record's values by column: nested objects dotted, arrays as JSON. */
export function cellsOf(record: unknown): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  if (isRow(record)) addCells(cells, record, "", 0);
  else cells.set("value", cellOf(record));
  return cells;
}

function addCells(cells: Map<string, Cell>, record: Record<string, unknown>, before: string, depth: number) {
  for (const [key, value] of Object.entries(record)) {
    const name = nested(before, key);
    if (isRow(value) && depth < deepest && Object.keys(value).length > 0)
      addCells(cells, value, name, depth + 1);
    else cells.set(name, cellOf(value));
  }
}

/** A key that holds the dot itself must not look like two. */
const nested = (before: string, key: string) =>
  /[.[\]]/.test(key) ? `${before}[${JSON.stringify(key)}]` : before === "" ? key : `${before}.${key}`;

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string" || typeof value === "number") return value;
  return JSON.stringify(value);
}

/** The table's text, piece by piece. Text that a spreadsheet would take for a formula is marked as text. */
export async function* csvText(
  columns: readonly string[],
  records: AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  const { stringify } = await import("csv-stringify/sync");
  const rows = (cells: Cell[][], isFirst = false) =>
    stringify(cells, { bom: isFirst, escape_formulas: true, record_delimiter: "windows" });
  // A table is for spreadsheets, and Excel takes a file for UTF-8 by its byte order mark only; programs have NDJSON.
  yield rows([[...columns]], true);
  for await (const record of records) {
    const cells = cellsOf(record);
    yield rows([columns.map((column) => cells.get(column))]);
  }
}
