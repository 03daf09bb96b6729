/** A field in Markdown: for hovers and for the documentation of completions. */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { saidOf, typeName, withValueBranch } from "../../shared/derived/field.ts";
import { markdownText } from "../../shared/plain-text.ts";
import type { OpenFile } from "../files/open-file.ts";
import { annotation } from "../schema/describe.ts";
import { compilePattern } from "../../shared/patterns/pattern.ts";
import type { Schema } from "../schema/schema.ts";

/** The annotated schema among those that apply: the first that says anything about the value. */
export function speaking(schemas: readonly Schema[]): JsonSchema | undefined {
  const sources = schemas.map(({ source }) => source).filter((source) => typeof source === "object");
  const found =
    ofSeveral(sources) ??
    // Of a value that may also be null both branches speak, whichever is written.
    sources.find((source) => withValueBranch(source) !== source) ??
    sources.find((source) => source.type ?? source.enum ?? source.const ?? source.description) ??
    sources[0];
  // What a description adds stands beside the reference to the schema that says the rest.
  const from = annotation(schemas, "x-from");
  return found && from !== undefined ? { ...found, "x-from": from } : found;
}

/** Of a value that tells the branches of a union apart: what they share, and no constant of one of them. */
function ofSeveral(sources: readonly JsonSchema[]): JsonSchema | undefined {
  const branches = sources.filter((source) => source.const !== undefined);
  const [first] = branches;
  if (!first || branches.every((branch) => branch.const === first.const)) return undefined;
  const { description } = first;
  const shared = branches.every((branch) => branch.description === description);
  return { type: typeName(first), ...(description !== undefined && shared && { description }) };
}

/** Where a fact comes from that no document has. @param name the imported description's */
export const importedFrom = (name: string): string =>
  `from the imported description “${markdownText(name)}”, not from the documents`;

export type Requirement = "required" | "optional" | "not shown" | undefined;

/** Whether a documented property must be there. Which fields of an event may be missing no document says. */
export function requirementOf({ format }: OpenFile, schema: JsonSchema, required: boolean): Requirement {
  if (required) return "required";
  if (format.kind === "webhook") return undefined;
  return schema["x-not-shown"]?.includes("required or optional") ? "not shown" : "optional";
}

/** Type, limits, values and what the documents leave open, one thing a line. */
export function describeField(schema: JsonSchema, requirement: Requirement): string {
  const open = (withValueBranch(schema)["x-not-shown"] ?? []).filter((fact) => !saidElsewhere.has(fact));
  const state = requirement === "not shown" ? "required or optional: not shown" : requirement;
  const lines = [
    [`_${typeName(schema)}_`, ...(state ? [state] : [])].join(", "),
    saidOf(schema).map(capitalised).join(". "),
    schema.pattern !== undefined && schema.format === undefined && !compilePattern(schema.pattern)
      ? "The pattern is not checked here: matching it could take time without end."
      : "",
    open.length > 0 ? `Not shown in the documents: ${open.join(", ")}.` : "",
    ...["x-from", "x-required-by"].map((keyword) => importWords(keyword, schema[keyword])),
  ];
  return lines.filter((line) => line !== "").join("\n\n");
}

/** Said by the line of the type, or beside the values that are shown. */
const saidElsewhere = new Set([
  "required or optional",
  "other values",
  "type",
  "fields",
  "path parameters",
  "parameters",
]);

/** What helps to write a value: hovers say what else the documents leave open. */
export function describeForWriting(schema: JsonSchema, requirement: Requirement): string {
  const open = (schema["x-not-shown"] ?? []).filter((fact) => helpful.has(fact));
  return describeField(
    { ...schema, "x-not-shown": open },
    requirement === "not shown" ? undefined : requirement,
  );
}

const helpful = new Set(["unit", "format", "type"]);

const importWords = (keyword: string, name: unknown) =>
  typeof name !== "string"
    ? ""
    : keyword === "x-from"
      ? `_${capitalised(importedFrom(name))}._`
      : `_Required by the imported description “${markdownText(name)}”; the documents leave it open._`;

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
