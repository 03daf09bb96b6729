/** Webhooks: a receiver on this machine, and the view of what came to it. */
import * as vscode from "vscode";
import type { Api, Headers } from "../../shared/api.ts";
import type { HistoryFeature } from "../history/register.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { commands, webhooksView } from "./contributions.ts";
import { DeliveryDocuments, saveDelivery } from "./delivery-documents.ts";
import type { Head } from "./delivery-head.ts";
import type { DeliveryNode } from "./delivery-node.ts";
import { Reception } from "./reception.ts";
import { registerRuns } from "./runs.ts";
import { WebhooksView } from "./webhooks-view.ts";

export interface WebhooksFeature extends Feature {
  /** The headers with which these bytes came from an API; undefined when they did not, or it is long ago. */
  headersOf: (api: Api, bytes: Uint8Array) => Promise<Headers | undefined>;
}

/** @param records name what deliveries are about */
export function register(
  session: Session,
  records: LiveRecords,
  { history }: { history: HistoryFeature },
): WebhooksFeature {
  const reception = new Reception(session);
  const { deliveries, forwarding, listening } = reception;
  const view = new WebhooksView(reception, records);
  const documents = new DeliveryDocuments(reception);
  const runs = registerRuns(reception.runs);
  const actions = () => import("./actions.ts");

  /** The node that a menu was opened on first. */
  const headsOf = (node: DeliveryNode | undefined, selection: readonly DeliveryNode[] = []): Head[] => {
    const nodes = node ? [node, ...selection] : view.chosen();
    const heads = nodes.flatMap((each) => (each.kind === "delivery" ? [each.head] : []));
    return [...new Map(heads.map((head) => [head.id, head])).values()];
  };
  const headOf = (node?: DeliveryNode): Head => {
    const [head] = headsOf(node);
    if (!head) throw new Error("Choose a delivery in the Webhooks view first.");
    return head;
  };
  const filter = async () => {
    const { askFilter } = await import("./ask-filter.ts");
    const asked = await askFilter(view.filter, await deliveries.heads(), await session.apis());
    if (asked) view.filter = asked;
  };

  return {
    commands: bind(commands, {
      async listenForWebhooks() {
        await listening.start();
        await vscode.commands.executeCommand(`${webhooksView}.focus`);
      },
      stopListening: () => listening.stop(),
      filterDeliveries: filter,
      changeDeliveryFilter: filter,
      resetDeliveryFilter() {
        view.filter = {};
      },
      copyReceiverAddress: async () => (await actions()).copyReceiverAddress(reception),
      clearDeliveries: async () => (await actions()).clearDeliveries(deliveries),
      forwardWebhooks: () => forwarding.ask(),
      async exposeReceiver() {
        const { exposeReceiver } = await import("./expose-receiver.ts");
        await exposeReceiver(reception.receiver.url);
      },
      resendDeliveries: async (node, selection) =>
        (await actions()).resend(reception, headsOf(node, selection)),
      async showTimeline(node) {
        const from = node ?? view.chosen()[0];
        if (!from) throw new Error("Choose a record, a webhook or an entry of the history first.");
        const { showTimeline } = await import("./show-timeline.ts");
        await showTimeline({ session, deliveries, documents, history }, from);
      },
      openDelivery: (node) => documents.open(headOf(node)),
      saveDelivery: (node) => saveDelivery(deliveries, headOf(node)),
      deleteDeliveries: (node, selection) => deliveries.delete(headsOf(node, selection)),
      showMoreDeliveries: () => view.showMore(),
    }),
    headersOf: async (api, bytes) => (await deliveries.withBytes(api, bytes))?.headers,
    dispose: () => void vscode.Disposable.from(runs, view, documents, reception).dispose(),
  };
}
