/** Reads a request into the values that its schemas describe, or says what is wrong with it. */
import * as z from "zod";
import { type Api, type FieldIssue, type Operation, type Query, type Row, SandboxFault } from "../api.ts";
import { isPrefixIssue } from "../traits/fields.ts";
import { isRow } from "../traits/values.ts";

/** Properties that are not documented are no fault; those of the top level are left aside. */
export function checked(api: Api, schema: z.ZodType | undefined, value: Row): Row {
  const found = schema?.safeParse(value).error?.issues ?? [];
  // An identifier with another prefix is that of no record, which is for who looks the record up to say.
  const issues = found.filter((issue) => issue.code !== "unrecognized_keys" && !isPrefixIssue(issue));
  if (issues.length === 0) {
    const undocumented = found.flatMap((issue) =>
      issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
    );
    return Object.fromEntries(Object.entries(value).filter(([name]) => !undocumented.includes(name)));
  }
  const fields: FieldIssue[] = issues.map((issue) => ({ field: issue.path.join("."), issue: issue.message }));
  throw new SandboxFault(400, api.faults.invalid(fields));
}

export function readBody(api: Api, operation: Operation, text: string): Row {
  if (!operation.request.body) return {};
  let body: unknown = {};
  if (text.trim() !== "") {
    try {
      body = JSON.parse(text);
    } catch {
      throw new SandboxFault(400, api.faults.invalid([{ field: "", issue: "The body is not valid JSON." }]));
    }
  }
  if (!isRow(body))
    throw new SandboxFault(400, api.faults.invalid([{ field: "", issue: "The body is not a JSON object." }]));
  return checked(api, operation.request.body, body);
}

/** Query text becomes the number or boolean that its schema asks for; text that is neither stays, and is refused. */
export function readQuery(api: Api, operation: Operation, parameters: URLSearchParams): Query {
  const properties = operation.request.query
    ? z.toJSONSchema(operation.request.query, { io: "input" }).properties
    : {};
  const query: Query = {};
  for (const [name, text] of parameters) {
    const schema = properties?.[name];
    const type = isRow(schema) ? schema.type : undefined;
    if ((type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(text)) query[name] = Number(text);
    else if (type === "boolean" && /^(true|false)$/.test(text)) query[name] = text === "true";
    else query[name] = text;
  }
  return checked(api, operation.request.query, query);
}
