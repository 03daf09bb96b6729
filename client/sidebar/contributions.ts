import type { Sendable, View } from "../../shared/api.ts";
import { views as ids } from "../../shared/api.ts";
import type { ListNode, MoreNode, RecordNode } from "../records/node.ts";
import { commandIds } from "../session/command-ids.ts";
import {
  alone,
  command,
  keyOnRecords,
  nodeCommand,
  onList,
  onRecord,
  ourViews,
  type View as ViewContribution,
} from "../session/contributions.ts";
import type { ObstacleKind } from "../session/obstacle.ts";

export const viewId = (view: View) => `switchboard.${view}`;

export const viewNames: Readonly<Record<View, string>> = {
  servers: "Servers",
  deployments: "Deployments",
  posts: "Posts",
  products: "Products",
  members: "Members",
  courses: "Courses",
};

/** The first is open; the others say what they are, and open with a click. */
export const views: readonly ViewContribution[] = ids.map((view, index) => ({
  id: viewId(view),
  name: viewNames[view],
  initialSize: 4,
  ...(index > 0 && { visibility: "collapsed" as const }),
}));

const filterable = `${ourViews} && viewItem =~ /^list\\b.*\\bfilterable\\b(?!.*\\bfiltered\\b)/`;
const filtered = onList("filtered");

export const commands = {
  refresh: command({
    title: "Refresh",
    icon: "refresh",
    menus: [
      {
        menu: "view/title",
        group: "navigation",
        when: "view =~ /^switchboard\\.(?!limits|history|webhooks)/",
      },
    ],
  }),
  refreshList: nodeCommand<[list: ListNode]>({
    title: "Refresh List",
    icon: "refresh",
    menus: [
      { menu: "view/item/context", group: "inline@9", when: onList() },
      { menu: "view/item/context", group: "7_list@1", when: `${onList()} && ${alone}` },
    ],
  }),
  loadMore: nodeCommand<[more: MoreNode]>({ title: "Load More" }),
  lookWhetherItHappened: command<[operation: Sendable]>({
    title: "Look Whether It Happened",
    palette: false,
  }),
  filterList: nodeCommand<[list: ListNode]>({
    title: "Filter List…",
    icon: "filter",
    menus: [
      { menu: "view/item/context", group: "inline@8", when: filterable },
      { menu: "view/item/context", group: "7_list@2", when: `${filterable} && ${alone}` },
    ],
  }),
  changeFilters: nodeCommand<[list: ListNode]>({
    title: "Change Filters…",
    icon: "filter-filled",
    menus: [
      { menu: "view/item/context", group: "inline@8", when: filtered },
      { menu: "view/item/context", group: "7_list@2", when: `${filtered} && ${alone}` },
    ],
  }),
  resetFilters: nodeCommand<[list: ListNode]>({
    title: "Reset Filters",
    menus: [{ menu: "view/item/context", group: "7_list@3", when: `${filtered} && ${alone}` }],
  }),
  copyId: nodeCommand<[node: RecordNode, selection?: RecordNode[]]>({
    title: "Copy ID",
    key: keyOnRecords("ctrl+c", "cmd+c"),
    menus: [{ menu: "view/item/context", group: "5_copy@1", when: onRecord() }],
  }),
  copyAsJson: nodeCommand<[node: RecordNode, selection?: RecordNode[]]>({
    title: "Copy as JSON",
    menus: [{ menu: "view/item/context", group: "5_copy@2", when: onRecord() }],
  }),
};

const link = (words: string, id: string, ...given: unknown[]) =>
  `[${words}](command:${id}${given.length > 0 ? `?${encodeURIComponent(JSON.stringify(given))}` : ""})`;
const orElse = `\nOr ${link("select another environment", commandIds.selectEnvironment)}.`;

/** What an obstacle before all lists of a view is called: in the first view, and in few words in the others. */
const obstacles = (view: View): Record<ObstacleKind | "no-key", { first: string; others: string }> => {
  // Only the view's own APIs are offered.
  const own = (words: string, id: string) => link(words, id, { view });
  return {
    "sandbox-down": {
      first: `The local sandbox is not running.\n${link("Start the Sandbox", commandIds.startSandbox)}${orElse}`,
      others: `The sandbox is not running. ${link("Start it", commandIds.startSandbox)}`,
    },
    "not-a-sandbox": {
      first: `No sandbox is at the address that is set for it.\n${link("Set the Sandbox Address", commandIds.setSandboxAddress)}${orElse}`,
      others: `No sandbox is at its address. ${link("Set another", commandIds.setSandboxAddress)}`,
    },
    "no-address": {
      first: `No base address is set for these APIs.\n${own("Set a Base Address", commandIds.setBaseAddress)}${orElse}`,
      others: `No base address is set. ${own("Set one", commandIds.setBaseAddress)}`,
    },
    "new-origin": {
      first: `Requests to a new address wait until you allow them.\n${own("Allow Requests", commandIds.allowOrigin)}${orElse}`,
      others: `Requests to a new address wait. ${own("Allow them", commandIds.allowOrigin)}`,
    },
    "no-key": {
      first: `No key is set for these APIs.\n${own("Set a Key", commandIds.setKey)}${orElse}`,
      others: `No key is set. ${own("Set one", commandIds.setKey)}`,
    },
    untrusted: {
      first: `Requests are sent only from a folder that you trust.\n${link("Manage Workspace Trust", "workbench.trust.manage")}`,
      others: `This folder is not trusted. ${link("Manage trust", "workbench.trust.manage")}`,
    },
  };
};

const ofObstacles = ids.flatMap((view, index) =>
  Object.entries(obstacles(view)).map(([obstacle, { first, others }]) => ({
    view: viewId(view),
    contents: index === 0 ? first : others,
    when: `${viewId(view)}.obstacle == '${obstacle}'`,
  })),
);

/** Before anything is known: VS Code shows it from the manifest alone, until a list or an obstacle is there. */
const looking = views.map(({ id: view }) => ({
  view,
  contents: "Looking for the local sandbox…",
  when: `config.switchboard.environment == 'sandbox' && !${view}.obstacle`,
}));

export const welcomes = [...looking, ...ofObstacles];
