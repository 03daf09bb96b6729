/** What a list can be asked for: its filters and the bounds of its pages, out of the schema of its query. */
import type { Operation } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { toJsonSchema } from "./schemas.ts";

/** A query parameter that chooses or orders the records of a list. */
export interface FilterParameter {
  name: string;
  schema: JsonSchema;
}

export interface ListParameters {
  /** The query parameters that choose or order records, in the order of their description. */
  filters: readonly FilterParameter[];
  /** The parameter that sets the page size, where one is documented. Bounds that are not documented are absent. */
  size?: { name: string; least?: number; most?: number };
}

export function listParameters({ request, paging }: Operation): ListParameters {
  const properties = request.query ? (toJsonSchema(request.query).properties ?? {}) : {};
  const ofPaging = new Set(paging?.parameters);
  const filters = Object.entries(properties)
    .filter(([name]) => !ofPaging.has(name))
    .map(([name, schema]) => ({ name, schema }));
  const name = paging?.sizeParameter;
  if (name === undefined || !Object.hasOwn(properties, name)) return { filters };
  const { minimum, maximum } = properties[name] ?? {};
  return {
    filters,
    size: {
      name,
      ...(minimum !== undefined && { least: minimum }),
      ...(maximum !== undefined && { most: maximum }),
    },
  };
}
