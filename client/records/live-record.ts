/** A record as the language server knows it. Without vscode. */
import type { Collection, Row } from "../../shared/api.ts";
import type { LiveRecord } from "../../shared/protocol.ts";
import { shortValue } from "../text/short-value.ts";
import { recordId } from "./row.ts";

/** `collection` says which fields are the name and the state; without one, the usual fields are. */
export function recordOf(
  row: Row,
  collection?: Pick<Collection, "label" | "status">,
): LiveRecord | undefined {
  const id = recordId(row);
  if (id === undefined) return undefined;
  const field = (name: string) => (Object.hasOwn(row, name) ? shortValue(row[name], 60) : undefined);
  const name = (collection?.label ?? ["name", "title", "email"])
    .map(field)
    .find((value) => value !== undefined && value !== id);
  const status = field(collection?.status ?? "status");
  return { id, ...(name && { name }), ...(status && { status }) };
}
