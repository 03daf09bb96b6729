import { historyView } from "../history/contributions.ts";
import { commandIds } from "../session/command-ids.ts";
import { alone, command, type Command, onRecord } from "../session/contributions.ts";
import type { DeliveryNode } from "./delivery-node.ts";
import type { TimelineNode } from "./timeline.ts";

export const webhooksView = "switchboard.webhooks";

/** What VS Code's conditions know of the receiver of this window: `off`, `starting`, `on` or `ended`. */
export const receiverKey = "switchboard.receiver";
export const filteredKey = "switchboard.deliveriesFiltered";

const inView = `view == ${webhooksView}`;
const isOn = `${receiverKey} == 'on'`;
const isOff = `${receiverKey} != 'on'`;
const onDelivery = `${inView} && viewItem == delivery`;

/** Without a node what is chosen in the view is meant. */
const ofDelivery = (
  group: string,
  shown: Pick<Command, "title" | "icon" | "key">,
  { inline, ofSeveral = false }: { inline?: string; ofSeveral?: boolean } = {},
) =>
  command<[node?: DeliveryNode, selection?: DeliveryNode[]]>({
    ...shown,
    palette: false,
    menus: [
      ...(inline === undefined
        ? []
        : [{ menu: "view/item/context" as const, group: inline, when: onDelivery }]),
      { menu: "view/item/context", group, when: ofSeveral ? onDelivery : `${onDelivery} && ${alone}` },
    ],
  });

const inTitle = (group: string, when = "") => [
  { menu: "view/title" as const, group, when: when === "" ? inView : `${inView} && ${when}` },
];

export const commands = {
  listenForWebhooks: command({
    title: "Listen for Webhooks",
    icon: "play",
    palette: isOff,
    menus: inTitle("navigation@1", isOff),
  }),
  stopListening: command({
    title: "Stop Listening for Webhooks",
    icon: "debug-stop",
    palette: isOn,
    menus: inTitle("navigation@1", isOn),
  }),
  filterDeliveries: command({
    title: "Filter Webhooks…",
    icon: "filter",
    palette: false,
    menus: inTitle("navigation@2", `!${filteredKey}`),
  }),
  changeDeliveryFilter: command({
    title: "Change Filter of Webhooks…",
    icon: "filter-filled",
    palette: false,
    menus: inTitle("navigation@2", filteredKey),
  }),
  resetDeliveryFilter: command({
    title: "Reset Filter",
    palette: false,
    menus: inTitle("2_filter@1", filteredKey),
  }),
  forwardWebhooks: command({
    title: "Forward Webhooks to…",
    menus: inTitle("3_address@2"),
  }),
  exposeReceiver: command({
    title: "Make Webhooks Address Public…",
    palette: isOn,
    menus: inTitle("3_address@3", isOn),
  }),
  copyReceiverAddress: command({
    title: "Copy Receiver Address…",
    palette: false,
    menus: inTitle("3_address@1", isOn),
  }),
  clearDeliveries: command({
    title: "Clear Webhooks…",
    icon: "clear-all",
    palette: false,
    menus: inTitle("navigation@3"),
  }),
  openDelivery: ofDelivery("1_open@1", { title: "Open Payload" }),
  resendDeliveries: ofDelivery(
    "2_save@1",
    { title: "Resend to Handler", icon: "debug-rerun" },
    { inline: "inline@1", ofSeveral: true },
  ),
  saveDelivery: ofDelivery("2_save@2", { title: "Save as Webhook File…" }),
  deleteDeliveries: ofDelivery(
    "9_delete@1",
    {
      title: "Delete from Webhooks",
      icon: "trash",
      key: {
        key: "delete",
        mac: "cmd+backspace",
        when: `focusedView == ${webhooksView} && listFocus && !inputFocus`,
      },
    },
    { inline: "inline@9", ofSeveral: true },
  ),
  showTimeline: command<[node?: TimelineNode]>({
    title: "Show Timeline",
    palette: false,
    menus: [
      { menu: "view/item/context", group: "1_open@8", when: `${onDelivery} && ${alone}` },
      {
        menu: "view/item/context",
        group: "1_open@8",
        when: `view == ${historyView} && viewItem == entry && ${alone}`,
      },
      { menu: "view/item/context", group: "1_open@8", when: `${onRecord()} && ${alone}` },
    ],
  }),
  showMoreDeliveries: command({ title: "Show More Webhooks", palette: false }),
};

export const views = [
  { id: webhooksView, name: "Webhooks", visibility: "collapsed" as const, initialSize: 3 },
];

export const welcomes = [
  {
    view: webhooksView,
    contents: `What APIs send to this machine shows here, and whether it is signed. The sandbox sends its own.\n[Listen for Webhooks](command:${commandIds.listenForWebhooks})`,
    when: isOff,
  },
  {
    view: webhooksView,
    contents: `Waiting for webhooks.\n[Copy Receiver Address](command:${commandIds.copyReceiverAddress})`,
    when: isOn,
  },
];
