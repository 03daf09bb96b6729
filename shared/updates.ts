/** Which records can be edited: those of which an operation changes some fields and leaves the others. */
import { type Api, type NamedOperation, type Operation, operationsOf } from "./api.ts";
import { toJsonSchema } from "./derived/schemas.ts";

/** The operation that changes fields of a record of the resource. */
export const updateOf = (api: Api, resource: string): NamedOperation | undefined =>
  operationsOf([api]).find((operation) => operation.partial && operation.resource === resource);

/** The operation that reads one record of the resource. */
export const readingOf = (api: Api, resource: string): NamedOperation | undefined =>
  operationsOf([api]).find(
    (operation) => operation.effect === "read" && !operation.paging && operation.resource === resource,
  );

/** The fields that an update takes; undefined where the documents do not show them. */
export function updatableFields({ request }: Operation): string[] | undefined {
  const { properties } = request.body ? toJsonSchema(request.body) : {};
  return properties && Object.keys(properties).length > 0 ? Object.keys(properties) : undefined;
}
