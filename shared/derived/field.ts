/** What a schema asks of a value, in words. */
import type { JsonSchema } from "../catalogue.ts";
import { markdownCode } from "../plain-text.ts";

const code = (value: unknown) => markdownCode(typeof value === "string" ? value : JSON.stringify(value));

/** "string", "array of string", "object", "string or null". */
export function typeName(schema: JsonSchema): string {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return [...new Set(branches.map(typeName))].join(" or ");
  if (schema.const !== undefined) return typeof schema.const;
  if (schema.type === "array" && typeof schema.items === "object")
    return `array of ${typeName(schema.items)}`;
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  return schema.type ?? "any value";
}

/** The description of a field and the facts that it does not state already. */
export function saidOf(schema: JsonSchema): string[] {
  const description = schema.description?.replace(/\.$/, "") ?? "";
  const said = description.toLowerCase();
  return [description, ...facts(schema).filter((fact) => !said.includes(fact.toLowerCase()))].filter(
    (words) => words !== "",
  );
}

/** The limits, values and default of a field, each a short phrase in Markdown. */
export function facts(schema: JsonSchema): string[] {
  const inner = (schema.anyOf ?? schema.oneOf)?.find((branch) => branch.type !== "null");
  if (inner && schema.anyOf) return facts({ ...inner, ...withoutUnion(schema) });
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
  const length = range(minLength, maxLength);
  if (length) phrases.push(`${length} characters`);
  const size = range(minimum, maximum);
  if (size) phrases.push(size);
  if (maxProperties !== undefined) phrases.push(`at most ${maxProperties} keys`);
  if (typeof schema.items === "object" && schema.items.type !== "object") {
    const each = facts(schema.items);
    if (each.length > 0) phrases.push(`each ${each.join(", ")}`);
  }
  if (schema["x-unit"] === "minor") phrases.push("minor units");
  if (schema.default !== undefined) phrases.push(`default ${code(schema.default)}`);
  return phrases;
}

const withoutUnion = (schema: JsonSchema): JsonSchema => ({ ...schema, anyOf: undefined, oneOf: undefined });

const formatNames: Record<string, string> = {
  "date-time": "ISO 8601 timestamp in UTC",
  date: "date, YYYY-MM-DD",
  email: "e-mail address",
  uri: "URL",
  uuid: "UUID",
  ipv4: "IPv4 address",
};

function range(least: number | undefined, most: number | undefined): string | undefined {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (most !== undefined) return `at most ${most}`;
  return least === undefined ? undefined : `at least ${least}`;
}
