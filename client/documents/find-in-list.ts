/** A record in its list, where no operation reads it alone. */
import type { Row } from "../../shared/api.ts";
import type { NamedCollection } from "../../shared/collections.ts";
import { isRow } from "../../shared/traits/values.ts";
import type { Session } from "../session/session.ts";
import { recordId } from "../records/row.ts";

/** A record that is further down its list is not looked for. */
const mostPages = 20;

/** Looks through as many pages as a person would. */
export async function findInList(
  session: Session,
  { api, list }: Pick<NamedCollection, "api" | "list">,
  id: string,
  signal?: AbortSignal,
): Promise<Row | undefined> {
  const caller = await session.caller(api);
  let page = 0;
  for await (const { rows } of caller.list(list, {}, signal ? { signal } : {}).pages()) {
    const found = rows.find((row) => isRow(row) && recordId(row) === id);
    if (found || ++page === mostPages) return found;
  }
  return undefined;
}
