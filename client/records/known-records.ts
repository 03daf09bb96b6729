/** The records that a node of a tree stands for. Without vscode. */
import { type Api, operationsOf } from "../../shared/api.ts";
import { foreignKeysOf, type KnownRecords, referredBy } from "../../shared/relations.ts";
import { type ListNode, listOf, type RecordNode } from "./node.ts";
import { rowPresentation } from "./row.ts";

/** A record as a person knows it. */
export interface RecordName {
  id: string;
  /** The name that a list shows, else the identifier. */
  label: string;
}

/** The record itself, the one that its list belongs to, and those that its fields refer to. */
export function recordsAt(node: ListNode | RecordNode | undefined): KnownRecords {
  if (!node) return new Map();
  const list = listOf(node);
  const {
    api,
    list: { resource },
    parameter,
  } = list.source;
  const known = new Map<string, string>();
  const owner = ownerOf(list);
  if (parameter !== undefined && owner) known.set(owner.resource, owner.id);
  if (node.kind === "list") return known;
  const described = resource === undefined ? undefined : api.resources[resource];
  for (const [referred, id] of referredBy(described, node.read.row)) known.set(referred, id);
  if (resource !== undefined) known.set(resource, node.read.key);
  return known;
}

/** The name of a record, where it is known. */
export type NameOf = (api: Api, resource: string, id: string) => string | undefined;

/** The names of the records that a row's fields refer to, by field, as far as they are known. */
export function referredNames({ list, read }: RecordNode, nameOf: NameOf): ReadonlyMap<string, string> {
  const { api, list: listing } = list.source;
  const described = api.resources[listing.resource ?? ""];
  const names = new Map<string, string>();
  for (const [field, resource] of described ? foreignKeysOf(described) : []) {
    const id = Object.hasOwn(read.row, field) ? read.row[field] : undefined;
    const name = typeof id === "string" ? nameOf(api, resource, id) : undefined;
    if (name !== undefined) names.set(field, name);
  }
  return names;
}

/** Whether rows of the list refer to records of the resource. */
export function refersTo({ source: { api, list } }: ListNode, resource: string): boolean {
  const described = api.resources[list.resource ?? ""];
  return described !== undefined && [...foreignKeysOf(described).values()].includes(resource);
}

/** The record that a list belongs to. */
export function ownerOf({ source, owner }: ListNode): { resource: string; id: string } | undefined {
  const holder = source.api.collections.find(({ children }) =>
    children?.some(({ operation }) => operation === source.list.name),
  );
  const held = operationsOf([source.api]).find(({ name }) => name === holder?.operation)?.resource;
  return owner !== undefined && held !== undefined ? { resource: held, id: owner } : undefined;
}

export function nameOf(node: RecordNode): RecordName {
  const { collection } = node.list.source;
  return { id: node.read.key, label: rowPresentation(collection, node.read.row, "").label };
}
