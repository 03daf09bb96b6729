import type { Api } from "../../shared/api.ts";
import { plainText } from "../../shared/plain-text.ts";
import type { Related } from "../records/capabilities.ts";
import type { Records } from "./records.ts";
import { showQuickPick } from "../text/questions.ts";

/** Opens a record that another one refers to, or belongs to; one of several is asked for. */
export async function openRelated(records: Records, api: Api, found: readonly Related[]): Promise<void> {
  const related = found.map(({ resource, id }) => ({
    label: api.resources[resource]?.title ?? resource,
    description: plainText(id, 100),
    resource,
    id,
  }));
  const picked =
    related.length > 1 ? await showQuickPick(related, { title: "Open related record" }) : related[0];
  if (picked) await records.openById(api, picked.resource, picked.id);
}
