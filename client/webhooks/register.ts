/** Webhooks: a receiver on this machine, and the view of what came to it. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import type { Delivery } from "../../shared/webhooks/receiver.ts";
import type { HistoryFeature } from "../history/register.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { userValue } from "../session/user-settings.ts";
import { confirmModally, showBriefly } from "../text/notifications.ts";
import { showQuickPick } from "../text/questions.ts";
import { commands } from "./contributions.ts";
import { Deliveries } from "./deliveries.ts";
import { DeliveryDocuments, saveDelivery } from "./delivery-documents.ts";
import { bytesOf, type Head } from "./delivery-head.ts";
import type { DeliveryNode } from "./delivery-node.ts";
import { answerLine, deliveriesWords, lineOf } from "./delivery-words.ts";
import { explanationOf } from "./explanation.ts";
import { Forwarding } from "./forwarding.ts";
import { Listening } from "./listening.ts";
import { registerRuns } from "./runs.ts";
import { Signing } from "./signing.ts";
import { readWebhookSettings } from "./webhook-settings.ts";
import { WebhooksView } from "./webhooks-view.ts";

/** @param records name what deliveries are about */
export function register(
  session: Session,
  records: LiveRecords,
  { history }: { history: HistoryFeature },
): Feature {
  const settings = () => readWebhookSettings(userValue);
  const deliveries = new Deliveries(session);
  const signing = new Signing(session, settings);
  const forwarding = new Forwarding(session, deliveries, () => port());
  const lines = new vscode.EventEmitter<string>();
  const ends = new vscode.EventEmitter<void>();
  const received = (delivery: Delivery, id: string) => {
    lines.fire(lineOf(delivery));
    forwarding.add({ id, bytes: delivery.bytes, headers: delivery.headers });
    // Whoever is not believed changes nothing, and costs no request.
    if (!settings().refresh || delivery.verdict.state === "wrong" || delivery.isReplay) return;
    void import("../../shared/webhooks/concerned-records.ts").then(({ concernedRecords }) => {
      const { api, payload } = delivery;
      session.announced({ api, resources: concernedRecords(api, payload).map(({ resource }) => resource) });
    });
  };
  const room = { session, deliveries, signing, settings, received };
  const explain = (head: Head) => explanationOf(room, head);

  const listening: Listening = new Listening({
    async start() {
      const { receive, registerAtSandbox } = await import("./receive.ts");
      const receiver = await receive(room);
      return { receiver, registration: registerAtSandbox(room, receiver, () => view.describe()) };
    },
    changed() {
      view.describe();
      const { kind } = listening.state;
      if (kind === "off" || kind === "ended") ends.fire();
    },
  });
  const port = () => {
    const { state } = listening;
    return state.kind === "on" ? new URL(state.receiver.url).port : undefined;
  };
  let apis: readonly Api[] = [];
  const nameOf = ({ api: slug, environment, subject, records: concerned }: Head) => {
    if (!session.isIn(environment)) return undefined; // Another record may have the identifier there.
    const api = apis.find((each) => each.slug === slug);
    const record = concerned.find(({ id }) => id === subject);
    return api && record && records.nameOf(api, record.resource, record.id);
  };
  const view: WebhooksView = new WebhooksView({
    deliveries,
    listening: () => listening.state,
    forwardedTo: () => forwarding.url,
    inSandbox: () => session.settings.environment === "sandbox",
    async load() {
      apis = await session.apis();
    },
    nameOf,
    explain,
  });
  const documents = new DeliveryDocuments(deliveries, explain);
  const listeners = vscode.Disposable.from(
    session.onDidChange(() => {
      signing.forget();
      view.describe();
      void listening.look();
    }),
    session.onDidChangeSigning(() => signing.forget()),
    session.onDidList(() => view.redraw()),
    forwarding.onDidChange(() => view.describe()),
    forwarding.onDidAnswer(({ answer, again }) => lines.fire(answerLine(answer, again))),
    registerRuns({
      forwardTo: (url) => forwarding.meanwhile(url),
      problemOf: (url) => forwarding.problemOf(url),
      isListening: () => listening.state.kind === "on",
      listen: () => listening.start(),
      stop: () => listening.stop(),
      onLine: (say) => disposing(lines.event(say)),
      onEnd: (ended) => disposing(ends.event(ended)),
    }),
    forwarding,
    lines,
    ends,
  );

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
  const askFilter = async () => {
    const { askFilter: ask } = await import("./ask-filter.ts");
    const filter = await ask(view.filter, await deliveries.heads(), await session.apis());
    if (filter) view.filter = filter;
  };

  return {
    commands: bind(commands, {
      async listenForWebhooks() {
        await listening.start();
        await vscode.commands.executeCommand("switchboard.webhooks.focus");
      },
      stopListening: () => listening.stop(),
      filterDeliveries: askFilter,
      changeDeliveryFilter: askFilter,
      resetDeliveryFilter() {
        view.filter = {};
      },
      async copyReceiverAddress() {
        const { state } = listening;
        if (state.kind !== "on") throw new Error("Listen for webhooks first: there is no receiver now.");
        const picked = await showQuickPick(
          Object.entries(state.receiver.addresses).map(([label, detail]) => ({ label, detail })),
          { title: "Copy Receiver Address", placeHolder: "Where which API's webhooks are taken" },
        );
        if (!picked) return;
        await vscode.env.clipboard.writeText(picked.detail);
        showBriefly("check", `Copied ${picked.detail}`);
      },
      async clearDeliveries() {
        const { length } = await deliveries.heads();
        if (length === 0) return;
        const deed = { deed: "Clear Webhooks", refusal: "Keep Them" };
        const lines = [`${deliveriesWords(length)} of this workspace, also of its other windows.`];
        if (await confirmModally("Clear the webhooks?", lines, deed)) await deliveries.clear();
      },
      forwardWebhooks: () => forwarding.ask(),
      async exposeReceiver() {
        const { state } = listening;
        if (state.kind !== "on") throw new Error("Listen for webhooks first: there is no receiver now.");
        const { exposeReceiver } = await import("./expose-receiver.ts");
        await exposeReceiver(state.receiver.url);
      },
      async resendDeliveries(node, selection) {
        const heads = headsOf(node, selection);
        if (heads.length === 0 || (forwarding.url === undefined && !(await forwarding.ask()))) return;
        const { url } = forwarding;
        if (url === undefined) return;
        // In the order in which they came.
        for (const head of heads.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
          const delivery = await deliveries.read(head);
          forwarding.add({ id: head.id, bytes: bytesOf(delivery), headers: delivery.headers });
        }
        showBriefly("debug-rerun", `Resending ${deliveriesWords(heads.length)} to ${url}`);
      },
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
    dispose() {
      void listening.stop();
      vscode.Disposable.from(listeners, view, documents, deliveries).dispose();
    },
  };
}

const disposing = (disposable: vscode.Disposable) => () => void disposable.dispose();
