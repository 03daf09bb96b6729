/** The rows of a data file, whose columns are variables of a run each. */
import { isUtf8 } from "node:buffer";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import { NotRegularError, readRegularFile } from "../../shared/regular-file.ts";
import { isRow } from "../../shared/traits/values.ts";
import { type Variable, type VariableValue, variableValue } from "../knowledge/variables.ts";
import { inexactNumbers } from "../knowledge/inexact-numbers.ts";
import { childrenOf } from "../syntax/node.ts";
import { parse as parseJson, rootOf } from "../syntax/tree.ts";
import { UsageError } from "./command.ts";

/** In bytes. */
const sizeLimit = 64 * 1024 * 1024;

/** @param environment that the variables are of */
export function readRows(path: string, environment: string): Variable[][] {
  const text = textOf(path);
  const uri = pathToFileURL(path).href;
  const rows = /\.(nd)?jsonl?$/i.test(path) ? jsonRows(text, path) : csvRows(text, path);
  if (rows.length === 0) throw new UsageError(`--data ${path} has no row.`);
  return rows.map((row, index) => {
    const at = { line: index, character: 0 };
    return row.map(([name, value]) => ({
      name,
      ...value,
      environment,
      uri,
      range: { start: at, end: at },
      isPlain: true,
    }));
  });
}

function textOf(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(path, sizeLimit + 1);
  } catch (error) {
    if (error instanceof NotRegularError)
      throw new UsageError(`--data ${path} is no regular file. Save the rows in a file.`);
    throw new UsageError(`--data ${path} cannot be read. Check that it is there.`);
  }
  if (bytes.length > sizeLimit) throw new UsageError(`--data ${path} has more than 64 MiB. Split it.`);
  if (!isUtf8(bytes)) throw new UsageError(`--data ${path} is not valid UTF-8. Save it as UTF-8.`);
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

type DataRow = [name: string, value: VariableValue][];

function csvRows(text: string, path: string): DataRow[] {
  let lines: string[][];
  try {
    lines = parse(text, { bom: true, skip_empty_lines: true });
  } catch (error) {
    throw new UsageError(
      `--data ${path} is no CSV: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const [first = [], ...rows] = lines;
  const names = first.map((name) => name.trim());
  const twice = names.find((name, index) => name !== "" && names.indexOf(name) < index);
  if (twice !== undefined)
    throw new UsageError(`--data ${path} has two columns ${JSON.stringify(twice)}. Rename one.`);
  return rows.map((row) => names.map((name, index) => [name, { value: row[index] ?? "" }]));
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
    const inexact = inexactIn(line);
    return [Object.entries(row).map(([name, value]) => [name, variableValue(value, inexact.get(name))])];
  });
}

/** By column the first number that cannot be kept exactly. */
function inexactIn(line: string): Map<string, string> {
  // Most rows have none, and are read once.
  if (!/[\d.]{16}|\d[eE]/.test(line)) return new Map();
  const tree = parseJson(line, { dialect: "json" });
  return new Map(
    childrenOf(rootOf(tree)).flatMap((column) => {
      const [first] = inexactNumbers(tree, column);
      return column.key && first ? [[column.key.name, first.source] as const] : [];
    }),
  );
}
