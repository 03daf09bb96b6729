/** A sensible value for a property that is missing. */
import { isRow } from "../../shared/traits/values.ts";
import { entryAt, eventOf, operationOf } from "../files/entries.ts";
import type { OpenFile } from "../files/open-file.ts";
import { schemasAt, valuesOf } from "../schema/describe.ts";
import { typeBit } from "../schema/schema.ts";
import type { Step } from "../syntax/path.ts";
import { rootOf } from "../syntax/tree.ts";

/** As the first sample of the operation or event has it, else the first value that the documents name. */
export function sampleFor(file: OpenFile, path: readonly Step[], offset: number): unknown {
  const entry = entryAt(file, offset);
  const operation = operationOf(file, entry);
  const sample: unknown =
    file.format.kind === "body"
      ? operation?.samples[0]?.body
      : (operation?.samples[0] ?? eventOf(file, entry)?.samples[0]);
  const inEntry =
    file.format.kind !== "body" && rootOf(file.tree).node.kind === "array" ? path.slice(1) : path;
  const found = inEntry.reduce<unknown>(
    (value, step) => (isRow(value) ? value[step] : Array.isArray(value) ? value[step as number] : undefined), // Names of arrays have no value.
    sample,
  );
  if (found !== undefined) return found;
  if (!file.schema) return "";
  const schemas = schemasAt(file.tree, file.schema, path);
  const values = path.at(-1) === "operation" ? [] : valuesOf(schemas);
  if (values.length > 0) return values[0]?.value;
  const { types } = schemas[0] ?? { types: typeBit.string };
  if ((types & typeBit.string) !== 0) return "";
  if ((types & (typeBit.integer | typeBit.number)) !== 0) return 0;
  return (types & typeBit.array) !== 0 ? [] : {};
}
