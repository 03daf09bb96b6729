import { type Api, documentedRoute, operationsOf } from "../api.ts";
import { choicesOfApi, choicesOfOperation } from "../sandbox-choices.ts";
import type { Catalogue, ResourceEntry } from "../catalogue.ts";
import { allCollections } from "../collections.ts";
import { replyFacts, successMeaning, webhookFacts } from "./facts.ts";
import { operationsDocument } from "./operations.ts";
import { requestFileSchema, toJsonSchema, webhookFileSchema } from "./schemas.ts";

/** As it is kept in two files: a webhook file needs nothing of operations, which are most of it. */
export interface KeptCatalogue {
  catalogue: Omit<Catalogue, keyof KeptOperations>;
  /** What a request file refers to of each operation is there once. */
  operations: KeptOperations;
}

export type KeptOperations = Pick<Catalogue, "operations" | "requestFile">;

export function kept({ operations, requestFile, ...catalogue }: Catalogue): KeptCatalogue {
  const ids = new Set(operations.map(({ id }) => id));
  const definitions = Object.entries(requestFile.$defs ?? {}).filter(([name]) => !ids.has(name));
  const packed = { ...requestFile, $defs: Object.fromEntries(definitions) };
  return { catalogue, operations: { operations, requestFile: packed } };
}

/** Everything that the language server and the command line know without the network. */
export function createCatalogue(apis: readonly Api[]): Catalogue {
  const { lines } = operationsDocument(apis);
  const requestFile = requestFileSchema(apis);
  const docsLine = (key: string) => lines.get(key) ?? 1;
  return {
    apis: apis.map((api) => ({
      slug: api.slug,
      title: api.title,
      purpose: api.purpose,
      version: api.version,
      ...(api.deprecated && { deprecated: api.deprecated }),
      statuses: { ...api.statuses },
      sandboxChoices: choicesOfApi(api),
      ...(api.eventNames && { eventField: api.eventNames.field }),
      resources: resourcesOf(api),
      docsLine: docsLine(api.slug),
    })),
    operations: operationsOf(apis).map((operation) => {
      const { id, api, title, description, effect, method, path, request, reply, resource, paging } =
        operation;
      return {
        id,
        api: api.slug,
        title,
        ...(description && { description }),
        effect,
        ...(method && { method }),
        ...(path !== undefined && { path }),
        documented: documentedRoute(operation) !== undefined,
        notShown: [...(operation.notShown ?? [])],
        sandboxChoices: choicesOfOperation(operation),
        samples: [...operation.samples],
        request: requestFile.$defs?.[id] ?? {},
        ...(request.body && { body: toJsonSchema(request.body) }),
        ...(reply && { response: toJsonSchema(reply) }),
        ...(resource !== undefined && { resource }),
        ...(paging && { lists: true as const }),
        ...(operation.status !== undefined && {
          statuses: { [operation.status]: successMeaning(operation) },
        }),
        replies: replyFacts(operation),
        docsLine: docsLine(id),
      };
    }),
    events: apis.flatMap((api) =>
      Object.entries(api.events).map(([name, event]) => ({
        name,
        api: api.slug,
        meaning: event.meaning,
        deliveries: webhookFacts(api),
        notShown: [...(event.notShown ?? [])],
        payload: toJsonSchema(event.payload),
        samples: [...event.samples],
        docsLine: docsLine(`${api.slug} ${name}`),
      })),
    ),
    requestFile,
    webhookFiles: Object.fromEntries(
      apis.flatMap((api) => {
        const schema = webhookFileSchema(api);
        return schema ? [[api.slug, schema]] : [];
      }),
    ),
  };
}

function resourcesOf(api: Api): Record<string, ResourceEntry> {
  const collections = allCollections([api]);
  return Object.fromEntries(
    Object.entries(api.resources).map(([name, { title, prefix, record }]) => {
      const shown = collections.find(({ list }) => list.resource === name);
      return [
        name,
        {
          title,
          ...(prefix !== undefined && { prefix }),
          record: toJsonSchema(shown?.get?.operation.reply ?? record),
          ...(shown && { group: shown.list.group }),
        },
      ];
    }),
  );
}
