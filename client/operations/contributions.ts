import { command, ourViews } from "../session/contributions.ts";

export const commands = {
  runOperation: command({
    title: "Run Operation…",
    icon: "play",
    menus: [{ menu: "view/title", group: "3_run@1", when: ourViews }],
  }),
};

/** What stands before an operation's id in the name of its own command. */
export const operationCommandPrefix = "switchboard.run.";
