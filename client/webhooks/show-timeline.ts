/** The timeline of a record as a list to pick from: picked, a request shows its reply, and a delivery its payload. */
import { plainText } from "../../shared/plain-text.ts";
import {
  descriptionOf as sentDescription,
  labelOf as sentLabel,
  lookOf as sentLook,
} from "../history/head.ts";
import type { HistoryFeature } from "../history/register.ts";
import { nameOf } from "../records/known-records.ts";
import type { Session } from "../session/session.ts";
import { momentWords } from "../text/clock-words.ts";
import { showInformation } from "../text/notifications.ts";
import { showQuickPick } from "../text/questions.ts";
import type { Deliveries } from "./deliveries.ts";
import type { DeliveryDocuments } from "./delivery-documents.ts";
import { descriptionOf, labelOf, lookOf } from "./delivery-words.ts";
import { type Moment, momentsOf, recordIn, type Subject, type TimelineNode } from "./timeline.ts";

interface Room {
  session: Session;
  deliveries: Deliveries;
  documents: DeliveryDocuments;
  history: HistoryFeature;
}

export async function showTimeline(room: Room, node: TimelineNode): Promise<void> {
  const subject = await subjectOf(room, node);
  if (!subject) throw new Error("It names no record, so there is no timeline of it.");
  const [sent, deliveries] = await Promise.all([room.history.sentTo(subject.api), room.deliveries.heads()]);
  const moments = momentsOf(subject, sent, deliveries);
  const name = plainText(subject.name ?? subject.id, 60);
  if (moments.length === 0)
    return void showInformation(
      `Nothing is kept of ${name}: no request of the history and no webhook names it.`,
    );
  const picked = await showQuickPick(moments.map(itemOf), {
    title: `Timeline of ${name}`,
    placeHolder: "What was sent, and what came of it, the newest first",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!picked) return;
  const { moment } = picked;
  await (moment.kind === "request" ? room.history.openReply(moment.head) : room.documents.open(moment.head));
}

function itemOf(moment: Moment) {
  const [kind, icon, label, description] =
    moment.kind === "request"
      ? (["Sent", sentLook(moment.head).icon, sentLabel(moment.head), sentDescription(moment.head)] as const)
      : ([
          "Came",
          lookOf(moment.head).icon,
          labelOf(moment.head),
          descriptionOf(moment.head, undefined),
        ] as const);
  return {
    label: `$(${kind === "Sent" ? "arrow-up" : "arrow-down"}) $(${icon}) ${label.replaceAll("$(", "(")}`,
    description,
    detail: `${kind} ${momentWords(moment.at)}`,
    moment,
  };
}

async function subjectOf(
  { session, history }: Room,
  node: TimelineNode,
): Promise<(Subject & { name?: string }) | undefined> {
  if (node.kind === "record") {
    const { id, label } = nameOf(node);
    const { environment } = session.settings;
    return { api: node.list.source.api.slug, environment, id, name: label };
  }
  if (node.kind === "delivery") {
    const { api, environment, subject, records } = node.head;
    const id = subject ?? records[0]?.id;
    return id === undefined ? undefined : { api, environment, id };
  }
  if (node.kind !== "entry") return undefined;
  const { operation, environment, id: entryId } = node.head;
  const api = operation.slice(0, operation.indexOf("."));
  const entry = (await history.sentTo(api)).find(({ head }) => head.id === entryId)?.entry;
  const id = entry && recordIn(entry);
  return id === undefined ? undefined : { api, environment, id };
}
