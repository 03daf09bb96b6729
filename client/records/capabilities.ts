/** What can be done with a node, as the words that package.json's menus ask for. Without vscode. */
import type { Api, NamedOperation, Row } from "../../shared/api.ts";
import { capability } from "./capability.ts";
import {
  endOf,
  listedResources,
  operationsAdding,
  operationsElsewhere,
  operationsOn,
  foreignKeysOf,
  referredBy,
} from "../../shared/relations.ts";
import { recordsOfEvent } from "../../shared/webhooks/sample-payload.ts";
import { updateOf } from "../../shared/updates.ts";
import type { ListNode, RecordNode } from "./node.ts";
import { recordId } from "./row.ts";
import { ownerOf, recordsAt } from "./known-records.ts";
import { webAddressesIn } from "./web-addresses.ts";

export function listCapabilities(list: ListNode): string[] {
  const { api } = list.source;
  const { resource, name } = list.source.list;
  const isFirst = api.collections[0]?.operation === name;
  return words([
    ...(resource === undefined ? [] : operationsAdding(api, resource)),
    // What belongs to no list stands at the API's first.
    ...(isFirst && list.owner === undefined ? operationsElsewhere(api) : []),
  ]);
}

export function recordCapabilities(node: RecordNode): string[] {
  const { api, list } = node.list.source;
  const { resource } = list;
  if (resource === undefined) return [];
  const resources = resourcesAt(node);
  const operations = resources.flatMap((each) => operationsOn(api, each));
  return [
    // The record's own update is the word "editable".
    ...words(operations.filter((each) => !(each.partial && each.resource === resource))),
    ...(relatedOf(node).length > 0 ? ["related"] : []),
    ...(isEditable(node) ? ["editable"] : []),
    ...(eventsAbout(api, resources).length > 0 ? ["events"] : []),
    ...(webAddressesIn(node.read.row).length > 0 ? ["url"] : []),
    // Its one list has no node of its own.
    ...(node.list.source.children.length === 1 ? ["holder"] : []),
  ];
}

/** The resources whose records are acted on from the node: its own, and those that no list shows but it refers to. */
export function resourcesAt(node: RecordNode): string[] {
  const { api, list } = node.list.source;
  const listed = listedResources(api);
  const referred = [...recordsAt(node).keys()].filter((each) => !listed.includes(each));
  return [...(list.resource === undefined ? [] : [list.resource]), ...referred];
}

/** The events that name a record of one of the resources. */
export const eventsAbout = (api: Api, resources: readonly string[]): string[] =>
  Object.keys(api.events).filter((event) =>
    [...recordsOfEvent(api, event).values()].some((resource) => resources.includes(resource)),
  );

/** Whether it can be opened as a document whose changes are sent. */
function isEditable({ list, read }: RecordNode): boolean {
  const { api, list: operation } = list.source;
  return recordId(read.row) !== undefined && canBeEdited(api, operation.resource);
}

export const canBeEdited = (api: Api, resource: string | undefined): boolean =>
  resource !== undefined && updateOf(api, resource) !== undefined;

/** The records that can be opened from a record of which nothing but its fields is known. */
export function relatedIn(api: Api, resource: string, row: Row): Related[] {
  const listed = listedResources(api);
  const described = api.resources[resource];
  return [...referredBy(described, row)]
    .filter(([referred]) => referred !== resource && listed.includes(referred))
    .map(([referred, id]) => ({ resource: referred, id }));
}

/** The operation that deletes or cancels the records; undefined where there is none, or not the same for all. */
export function endOfAll(nodes: readonly RecordNode[]): NamedOperation | undefined {
  const [first, ...others] = new Set(
    nodes.map(({ list: { source } }) => endOf(source.api, source.list.resource ?? "")),
  );
  return others.length === 0 ? first : undefined;
}

export interface Related {
  resource: string;
  id: string;
}

/** The records that can be opened from this one. */
export function relatedOf(node: RecordNode): Related[] {
  const { api, list } = node.list.source;
  const listed = listedResources(api);
  const described = list.resource === undefined ? undefined : api.resources[list.resource];
  const referred = new Set(described ? foreignKeysOf(described).values() : []);
  const owner = ownerOf(node.list);
  return [...recordsAt(node)]
    .filter(
      ([resource]) => listed.includes(resource) && (referred.has(resource) || owner?.resource === resource),
    )
    .filter(([resource]) => resource !== list.resource)
    .map(([resource, id]) => ({ resource, id }));
}

const words = (operations: readonly NamedOperation[]) => [...new Set(operations.map(capability))];
