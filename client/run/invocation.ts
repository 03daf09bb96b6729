import { type RequestValues, recordIdIn, type Sendable } from "../../shared/api.ts";
import type { RecordName } from "../records/known-records.ts";
import type { Target } from "../session/access.ts";
import type { ShownValues } from "../session/session.ts";

/** An operation that a person wants carried out: where it goes and what is sent. */
export interface Invocation {
  operation: Sendable;
  target: Target;
  values: RequestValues;
  /** The record that it is about, where the person chose it by its name. */
  record?: RecordName;
  /** As people may see it, where its values hold what is kept out of sight. */
  shown?: ShownValues;
}

/** The record that an invocation is about: the one chosen, else the one that its path names. */
export function recordOf({ record, values }: Pick<Invocation, "values" | "record">): RecordName | undefined {
  const id = recordIdIn(values);
  return record ?? (id === undefined ? undefined : { id, label: id });
}
