/** The catalogue with what imported descriptions bring. What the documents say wins. */
import { pathToFileURL } from "node:url";
import type { Catalogue, JsonSchema, OperationEntry } from "../../shared/catalogue.ts";
import { requestOf } from "../../shared/derived/request.ts";
import {
  definitionsOf,
  type ImportedBody,
  type ImportedDescription,
  type ImportedOperation,
  nameOf,
} from "../../shared/openapi/imported.ts";
import { sampleOf } from "../../shared/openapi/sample.ts";
import { isRow } from "../../shared/traits/values.ts";

export function mergeImports(catalogue: Catalogue, imports: readonly ImportedDescription[]): Catalogue {
  const known = new Set(catalogue.apis.map(({ slug }) => slug));
  return imports.filter(({ api }) => known.has(api)).reduce(mergeOne, catalogue);
}

function mergeOne(catalogue: Catalogue, imported: ImportedDescription): Catalogue {
  const { apis, events, webhookFiles } = catalogue;
  const ids = new Set(catalogue.operations.map(({ id }) => id));
  const changed = catalogue.operations.flatMap((entry) => {
    const body = Object.hasOwn(imported.bodies, entry.id) ? imported.bodies[entry.id] : undefined;
    const merged = entry.api === imported.api && body && withBody(entry, body, imported);
    return merged ? [merged] : [];
  });
  const further = imported.operations
    .filter(({ id }) => !ids.has(id) && id.startsWith(`${imported.api}.`))
    .map((operation) => furtherEntry(catalogue, operation, imported));
  const byId = new Map(changed.map((entry) => [entry.id, entry]));
  return {
    apis,
    events,
    webhookFiles,
    operations: [...catalogue.operations.map((entry) => byId.get(entry.id) ?? entry), ...further],
    requestFile: withRequests(catalogue.requestFile, [...changed, ...further], further, imported),
  };
}

function withRequests(
  requestFile: JsonSchema,
  entries: readonly OperationEntry[],
  further: readonly OperationEntry[],
  imported: ImportedDescription,
): JsonSchema {
  const request = requestFile.$defs?.request;
  return {
    ...requestFile,
    $defs: {
      ...requestFile.$defs,
      request: {
        ...request,
        oneOf: [...(request?.oneOf ?? []), ...further.map(({ id }) => ({ $ref: `#/$defs/${id}` }))],
      },
      ...Object.fromEntries(entries.map(({ id, request: schema }) => [id, schema])),
      ...definitionsIn(imported),
    },
  };
}

/** References name a definition below the name of its description. */
const definitionsIn = ({ api, definitions }: ImportedDescription): Record<string, JsonSchema> => ({
  [definitionsOf(api)]: definitions,
});

function furtherEntry(
  { apis }: Catalogue,
  { id, title, description, deprecated, method, path, request, bodyRequired, sample }: ImportedOperation,
  imported: ImportedDescription,
): OperationEntry {
  const schema = requestOf({ id, title, ...(description && { description }) }, request);
  const needsBody = bodyRequired && !schema.required?.includes("body");
  return {
    id,
    api: imported.api,
    title,
    ...(description && { description }),
    effect: method === "GET" ? "read" : method === "DELETE" ? "delete" : "write",
    method,
    path,
    documented: false,
    notShown: [],
    replies: [],
    samples: [sample],
    request: {
      ...schema,
      ...(needsBody && { required: [...(schema.required ?? []), "body"] }),
      ...(deprecated && { deprecated }),
    },
    ...(request.body && { body: { ...request.body, $defs: definitionsIn(imported) } }),
    docsLine: apis.find(({ slug }) => slug === imported.api)?.docsLine ?? 1,
    from: { name: nameOf(imported), href: hrefOf(imported.file) },
  };
}

/** Parentheses would end a link in Markdown. */
const hrefOf = (file: string) => pathToFileURL(file).href.replaceAll("(", "%28").replaceAll(")", "%29");

/** Undefined when the description adds nothing. */
function withBody(
  entry: OperationEntry,
  { properties, required }: ImportedBody,
  imported: ImportedDescription,
): OperationEntry | undefined {
  const documented = entry.body?.properties ?? {};
  // A body that is documented without fields takes any.
  if (entry.body && !entry.body.properties) return undefined;
  const name = nameOf(imported);
  const isOpen = (field: string) =>
    !Object.hasOwn(documented, field) ||
    documented[field]?.["x-not-shown"]?.includes("required or optional") === true;
  const needed = required.filter((field) => isOpen(field) && Object.hasOwn(properties, field));
  const further = Object.entries(properties)
    .filter(([field]) => !Object.hasOwn(documented, field))
    .map(([field, schema]) => [field, { ...schema, "x-from": name }] as const);
  if (further.length === 0 && needed.length === 0) return undefined;

  const told = Object.entries(documented).map(([field, schema]) =>
    needed.includes(field) ? ([field, requiredBy(schema, name)] as const) : ([field, schema] as const),
  );
  const body: JsonSchema = {
    type: "object",
    ...entry.body,
    properties: Object.fromEntries([...told, ...further]),
    required: [...new Set([...(entry.body?.required ?? []), ...needed])],
    $defs: definitionsIn(imported),
  };
  const { samples, request } = entry;
  const least = sampleOf({ body: { properties, required: needed } }, imported.definitions, {
    bodyRequired: true,
  }).body;
  const isNeeded = needed.length > 0 && !request.required?.includes("body");
  return {
    ...entry,
    body,
    request: {
      ...request,
      properties: { ...request.properties, body: { ...request.properties?.body, ...body } },
      ...(isNeeded && { required: [...(request.required ?? []), "body"] }),
    },
    samples:
      needed.length === 0
        ? samples
        : samples.map((sample) => ({
            ...sample,
            body: { ...(isRow(least) && least), ...(isRow(sample.body) && sample.body) },
          })),
  };
}

const requiredBy = (schema: JsonSchema, name: string): JsonSchema => ({
  ...schema,
  "x-not-shown": schema["x-not-shown"]?.filter((fact) => fact !== "required or optional") ?? [],
  "x-required-by": name,
});
