/** The records of a resource from the first page of the list that has them all. */
import { type Api, operationsOf, type Row } from "../../shared/api.ts";
import { allCollections, type NamedCollection } from "../../shared/collections.ts";
import type { Session } from "../session/session.ts";

export interface ListedRecords {
  rows: Row[];
  /** Whether there are more than these. */
  more: boolean;
  /** How the sidebar shows them, where it does. */
  collection?: NamedCollection["collection"];
}

/** Undefined when no operation lists them, or none that has a route. */
export async function listedRecords(
  session: Session,
  api: Api,
  resource: string,
  signal: AbortSignal,
): Promise<ListedRecords | undefined> {
  const list = operationsOf([api]).find(
    (operation) => operation.paging && operation.resource === resource && !operation.path?.includes("{"),
  );
  if (!list || !(await session.access.isBound(list))) return undefined;
  const caller = await session.caller(api);
  const { listParameters } = await import("../../shared/derived/list-parameters.ts");
  const { size } = listParameters(list);
  // One page of the largest documented size.
  const query = size ? { [size.name]: size.most } : {};
  const { value: page } = await caller.list(list, { query }, { signal }).pages().next();
  const collection = allCollections([api]).find((each) => each.list.id === list.id)?.collection;
  return {
    rows: page?.rows ?? [],
    more: page?.next !== undefined || page?.incomplete !== undefined,
    ...(collection && { collection }),
  };
}
