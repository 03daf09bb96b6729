/** The rows of a data file, whose columns are variables of a run each. */
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import { textOfFile } from "../../shared/regular-file.ts";
import { isRow } from "../../shared/traits/values.ts";
import type { Variable } from "../knowledge/variables.ts";
import { UsageError } from "./command.ts";

/** In bytes. */
const sizeLimit = 64 * 1024 * 1024;

/** @param environment that the variables are of */
export function readRows(path: string, environment: string): Variable[][] {
  const text = textOfFile(path, sizeLimit);
  if (text === undefined) throw new UsageError(`--data ${path} cannot be read, or has more than 64 MiB.`);
  const uri = pathToFileURL(path).href;
  const rows = /\.(nd)?jsonl?$/i.test(path) ? jsonRows(text, path) : csvRows(text, path);
  if (rows.length === 0) throw new UsageError(`--data ${path} has no row.`);
  return rows.map((row, index) => {
    const at = { line: index, character: 0 };
    return row.map(([name, value]) => ({ name, value, environment, uri, range: { start: at, end: at } }));
  });
}

type DataRow = [name: string, value: string][];

function csvRows(text: string, path: string): DataRow[] {
  let lines: string[][];
  try {
    lines = parse(text, { bom: true, skip_empty_lines: true });
  } catch (error) {
    throw new UsageError(
      `--data ${path} is no CSV: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const [names = [], ...rows] = lines;
  return rows.map((row) => names.map((name, index) => [name.trim(), row[index] ?? ""]));
}

function jsonRows(text: string, path: string): DataRow[] {
  return text.split(/\r?\n/).flatMap((line, index): DataRow[] => {
    if (line.trim() === "") return [];
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      row = undefined;
    }
    if (!isRow(row)) throw new UsageError(`--data ${path}: line ${index + 1} is no JSON object.`);
    return [
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ];
  });
}
