/** The sidebar's lists, each with the operations that fill it. */
import { type Api, type Collection, type NamedOperation, operationsOf, type View, views } from "./api.ts";

/** A list of an API, or of one of its rows. */
export interface NamedCollection {
  /** `<slug>.<resource>.<verb>` of the operation that lists it, which is unique among collections. */
  id: string;
  api: Api;
  collection: Omit<Collection, "view" | "children">;
  list: NamedOperation;
  /** Reads one record whole. */
  get?: { operation: NamedOperation; parameter: string };
  /** The path parameter of `list` that takes the identifier of the row it belongs to. */
  parameter?: string;
  children: readonly NamedCollection[];
}

/** The collections of a view, in the order of the APIs' descriptions. */
export const collectionsOf = (apis: readonly Api[], view: View): NamedCollection[] =>
  apis.flatMap((api) =>
    api.collections
      .filter((collection) => collection.view === view)
      .map((collection) => named(api, collection, collection.children)),
  );

/** The collections of all views, view by view. */
export const allCollections = (apis: readonly Api[]): NamedCollection[] =>
  views.flatMap((view) => collectionsOf(apis, view));

function named(
  api: Api,
  collection: NamedCollection["collection"],
  children: Collection["children"] = [],
): NamedCollection {
  const list = operationOf(api, collection.operation);
  return {
    id: list.id,
    api,
    collection,
    list,
    ...(collection.get && {
      get: {
        operation: operationOf(api, collection.get.operation),
        parameter: collection.get.parameter,
      },
    }),
    children: children.map((child) => ({ ...named(api, child), parameter: child.parameter })),
  };
}

function operationOf(api: Api, name: string): NamedOperation {
  const found = operationsOf([api]).find((each) => each.name === name);
  if (!found) throw new Error(`${api.slug} has a collection over ${name}, which is not an operation.`);
  return found;
}
