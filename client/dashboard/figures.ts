/** What a dashboard shows of a reply. Pure: a reply in, figures with plain text out. */
import type { Dashboard, FigureSource } from "../../shared/api.ts";
import type { JsonSchema } from "../../shared/catalogue.ts";
import { isRow } from "../../shared/traits/values.ts";
import { escapedText, plainText } from "../../shared/plain-text.ts";
import { shortValue } from "../text/short-value.ts";

type Value = {
  title: string;
  /** What a reader should know about the figure; empty when there is nothing. */
  note: string;
} & (
  | { kind: "number"; value: number }
  | { kind: "text"; value: string }
  /** Milliseconds since 1970. */
  | { kind: "moment"; value: number }
  | { kind: "ranking"; labelTitle: string; valueTitle: string; rows: RankedRow[] }
  /** The reply has no such value; the note says what it has. */
  | { kind: "unreadable" }
);

export type Figure = Value & {
  /** What the documents leave open of it, for who asks; empty when there is nothing. */
  open: string;
};

export interface RankedRow {
  label: string;
  value: number;
  /** The identifier, where the label is the record's name instead. */
  id?: string;
}

/** The name of a record; undefined when it is not known. */
export type NameOf = (resource: string, id: string) => string | undefined;

/** So many rows make a picture that can still be read. */
const mostRows = 20;

/** `schema` is the documented reply's, which says what is not shown of a field and to what an identifier refers. */
export function figuresOf(
  dashboard: Dashboard,
  reply: unknown,
  schema?: JsonSchema,
  nameOf: NameOf = () => undefined,
): Figure[] {
  if (!isRow(reply)) return [];
  return dashboard.figures.map((source) => {
    const { field } = source;
    const value = Object.hasOwn(reply, field) ? reply[field] : undefined;
    const fieldSchema = schema?.properties?.[field];
    const found = figure(source, value, fieldSchema, nameOf);
    if (!found)
      return {
        title: source.title,
        kind: "unreadable",
        note: instead(value, `${field} is not in the reply`),
        open: "",
      };
    return { ...found, open: openFacts(fieldSchema) };
  });
}

/** Undefined when the value is not of the source's kind. */
function figure(
  source: FigureSource,
  value: unknown,
  schema: JsonSchema | undefined,
  nameOf: NameOf,
): Value | undefined {
  const { title } = source;
  switch (source.kind) {
    case "number":
      return isNumber(value) ? { title, note: "", kind: "number", value } : undefined;
    case "text": {
      const text = typeof value === "string" ? plainText(value, 80) : "";
      return text === "" ? undefined : { title, note: "", kind: "text", value: text };
    }
    case "moment": {
      const moment = typeof value === "string" && timestamp.test(value) ? Date.parse(value) : Number.NaN;
      return isNumber(moment) ? { title, note: "", kind: "moment", value: moment } : undefined;
    }
    case "ranking": {
      if (!Array.isArray(value)) return undefined;
      const resource = itemSchema(schema)?.properties?.[source.label.field]?.["x-resource"];
      const rows = value.flatMap((row: unknown): RankedRow[] => {
        if (!isRow(row)) return [];
        const [id, number] = [row[source.label.field], row[source.value.field]];
        const label = shortValue(id, 60);
        if (label === undefined || !isNumber(number)) return [];
        const name = resource && typeof id === "string" ? nameOf(resource, id) : undefined;
        return [name ? { label: name, value: number, id: label } : { label, value: number }];
      });
      const odd = value.length - rows.length;
      return {
        title,
        note: [
          ...(rows.length > mostRows ? [`The first ${mostRows} of ${rows.length}.`] : []),
          ...(odd > 0 ? [`${odd} more ${odd === 1 ? "row is" : "rows are"} not as documented.`] : []),
        ].join(" "),
        kind: "ranking",
        labelTitle: source.label.title,
        valueTitle: source.value.title,
        rows: rows.slice(0, mostRows),
      };
    }
  }
}

const itemSchema = (schema: JsonSchema | undefined) =>
  typeof schema?.items === "object" ? schema.items : undefined;

/** A time in UTC, as all timestamps of the APIs are. `Date.parse` alone takes almost anything for a date. */
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

const instead = (value: unknown, otherwise: string) =>
  value === undefined ? otherwise : `Not as documented: ${shortValue(value, 60) ?? "nothing"}`;

/** Without these a value can be shown, but not said in more words. */
const telling = new Set(["unit", "format"]);

function openFacts(schema: JsonSchema | undefined): string {
  const facts = (schema?.["x-not-shown"] ?? []).filter((fact) => telling.has(fact));
  const words = facts.join(" and ");
  return words === "" ? "" : `${words.charAt(0).toUpperCase()}${words.slice(1)} not documented`;
}

/** So many characters are shown of a record. More of it is no help to a reader, and a burden to the page. */
const longestRecord = 100_000;

/** The whole reply as JSON. Characters that are not seen, or that turn the direction of text, are escaped. */
export function recordText(reply: unknown): string {
  const text = JSON.stringify(reply, null, 2) ?? "";
  const cut =
    text.length > longestRecord
      ? `${text.slice(0, longestRecord)}\n… ${(text.length - longestRecord).toLocaleString("en")} more characters`
      : text;
  return escapedText(cut);
}
