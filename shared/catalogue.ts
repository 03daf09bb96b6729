/** What is known of the APIs as plain data: made at build time, so that the language server starts without zod. */
import type { Method, RequestValues, Source } from "./api.ts";

/** JSON Schema 2020-12 with the annotations that `traits/fields.ts` lists. */
export interface JsonSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  deprecated?: boolean;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  minProperties?: number;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema | boolean;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
  allOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  "x-prefix"?: string;
  "x-resource"?: string;
  "x-unit"?: string;
  "x-open"?: boolean;
  "x-not-shown"?: string[];
  /** The diagnostic code of a value that the schema does not list. */
  "x-code"?: string;
  "x-severity"?: string;
  [keyword: string]: unknown;
}

export interface ApiEntry {
  slug: string;
  title: string;
  purpose: string;
  source: Source;
  version: string;
  deprecated?: { version: string; note: string };
  /** The documented statuses. */
  statuses: Record<string, string>;
  /** The payload's field that holds the event name. */
  eventField?: string;
  /** What the sandbox decides for the API where the documents leave it open. */
  sandboxChoices: string[];
  /** The line of its heading in docs/operations.md, counted from one. */
  docsLine: number;
}

export interface OperationEntry {
  id: string;
  api: string;
  title: string;
  description?: string;
  effect: "read" | "write" | "delete";
  method?: Method;
  path?: string;
  /** Whether method and path are both shown in the documents. */
  documented: boolean;
  notShown: string[];
  /** What the sandbox decides where the documents leave it open. Absent where it does not serve the operation. */
  sandboxChoices?: string[];
  samples: RequestValues[];
  /** The request as a request file holds it. */
  request: JsonSchema;
  body?: JsonSchema;
  response?: JsonSchema;
  docsLine: number;
  /** The imported description that the operation comes from; absent where the documents have it. */
  from?: { name: string; href: string };
}

export interface EventEntry {
  /** The event's name in the payload. */
  name: string;
  api: string;
  meaning: string;
  notShown: string[];
  payload: JsonSchema;
  samples: unknown[];
  docsLine: number;
}

export interface Catalogue {
  apis: ApiEntry[];
  operations: OperationEntry[];
  events: EventEntry[];
  /** A request file: one request or an array of them. */
  requestFile: JsonSchema;
  /** A webhook file of an API: one payload or an array of them, by slug. */
  webhookFiles: Record<string, JsonSchema>;
}
