/** A payload of a documented event, laid out in a new file or in one that is open and empty. */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { Api, Row } from "../../shared/api.ts";
import { layOutPayload } from "../../shared/protocol.ts";
import { type KnownRecords, referredBy } from "../../shared/relations.ts";
import { payloadAbout, recordsOfEvent, subjectOfEvent } from "../../shared/webhooks/sample-payload.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { recordId } from "../records/row.ts";
import { begin } from "../requests/new-file.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import { showQuickPick } from "../text/questions.ts";

/** @param file the URI of the empty file to begin, as text; anything else asks for a new one */
export async function newPayload(
  session: Session,
  server: LanguageServer,
  records: LiveRecords,
  file: unknown,
): Promise<void> {
  const apis = await session.apis();
  const slug = typeof file === "string" ? apiInName(apis, file) : undefined;
  const picked = await pickEvent(slug === undefined ? apis : apis.filter((api) => api.slug === slug));
  if (!picked) return;
  const { api, event } = picked;
  const payload = payloadAbout(api, event, {
    ...knownRecords(records, api, event),
    id: (prefix) => `${prefix}${randomUUID().replaceAll("-", "").slice(0, 16)}`,
    now: () => new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  });
  const snippet = await server.request(layOutPayload, {
    api: api.slug,
    event,
    ...(payload && { payload }),
  });
  if (typeof file === "string") return begin(file, snippet);
  const document = await vscode.workspace.openTextDocument({ language: "switchboard-webhook" });
  await begin(document.uri.toString(), snippet);
}

/** The record that the event is about and those that it refers to, else some of their kind, where lists have shown them. */
function knownRecords(
  records: LiveRecords,
  api: Api,
  event: string,
): {
  known: KnownRecords;
  rows: Row[];
} {
  const subject = subjectOfEvent(api, event);
  const row = subject === undefined ? undefined : records.anyOf(api, subject);
  const known = new Map<string, string>();
  for (const resource of recordsOfEvent(api, event).values()) {
    const id = recordId(records.anyOf(api, resource) ?? {});
    if (id !== undefined) known.set(resource, id);
  }
  for (const [resource, id] of row ? referredBy(api.resources[subject ?? ""], row) : [])
    known.set(resource, id);
  return { known, rows: row ? [row] : [] };
}

/** The slug that `<name>.<api>.webhook.json` has. */
const apiInName = (apis: readonly Api[], uri: string) =>
  apis.find(({ slug }) => uri.endsWith(`.${slug}.webhook.json`))?.slug;

async function pickEvent(apis: readonly Api[]): Promise<{ api: Api; event: string } | undefined> {
  const items = apis
    .filter(({ events }) => Object.keys(events).length > 0)
    .flatMap((api) => [
      { label: api.title, kind: vscode.QuickPickItemKind.Separator },
      ...Object.entries(api.events).map(([event, { meaning }]) => ({
        label: `$(bell) ${event}`,
        description: meaning,
        named: { api, event },
      })),
    ]);
  const item = await showQuickPick(items, {
    title: "New Webhook Payload",
    placeHolder: "Search by event or meaning",
    matchOnDescription: true,
  });
  return item && "named" in item ? item.named : undefined;
}
