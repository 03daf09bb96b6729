/** What is kept of an imported OpenAPI description: one JSON file for each API, which the language server reads too. */
import type { Method, RequestValues } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { parseRoute } from "../routes.ts";
import { isRow } from "../traits/values.ts";

export interface ImportedDescription {
  /** The format of this file. Another version of Switchboard may write another one, which this one does not read. */
  format: 1;
  /** The slug of the API that it describes. */
  api: string;
  title: string;
  version: string;
  /** The path of the file that was imported. */
  file: string;
  /** What it has bound: routes by operation id, as `POST /path`. */
  routes: Record<string, string>;
  /** Operations that the documents do not have. */
  operations: ImportedOperation[];
  /** What it says of the bodies of documented operations, by operation id. */
  bodies: Record<string, ImportedBody>;
  /** What the schemas refer to, as `#/$defs/openapi:<slug>/<name>`. */
  definitions: Record<string, JsonSchema>;
}

export interface ImportedOperation {
  /** An id like those of the documented operations, `<api>.<group>.<verb>`, made from method and path. */
  id: string;
  title: string;
  description?: string;
  deprecated?: boolean;
  method: Method;
  path: string;
  /** JSON Schemas of the parts that a request may have. */
  request: { [Part in "path" | "query" | "headers" | "body"]?: JsonSchema };
  bodyRequired: boolean;
  /** A request with all that is required. */
  sample: RequestValues;
}

export interface ImportedBody {
  properties: Record<string, JsonSchema>;
  required: string[];
}

/** The name below `$defs` under which the definitions of an API's description stand. */
export const definitionsOf = (slug: string) => `openapi:${slug}`;

/** What people know the description by: "Membership API 2.3". */
export const nameOf = ({ title, version }: Pick<ImportedDescription, "title" | "version">): string =>
  `${title} ${version}`.trim();

/** Undefined when it is not such a file. */
export function parseImported(text: string): ImportedDescription | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isImported(value) ? value : undefined;
}

function isImported(value: unknown): value is ImportedDescription {
  if (!isRow(value) || value.format !== 1) return false;
  const { api, title, version, file, routes, operations, bodies, definitions } = value;
  return (
    [api, title, version, file].every((each) => typeof each === "string") &&
    isRow(routes) &&
    Object.values(routes).every((route) => typeof route === "string") &&
    Array.isArray(operations) &&
    operations.every(isOperation) &&
    isRow(bodies) &&
    Object.values(bodies).every(
      (body) =>
        isRow(body) &&
        isRow(body.properties) &&
        Array.isArray(body.required) &&
        body.required.every((name) => typeof name === "string"),
    ) &&
    isRow(definitions)
  );
}

const isOperation = (value: unknown): boolean =>
  isRow(value) &&
  [value.id, value.title, value.method, value.path].every((each) => typeof each === "string") &&
  parseRoute(`${String(value.method)} ${String(value.path)}`) !== undefined &&
  isRow(value.request) &&
  isRow(value.sample);
