import type { TreeNode } from "../records/node.ts";
import { command, ourViews } from "../session/contributions.ts";

export const commands = {
  /** A view hands over what has the focus in it. */
  manageAccounts: command<[of?: string | TreeNode | null]>({
    title: "Manage Accounts…",
    menus: [{ menu: "view/title", group: "1_environment@2", when: ourViews }],
  }),
};
