/** What a schema asks of a value, in words. */
import type { JsonSchema } from "../catalogue.ts";
import { markdownCode } from "../plain-text.ts";

const code = (value: unknown) => markdownCode(typeof value === "string" ? value : JSON.stringify(value));

/** "string", "array of string", "object", "string or null"; "type not shown" where the documents leave it open. */
export function typeName(schema: JsonSchema): string {
  if (schema["x-not-shown"]?.includes("type")) return "type not shown";
  // A null that no document shows is taken in silence.
  const isShown = (type: unknown) => type !== "null" || schema["x-null"] !== "not shown";
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches)
    return [
      ...new Set(
        valuesAmong(branches)
          .filter(({ type }) => isShown(type))
          .map(typeName),
      ),
    ].join(" or ");
  if (schema.const !== undefined) return typeof schema.const;
  if (schema.type === "array" && typeof schema.items === "object") {
    const items = typeName(schema.items);
    return items === anyValue ? "array" : `array of ${items}`;
  }
  if (Array.isArray(schema.type)) return schema.type.filter(isShown).join(" or ");
  return schema.type ?? anyValue;
}

const anyValue = "any value";

/** Without what stands in place of a value where one is expected. */
const valuesAmong = (branches: readonly JsonSchema[]) => branches.filter((branch) => !branch["x-matcher"]);

/** What may also be null, with what its other branch says: one description of the field. */
export function withValueBranch(schema: JsonSchema): JsonSchema {
  const branches = schema.anyOf ?? schema.oneOf ?? [];
  const [value, ...others] = valuesAmong(branches).filter(({ type }) => type !== "null");
  if (!value || others.length > 0 || branches.length < 2) return schema;
  const { type: _, ...said } = value;
  const open = [...(value["x-not-shown"] ?? []), ...(schema["x-not-shown"] ?? [])];
  return { ...said, ...schema, ...(open.length > 0 && { "x-not-shown": open }) };
}

/** The description of a field and the facts that it does not state already. */
export function saidOf(field: JsonSchema): string[] {
  const schema = withValueBranch(field);
  const description = schema.description?.replace(/\.$/, "") ?? "";
  const said = description.toLowerCase();
  return [description, ...facts(schema).filter((fact) => !said.includes(fact.toLowerCase()))].filter(
    (words) => words !== "",
  );
}

/** An object without a list of fields: either nobody knows them, or they are the sender's to choose. */
function openObject({ type, properties = {}, ...schema }: JsonSchema): string | undefined {
  if (type !== "object" || Object.keys(properties).length > 0) return undefined;
  const unknown = ["fields", "path parameters", "parameters"].find((fact) =>
    schema["x-not-shown"]?.includes(fact),
  );
  return unknown === undefined ? "any keys and values" : `no ${unknown} are documented`;
}

/** The limits, values and default of a field, each a short phrase in Markdown. */
export function facts(field: JsonSchema): string[] {
  const schema = withValueBranch(field);
  const phrases: string[] = [];
  const { minLength, maxLength, minimum, maximum, maxProperties } = schema;
  if (schema.const !== undefined) phrases.push(`always ${code(schema.const)}`);
  if (schema.enum) phrases.push(`one of ${schema.enum.map(code).join(", ")}`);
  if (schema.examples)
    phrases.push(
      `for example ${schema.examples.map(code).join(", ")}${schema["x-open"] ? "; other values are not shown" : ""}`,
    );
  if (schema["x-prefix"]) phrases.push(`prefix ${code(schema["x-prefix"])}`);
  else if (schema.pattern && schema.format === undefined) phrases.push(`matches ${code(schema.pattern)}`);
  if (schema.format) phrases.push(formatNames[schema.format] ?? schema.format);
  if (schema["x-likely"]) phrases.push((formatNames[schema["x-likely"]] ?? "").replace("valid ", ""));
  const length = range(minLength, maxLength);
  if (length) phrases.push(`${length} characters`);
  const size = range(minimum, maximum);
  if (size) phrases.push(size);
  if (maxProperties !== undefined) phrases.push(`at most ${maxProperties} keys`);
  const open = openObject(schema);
  if (open !== undefined) phrases.push(open);
  if (typeof schema.items === "object") {
    const each = facts(schema.items);
    if (schema.items.type === "object") phrases.push(...each);
    else if (each.length > 0) phrases.push(`each ${each.join(", ")}`);
  }
  if (schema["x-unit"] === "minor") phrases.push("minor units");
  if (schema.default !== undefined) phrases.push(`default ${code(schema.default)}`);
  return phrases;
}

const formatNames: Record<string, string> = {
  "date-time": "ISO 8601 timestamp",
  "iso-8601-utc": "ISO 8601 timestamp in UTC",
  "iso-8601": "ISO 8601 date or timestamp",
  date: "date, YYYY-MM-DD",
  email: "e-mail address",
  "idn-email": "valid e-mail address",
  uri: "URL",
  uuid: "UUID",
  ipv4: "IPv4 address",
};

function range(least: number | undefined, most: number | undefined): string | undefined {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (most !== undefined) return `at most ${most}`;
  return least === undefined ? undefined : `at least ${least}`;
}
