/** Saving an edited record: what is sent, and what comes first when others have changed it. Without vscode. */
import type { Row } from "../../shared/api.ts";
import { changesBetween, conflictsBetween, merged, recordIn } from "./changes.ts";

export interface Conflict {
  /** The fields that both have changed. */
  fields: readonly string[];
  read: Row;
  now: Row;
  /** What would be sent. */
  changed: Row;
}

/** To compare is to go on from the record as it is now, with what the person has changed in it. */
export type Decision = "overwrite" | "theirs" | "compare" | "nothing";

/** The record's service and the person, as a save asks them. Rows hold the fields that the document shows. */
export interface Counterparts {
  /** The record as it is now; undefined where no operation reads it. */
  read(): Promise<Row | undefined>;
  decide(conflict: Conflict): Promise<Decision>;
  /** What the reply says of the record; undefined when the person said no. */
  send(changed: Row): Promise<Row | undefined>;
}

export interface Saved {
  outcome: "sent" | "unchanged" | "theirs" | "merged";
  /** The record as far as it is known now. */
  record: Row;
  /** What the document says after `merged`, when nothing was sent: the record with the person's changes. */
  merged?: Row;
}

/** The person decided against it. */
export class NotSaved extends Error {}

/** Throws NotSaved, an Error with words for the person, or what `read` and `send` throw. `read` is the record as it was opened. */
export async function save(text: string, read: Row, counterparts: Counterparts): Promise<Saved> {
  const wanted = recordIn(text);
  const { changed, removed } = changesBetween(read, wanted);
  const [lost] = removed;
  if (lost !== undefined)
    throw new Error(
      `Nothing was sent: the documents show no way to remove a field. Put ${JSON.stringify(lost)} back.`,
    );
  if (Object.keys(changed).length === 0) return { outcome: "unchanged", record: read };
  const now = await counterparts.read();
  const fields = now ? conflictsBetween(read, now, wanted) : [];
  if (now && fields.length > 0) {
    const decision = await counterparts.decide({ fields, read, now, changed });
    if (decision === "theirs") return { outcome: "theirs", record: now };
    if (decision === "compare") return { outcome: "merged", record: now, merged: merged(now, changed) };
    if (decision === "nothing") throw new NotSaved("Nothing was sent.");
  }
  // What others changed in the same way needs no sending.
  const left = now ? changesOf(changed, now) : changed;
  if (Object.keys(left).length === 0) return { outcome: "unchanged", record: now ?? read };
  const reply = await counterparts.send(left);
  if (!reply) throw new NotSaved("Nothing was sent.");
  return { outcome: "sent", record: { ...(now ?? read), ...left, ...reply } };
}

const changesOf = (changed: Row, now: Row): Row => changesBetween(now, changed).changed;
