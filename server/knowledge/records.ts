/** The records of the APIs, as far as the client knows them. */
import type { LiveRecord, ResourceIdsResult } from "../../shared/protocol.ts";

export interface Resource {
  readonly api: string;
  readonly resource: string;
}

export interface KnownRecords {
  readonly records: readonly LiveRecord[];
  /** Whether there are more than these. */
  readonly more: boolean;
}

/** By `nameOf`; a resource that is not known is absent. */
export type Records = ReadonlyMap<string, KnownRecords>;

export const nameOf = ({ api, resource }: Resource) => `${api} ${resource}`;

export const recordsOf = (all: Records, resource: Resource): KnownRecords | undefined =>
  all.get(nameOf(resource));

/** With what the client has answered; the same map when that is nothing new. */
export function withRecords(all: Records, resource: Resource, { records, more }: ResourceIdsResult): Records {
  const name = nameOf(resource);
  const known = records ? { records, more } : undefined;
  if (JSON.stringify(all.get(name)) === JSON.stringify(known)) return all;
  const next = new Map(all);
  if (known) next.set(name, known);
  else next.delete(name);
  return next;
}
