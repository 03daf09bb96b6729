/** A route by convention, for an operation whose own is not documented. Nothing but a guess. */
import { type Method, type NamedOperation, operationsOf, pathParameters, type Route } from "./api.ts";
import { toJsonSchema } from "./derived/schemas.ts";

const methods: Readonly<Record<string, Method>> = {
  list: "GET",
  get: "GET",
  create: "POST",
  update: "PATCH",
  delete: "DELETE",
};

/** What the documents show of the route is kept. */
export function guessRoute(operation: NamedOperation): Route {
  const { verb } = operation;
  const collection = collectionPath(operation);
  const parameters = pathNames(operation);
  const record = `${collection}/${(parameters.length > 0 ? parameters : ["id"]).map((name) => `{${name}}`).join("/")}`;
  const path =
    verb === "list" || verb === "create"
      ? collection
      : methods[verb]
        ? record
        : parameters.length > 0
          ? `${record}/${verb}`
          : `${collection}/${verb}`;
  return { method: operation.method ?? methods[verb] ?? "POST", path: operation.path ?? path };
}

/** Where the documents show another operation of the group, else a path of the group's name. */
function collectionPath({ api, group }: NamedOperation): string {
  const shown = operationsOf([api])
    .filter((each) => each.group === group)
    .flatMap(({ path }) => (path === undefined ? [] : [path]));
  const found = shown.find((path) => pathParameters(path).length === 0) ?? shown[0];
  return found?.replace(/\/\{.*$/, "") ?? `/${group}`;
}

/**
 * The names of the operation's path parameters: those that the documents show, else those of its samples, by which
 * views and request files fill them in.
 */
export function pathNames({ request, samples }: NamedOperation): string[] {
  const documented = request.path ? Object.keys(toJsonSchema(request.path).properties ?? {}) : [];
  return documented.length > 0 ? documented : Object.keys(samples[0].path ?? {});
}
