/** What a list is asked for. Without vscode. */
import type { Query, RequestValues } from "../../shared/api.ts";
import type { ListParameters } from "../../shared/derived/list-parameters.ts";
import type { FilterValues } from "./filter.ts";
import type { ListNode } from "./node.ts";

/** The request of a list's first page: its filter, and pages of `wanted` records as far as that is documented to be allowed. */
export function listRequest(
  { source: { parameter }, owner }: Pick<ListNode, "source" | "owner">,
  { size }: ListParameters,
  values: FilterValues,
  wanted: number,
): RequestValues & { query: Query } {
  return {
    ...(owner !== undefined && parameter && { path: { [parameter]: owner } }),
    query: {
      ...values,
      ...(size && { [size.name]: Math.max(size.least ?? 1, Math.min(wanted, size.most)) }),
    },
  };
}
