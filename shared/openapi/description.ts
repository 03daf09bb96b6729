/** What is read of an OpenAPI description: its operations with the schemas of their requests. */
import type { Api, Row } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { parseRoute } from "../routes.ts";
import { isRow } from "../traits/values.ts";
import type { ImportedOperation } from "./imported.ts";
import { markdown, plain } from "./plain.ts";
import { DescriptionError } from "./read.ts";
import { BrokenReference, SchemaCopy } from "./schema-copy.ts";

export interface Description {
  title: string;
  version: string;
  operations: DescribedOperation[];
  /** What the schemas refer to, by name. */
  definitions: Record<string, JsonSchema>;
  /** Operations that cannot be sent from here, as `PUT /avatar`, because they take no JSON, their path is none, or a reference leads nowhere. */
  leftOut: string[];
}

export interface DescribedOperation
  extends Pick<ImportedOperation, "method" | "path" | "request" | "bodyRequired"> {
  operationId?: string;
  summary?: string;
  description?: string;
  deprecated: boolean;
  tags: string[];
}

/** Characters that an address can hold as they are, and the braces of parameters. */
const isPath = /^[\w\-.~!$&'()*+,;=:@%/{}]*$/;
/** How many operations are read. It is far more than any API has: each is compared with each that is documented. */
const operationLimit = 5000;
const methods = ["get", "post", "put", "patch", "delete"] as const;

/** Throws a DescriptionError. @param document as `readDocument` gives it */
export function describe(document: Row, api: Pick<Api, "slug" | "version">): Description {
  const copy = new SchemaCopy(document, api.slug);
  const info = isRow(document.info) ? document.info : {};
  const items = isRow(document.paths) ? Object.entries(document.paths) : [];
  const stripped = withoutPrefix(
    items.map(([path]) => path),
    document,
    api.version,
  );
  const operations: DescribedOperation[] = [];
  const leftOut: string[] = [];
  let broken: BrokenReference | undefined;
  /** One reference that leads nowhere costs what refers by it. */
  const attempt = (name: string, run: () => void) => {
    try {
      run();
    } catch (error) {
      if (!(error instanceof BrokenReference)) throw error;
      broken ??= error;
      leftOut.push(name);
    }
  };
  const read = (written: string, item: Row, method: string, source: Row) => {
    const name = `${method.toUpperCase()} ${plain(written, 100)}`;
    attempt(name, () => {
      const route = isPath.test(written) ? parseRoute(`${method} ${stripped(written)}`) : undefined;
      const body = bodyOf(source.requestBody, copy);
      if (!route || body === "other") leftOut.push(name);
      else operations.push({ ...route, ...about(source), ...requestOf(item, source, body, copy) });
    });
  };
  for (const [written, value] of items)
    attempt(plain(written, 100), () => {
      const item = copy.resolved(value);
      if (!isRow(item)) return;
      for (const method of methods) {
        const source = item[method];
        if (isRow(source)) read(written, item, method, source);
      }
    });
  if (operations.length > operationLimit)
    throw new DescriptionError(`It has more than ${operationLimit} operations. Import one with fewer.`);
  if (operations.length === 0 && broken !== undefined) throw broken;
  if (operations.length === 0)
    throw new DescriptionError("The description has no operation that can be sent as JSON.");
  return {
    title: textOf(info.title, 100) ?? "without a title",
    version: textOf(info.version, 30) ?? "",
    operations,
    definitions: { ...copy.definitions },
    leftOut,
  };
}

function about(
  source: Row,
): Omit<DescribedOperation, keyof ReturnType<typeof requestOf> | "method" | "path"> {
  const operationId = textOf(source.operationId, 100);
  const summary = textOf(source.summary, 100);
  const description = textOf(source.description, 1000);
  return {
    ...(operationId && { operationId }),
    ...(summary && { summary }),
    ...(description && { description }),
    deprecated: source.deprecated === true,
    tags: Array.isArray(source.tags) ? source.tags.flatMap((tag) => textOf(tag, 100) ?? []) : [],
  };
}

const textOf = (value: unknown, length: number): string | undefined =>
  typeof value === "string" || typeof value === "number"
    ? plain(String(value), length) || undefined
    : undefined;

// ── requests ──

interface Body {
  schema: JsonSchema;
  required: boolean;
}

function requestOf(item: Row, source: Row, body: Body | undefined, copy: SchemaCopy) {
  // The operation's own parameters stand for those of its path.
  const parameters = new Map<string, Row>();
  for (const value of [...listOf(item.parameters), ...listOf(source.parameters)]) {
    const parameter = copy.resolved(value);
    if (isRow(parameter) && typeof parameter.name === "string" && typeof parameter.in === "string")
      parameters.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  const request: ImportedOperation["request"] = {};
  const path = partOf(parameters, "path", copy);
  const query = partOf(parameters, "query", copy);
  const headers = partOf(parameters, "header", copy);
  if (path) request.path = path;
  if (query) request.query = query;
  if (headers) request.headers = headers;
  if (body) request.body = body.schema;
  return { request, bodyRequired: body?.required ?? false };
}

/** The headers that the client alone sets. */
const ownHeaders = /^(authorization|accept|content-type|host|content-length)$/i;

function partOf(
  parameters: ReadonlyMap<string, Row>,
  place: string,
  copy: SchemaCopy,
): JsonSchema | undefined {
  const found = [...parameters.values()].filter(
    ({ in: where, name }) => where === place && !(place === "header" && ownHeaders.test(String(name))),
  );
  if (found.length === 0) return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(
      found.map((parameter) => [
        String(parameter.name),
        {
          ...copy.copy(parameter.schema ?? jsonIn(parameter.content)?.schema),
          ...(typeof parameter.description === "string" && { description: markdown(parameter.description) }),
          ...(parameter.deprecated === true && { deprecated: true }),
        },
      ]),
    ),
    required: found
      .filter(({ required }) => required === true || place === "path")
      .map(({ name }) => String(name)),
    additionalProperties: false,
  };
}

/** The body that an operation takes; `other` when it takes something else than JSON. */
function bodyOf(value: unknown, copy: SchemaCopy): Body | "other" | undefined {
  const source = copy.resolved(value);
  if (!isRow(source)) return undefined;
  const json = jsonIn(source.content);
  if (!json) return source.required === true ? "other" : undefined;
  return { schema: copy.copy(json.schema), required: source.required === true };
}

function jsonIn(content: unknown): Row | undefined {
  const found = Object.entries(isRow(content) ? content : {}).find(([type]) =>
    /^(application\/([\w.-]+\+)?json|\*\/\*)\s*(;|$)/i.test(type),
  )?.[1];
  return isRow(found) ? found : undefined;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

// ── paths ──

/** Base addresses end with the version: paths that all begin with what a server's address has, or with the version, lose it. */
function withoutPrefix(paths: readonly string[], document: Row, version: string): (path: string) => string {
  const bases = listOf(document.servers).flatMap((server) =>
    isRow(server) && typeof server.url === "string" ? pathOf(server.url) : [],
  );
  const prefix = [...bases, `/${version}`]
    .filter((base) => base !== "" && paths.every((path) => path.startsWith(`${base}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
  return (path) => (prefix === undefined ? path : path.slice(prefix.length));
}

function pathOf(address: string): string[] {
  const [, path] = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(address) ?? [];
  return path ? [path.replace(/\/+$/, "")] : [];
}
