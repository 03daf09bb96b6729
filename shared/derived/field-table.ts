/** The fields of a schema as a table in Markdown. */
import type { JsonSchema } from "../catalogue.ts";
import { saidOf, typeName, withValueBranch } from "./field.ts";

/** A record that has a table of its own, to which others lead. */
export interface KnownRecord {
  title: string;
  anchor: string;
  schema: JsonSchema;
}

/** A request's fields, of which some must be there. */
export function requestTable(schema: JsonSchema): string[] {
  const rows = rowsOf(schema, []);
  // Where no field is shown to be required or optional, the list of what is not shown says so once.
  const isTold = rows.some(({ schema: field }) => !isOpen(field, "required or optional"));
  return isTold
    ? table(["Field", "Type", "Required", "Facts"], rows, requiredWord)
    : plainTable(schema, rows);
}

/** The fields of a reply, a record or an event, of which none is shown to be always there. */
export function replyTable(schema: JsonSchema, records: readonly KnownRecord[]): string[] {
  const whole = records.find((record) => isOf(schema, record));
  if (!whole) return plainTable(schema, rowsOf(schema, records));
  const more = rowsOf(schema, records).filter(
    ({ name }) => !Object.hasOwn(whole.schema.properties ?? {}, name.split(/[.[]/)[0] ?? ""),
  );
  const link = `[${whole.title}](#${whole.anchor})`;
  return more.length === 0
    ? [`The fields of ${link}.`, ""]
    : [`The fields of ${link}, and:`, "", ...table(["Field", "Type", "Facts"], more)];
}

const plainTable = (schema: JsonSchema, rows: readonly FieldRow[]): string[] =>
  rows.length > 0
    ? table(["Field", "Type", "Facts"], rows)
    : [`${capitalised(saidOf(schema).join("; ") || "an object")}.`, ""];

interface FieldRow {
  name: string;
  schema: JsonSchema;
  required: boolean;
  type: string;
}

function rowsOf(schema: JsonSchema, records: readonly KnownRecord[], prefix = ""): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const items = typeof field.items === "object" ? field.items : undefined;
    const record = items && records.find((each) => isOf(items, each));
    const row = {
      name,
      schema: field,
      required: schema.required?.includes(key) === true,
      type: record ? `array of [${record.title}](#${record.anchor})` : typeName(field).replace(/^type /, ""),
    };
    return record
      ? [row]
      : [
          row,
          ...rowsOf(withValueBranch(field), records, `${name}.`),
          ...(items ? rowsOf(items, records, `${name}[].`) : []),
        ];
  });
}

/** Whether a schema has all fields of a record, as it has them. */
function isOf({ properties = {} }: JsonSchema, { schema }: KnownRecord): boolean {
  const fields = Object.entries(schema.properties ?? {});
  return (
    fields.length > 0 &&
    fields.every(([name, field]) => JSON.stringify(properties[name]) === JSON.stringify(field))
  );
}

function table(
  titles: readonly string[],
  rows: readonly FieldRow[],
  required?: (row: FieldRow) => string,
): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(titles),
    `|${"---|".repeat(titles.length)}`,
    ...rows.map((row) =>
      line([`\`${row.name}\``, row.type, ...(required ? [required(row)] : []), factsOf(row.schema)]),
    ),
    "",
  ];
}

const requiredWord = ({ required, schema }: FieldRow) =>
  required ? "yes" : isOpen(schema, "required or optional") ? "not shown" : "no";

function factsOf(field: JsonSchema): string {
  const open = (withValueBranch(field)["x-not-shown"] ?? []).filter((fact) => !saidElsewhere.has(fact));
  return [...saidOf(field), ...open.map((fact) => `${fact} not shown`)].join("; ").replaceAll("|", "\\|");
}

/** Said by the columns beside, or with the values that are shown. */
const saidElsewhere = new Set(["required or optional", "other values", "type", "fields"]);

const isOpen = (schema: JsonSchema, fact: string) => schema["x-not-shown"]?.includes(fact) === true;

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
