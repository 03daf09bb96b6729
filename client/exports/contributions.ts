import type { ListNode, RecordNode } from "../records/node.ts";
import { alone, command, onList, onRecord } from "../session/contributions.ts";

export const commands = {
  exportList: command<[of?: ListNode | RecordNode]>({
    title: "Export List…",
    menus: [
      { menu: "view/item/context", group: "7_list@4", when: `${onList()} && ${alone}` },
      // A record whose one list has no node of its own.
      { menu: "view/item/context", group: "7_list@4", when: `${onRecord("holder")} && ${alone}` },
    ],
  }),
};
