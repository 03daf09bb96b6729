/** The records that belong together in a payload about one of them. */
import type { Api, Row } from "../api.ts";
import { foreignKeysOf, type KnownRecords, referredBy } from "../relations.ts";
import { recordsOfEvent, subjectOfEvent } from "./sample-payload.ts";

export interface EventRecords {
  /** Resource to identifier. */
  known: KnownRecords;
  /** That which the event is about, then those that belong to it: what these say counts more. */
  rows: readonly Row[];
}

interface Surroundings {
  rowsOf: (resource: string) => readonly Row[];
  /** A fresh identifier. */
  id: (prefix: string) => string;
}

/** @param named the record that is asked for, which need not be there */
export function recordsAround(
  api: Api,
  event: string,
  named: { resource: string; id: string },
  { rowsOf, id }: Surroundings,
): EventRecords {
  const known = new Map<string, string>();
  const rows = new Map<string, Row>();
  const take = (resource: string, of: string): void => {
    if (known.has(resource)) return;
    known.set(resource, of);
    const row = rowsOf(resource).find((each) => each.id === of);
    if (!row) return;
    rows.set(resource, row);
    for (const [other, otherId] of referredBy(api.resources[resource], row)) take(other, otherId);
  };
  take(named.resource, named.id);
  const others = new Set(recordsOfEvent(api, event).values());
  for (const resource of others) {
    const described = api.resources[resource];
    if (known.has(resource) || !described) continue;
    const relatives = new Set([...foreignKeysOf(described).values()].filter((each) => known.has(each)));
    if (relatives.size === 0) continue;
    const row = rowsOf(resource).find((each) => {
      const referred = referredBy(described, each);
      return [...relatives].every((relative) => referred.get(relative) === known.get(relative));
    });
    // That of the sample belongs to another record.
    if (typeof row?.id === "string") take(resource, row.id);
    else if (described.prefix !== undefined) known.set(resource, id(described.prefix));
  }
  const subject = subjectOfEvent(api, event);
  const belongs = (resource: string) => {
    const described = api.resources[resource];
    return described && [...foreignKeysOf(described).values()].includes(subject ?? "");
  };
  const saying = [subject, ...[...others].filter(belongs)];
  const said = saying.map((resource) => rows.get(resource ?? "")).filter((row) => row !== undefined);
  return { known, rows: said };
}
