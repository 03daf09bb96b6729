/** A whole valid request of an operation, or payload of an event, laid out from its first sample. */
import type { EventEntry, JsonSchema, OperationEntry } from "../../shared/catalogue.ts";
import { isRow } from "../../shared/traits/values.ts";
import { escapeSnippet, Fixed, Places, sampleSnippet } from "./snippet.ts";

const parts = ["path", "query", "headers", "body"] as const;

/** What of a request is known before it is written. */
export interface Given {
  /** Identifiers by resource: these records are meant. */
  known: Readonly<Record<string, string>>;
  /** Values of path parameters that the documents do not name. */
  path?: Readonly<Record<string, string>> | undefined;
}

const nothing: Given = { known: {} };

/**
 * What follows the operation's id in an otherwise empty request, as a snippet. `gap` stands before each part: a line
 * break with its indentation, or a space.
 */
export function layOut(operation: OperationEntry, gap: string, given = nothing): string {
  const places = new Places();
  const sample = operation.samples[0] ?? {};
  return parts
    .map((part) => {
      const schema = operation.request.properties?.[part];
      const value = withKnown(requiredFirst(sample[part], schema), schema, given.known);
      const fixed = part === "path" && given.path ? mapped(given.path, (text) => new Fixed(text)) : value;
      return [part, fixed] as const;
    })
    .filter(([, value]) => isRow(value) && Object.keys(value).length > 0)
    .map(([part, value]) => `,${gap}${JSON.stringify(part)}: ${sampleSnippet(value, places, gap)}`)
    .join("");
}

/** The whole request, over several lines. */
export const wholeRequest = (operation: OperationEntry, given = nothing): string =>
  `{\n  "operation": ${escapeSnippet(JSON.stringify(operation.id))}${layOut(operation, "\n  ", given)}\n}`;

/**
 * The whole payload, over several lines.
 * @param field where the event's name stands
 * @param given laid out in place of the documented sample
 */
export function wholePayload(
  { name, samples: [documented] }: EventEntry,
  field: string | undefined,
  given?: unknown,
): string {
  const sample = given ?? documented;
  const named = field !== undefined && isRow(sample) ? { ...sample, [field]: new Fixed(name) } : sample;
  return sampleSnippet(named, new Places(), "\n");
}

function requiredFirst(value: unknown, schema: JsonSchema | undefined): unknown {
  if (!isRow(value)) return value;
  const required = schema?.required ?? [];
  const rank = (key: string) => (required.includes(key) ? 0 : 1);
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => rank(a) - rank(b)));
}

/** The sample with the identifiers of the records that are meant; of several in an array the first stays. */
function withKnown(value: unknown, schema: JsonSchema | undefined, known: Given["known"]): unknown {
  if (!schema || Object.keys(known).length === 0) return value;
  const resource = schema["x-resource"];
  if (resource !== undefined && Object.hasOwn(known, resource)) return new Fixed(known[resource]);
  if (Array.isArray(value)) {
    const { items } = schema;
    if (typeof items !== "object") return value;
    const filled = value.map((item) => withKnown(item, items, known));
    return JSON.stringify(filled) === JSON.stringify(value) ? value : filled.slice(0, 1);
  }
  return isRow(value)
    ? mapped(value, (item, key) => withKnown(item, schema.properties?.[key], known))
    : value;
}

const mapped = (
  row: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, change(value, key)]));
