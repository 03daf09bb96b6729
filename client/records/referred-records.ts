/** Records that no list has, as far as other records refer to them. */
import type { Api, Row } from "../../shared/api.ts";
import { foreignKeysOf } from "../../shared/relations.ts";
import type { Session } from "../session/session.ts";
import { listedRecords, usualCollection } from "./listed-records.ts";
import { rowPresentation } from "./row.ts";

/** A resource whose records refer to another, and the fields that do. */
export interface Referrer {
  resource: string;
  fields: readonly string[];
}

/** The resources whose documented fields hold identifiers of the resource's records. */
export const referrersOf = (api: Api, resource: string): Referrer[] =>
  Object.entries(api.resources).flatMap(([name, described]) => {
    const fields = [...foreignKeysOf(described)].flatMap(([field, referred]) =>
      referred === resource ? [field] : [],
    );
    return name === resource || fields.length === 0 ? [] : [{ resource: name, fields }];
  });

/** The identifiers that the rows refer to, each with the first row that does. */
export function referredIn(rows: readonly Row[], { fields }: Referrer): Map<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows)
    for (const field of fields) {
      const id = Object.hasOwn(row, field) ? row[field] : undefined;
      if (typeof id === "string" && id !== "" && !found.has(id)) found.set(id, row);
    }
  return found;
}

/** A record of which nothing is known but its identifier, and who refers to it. */
export interface ReferredRecord {
  id: string;
  /** `invoice May · paid` */
  referredBy: string;
}

/** Those that the first page of each list refers to. */
export async function referredRecords(
  session: Session,
  api: Api,
  resource: string,
  signal: AbortSignal,
): Promise<ReferredRecord[]> {
  const found = new Map<string, ReferredRecord>();
  for (const referrer of referrersOf(api, resource)) {
    const listed = await listedRecords(session, api, referrer.resource, signal);
    const kind = (api.resources[referrer.resource]?.title ?? "record").toLowerCase();
    for (const [id, row] of referredIn(listed?.rows ?? [], referrer)) {
      const { label, description } = rowPresentation(listed?.collection ?? usualCollection, row, "");
      if (!found.has(id))
        found.set(id, { id, referredBy: [`${kind} ${label}`, description].filter(Boolean).join(" · ") });
    }
  }
  return [...found.values()];
}
