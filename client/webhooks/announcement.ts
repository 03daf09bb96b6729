/** What a delivery says has changed. Without vscode. */
import { concernedRecords } from "../../shared/webhooks/concerned-records.ts";
import type { Delivery } from "../../shared/webhooks/receiver.ts";
import { isBelieved } from "../../shared/webhooks/verify.ts";
import type { Announcement } from "../session/session.ts";

/** Undefined for one that is not believed: it changes nothing, and costs no request. Nor does what came before. */
export function announcementOf({ api, payload, verdict, isReplay }: Delivery): Announcement | undefined {
  if (isReplay || !isBelieved(api, verdict)) return undefined;
  return { api, resources: concernedRecords(api, payload).map(({ resource }) => resource) };
}
