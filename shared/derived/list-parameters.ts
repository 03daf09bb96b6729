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
  /**
   * The parameter that sets the page size, where the documents show it with a size. `most` is the largest that they name:
   * the maximum, else the default. A bound that they do not show is not tried out.
   */
  size?: { name: string; least?: number; most: number };
}

export function listParameters({ request, paging }: Operation): ListParameters {
  const properties = request.query ? (toJsonSchema(request.query).properties ?? {}) : {};
  const ofPaging = new Set(paging?.parameters);
  const filters = Object.entries(properties)
    .filter(([name]) => !ofPaging.has(name))
    .map(([name, schema]) => ({ name, schema }));
  const name = paging?.sizeParameter;
  if (name === undefined) return { filters };
  const { minimum, maximum, default: usual } = properties[name] ?? {};
  const most = maximum ?? usual;
  if (typeof most !== "number") return { filters };
  return { filters, size: { name, ...(minimum !== undefined && { least: minimum }), most } };
}
