import { alone, command, type Command } from "../session/contributions.ts";
import type { HistoryNode } from "./head.ts";

export const historyView = "switchboard.history";

const inView = `view == ${historyView}`;
const onEntry = `${inView} && viewItem == entry`;
const onOne = `${onEntry} && ${alone}`;

/** Without a node what is chosen in the view is meant. */
const ofEntry = (
  group: string,
  shown: Pick<Command, "title" | "icon" | "key">,
  { inline, ofSeveral = false }: { inline?: string; ofSeveral?: boolean } = {},
) =>
  command<[node?: HistoryNode, selection?: HistoryNode[]]>({
    ...shown,
    palette: false,
    menus: [
      ...(inline === undefined ? [] : [{ menu: "view/item/context" as const, group: inline, when: onEntry }]),
      { menu: "view/item/context", group, when: ofSeveral ? onEntry : onOne },
    ],
  });

export const commands = {
  searchHistory: command({
    title: "Search History…",
    icon: "search",
    palette: false,
    menus: [{ menu: "view/title", group: "navigation@1", when: inView }],
  }),
  clearHistory: command({
    title: "Clear History…",
    icon: "clear-all",
    palette: false,
    menus: [{ menu: "view/title", group: "navigation@2", when: inView }],
  }),
  openReply: ofEntry("1_open@1", { title: "Open Reply" }),
  compareReplies: ofEntry("1_open@2", { title: "Compare Reply with…" }, { ofSeveral: true }),
  sendAgain: ofEntry("2_send@1", { title: "Send Again", icon: "debug-rerun" }, { inline: "inline@1" }),
  saveAsRequestFile: ofEntry("2_send@2", { title: "Save as Request File…" }),
  deleteFromHistory: ofEntry(
    "9_delete@1",
    {
      title: "Delete from History",
      icon: "trash",
      key: {
        key: "delete",
        mac: "cmd+backspace",
        when: `focusedView == ${historyView} && listFocus && !inputFocus`,
      },
    },
    { inline: "inline@2", ofSeveral: true },
  ),
};

export const views = [{ id: historyView, name: "History", visibility: "collapsed" as const, initialSize: 3 }];

export const welcomes = [
  {
    view: historyView,
    contents:
      "Nothing was sent yet. What you send from request files, or run on a record, is kept here with its reply, without keys and secrets.",
  },
];
