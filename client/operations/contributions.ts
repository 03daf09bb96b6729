import type { RecordNode } from "../records/node.ts";
import { command, keyOnRecords, nodeCommand, ourViews } from "../session/contributions.ts";

export const commands = {
  runOperation: command({
    title: "Run Operation…",
    icon: "play",
    menus: [{ menu: "view/title", group: "3_run@1", when: ourViews }],
  }),
  /** In no menu: the operation that deletes or cancels a kind of record has a command of its own there. */
  deleteRecords: nodeCommand<[node: RecordNode, selection?: RecordNode[]]>({
    title: "Delete Records",
    key: keyOnRecords("delete", "cmd+backspace"),
  }),
};

/** What stands before an operation's id in the name of its own command. */
export const operationCommandPrefix = "switchboard.run.";
