/** What is known of the APIs as plain data: made at build time, so that the language server starts without zod. */
import type { Deprecated, Method, RequestValues } from "./api.ts";

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
  if?: JsonSchema;
  then?: JsonSchema;
  else?: JsonSchema;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  "x-prefix"?: string;
  "x-resource"?: string;
  "x-unit"?: string;
  "x-open"?: boolean;
  "x-not-shown"?: string[];
  /** The format that a string has by its name alone: another is a warning. */
  "x-likely"?: string;
  /** The names of properties are the same in whatever case. */
  "x-any-case"?: boolean;
  /** Whether names that all begin with `$` are those of matchers, of which there are no others. */
  "x-matchers"?: boolean;
  /** Two properties: the number of the first must not be above that of the second. */
  "x-range"?: string[];
  /** What a property fits that does not fit here. */
  "x-fits"?: string;
  /** The diagnostic code of a value that the schema does not list. */
  "x-code"?: string;
  "x-severity"?: string;
  /** How grave it is that the property is missing which tells the branches of a union apart. */
  "x-missing-severity"?: string;
  [keyword: string]: unknown;
}

export interface ApiEntry {
  slug: string;
  title: string;
  purpose: string;
  version: string;
  deprecated?: Deprecated;
  /** The documented statuses. */
  statuses: Record<string, string>;
  /** The payload's field that holds the event name. */
  eventField?: string;
  /** By name. */
  resources: Record<string, ResourceEntry>;
  /** What the sandbox decides for the API where the documents leave it open. */
  sandboxChoices: string[];
  /** The line of its heading in docs/operations.md, counted from one. */
  docsLine: number;
}

export interface ResourceEntry {
  title: string;
  /** The documented prefix of its identifiers. */
  prefix?: string;
  /** A record as the API gives it whole. */
  record: JsonSchema;
  /** The group in the address of its records' documents; absent where a record can't be read by its identifier. */
  group?: string;
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
  /** The resource whose records it lists, returns or changes. */
  resource?: string;
  /** Whether it lists records. */
  lists?: true;
  /** The documented status of success with its meaning; absent where it is not shown. */
  statuses?: Record<string, string>;
  /** What is documented of the reply and of paging, in sentences. */
  replies: string[];
  docsLine: number;
  /** The imported description that the operation comes from; absent where the documents have it. */
  from?: { name: string; href: string };
}

export interface EventEntry {
  /** The event's name in the payload. */
  name: string;
  api: string;
  meaning: string;
  /** What is documented of the API's webhooks, in sentences. */
  deliveries: string[];
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
