import type { Uri } from "vscode";
import type { RecordNode } from "../records/node.ts";
import { type Ability, contextOf } from "../run/shown-text.ts";
import { alone, type Command, command, onRecord } from "../session/contributions.ts";

const inTitle = (ability: Ability, group: string) => ({
  menu: "editor/title" as const,
  group,
  when: `resource in ${contextOf(ability)}`,
});

/** Without an address the active editor's document is meant. */
const ofText = (ability: Ability, group: string, shown: Pick<Command, "title" | "icon">) =>
  command<[uri?: Uri]>({ ...shown, palette: false, menus: [inTitle(ability, group)] });

export const commands = {
  readAgain: ofText("again", "navigation@1", { title: "Read Again", icon: "refresh" }),
  editShown: ofText("edit", "navigation@2", { title: "Edit This Record", icon: "edit" }),
  showRelated: ofText("related", "1_open@1", { title: "Show Related Records", icon: "references" }),
  openUrl: command<[from?: Uri | RecordNode]>({
    title: "Open URL",
    icon: "link-external",
    palette: false,
    menus: [
      inTitle("url", "1_open@2"),
      { menu: "view/item/context", group: "1_open@4", when: `${onRecord("url")} && ${alone}` },
    ],
  }),
  copyBody: ofText("json", "2_copy@3", { title: "Copy Body as JSON" }),
};
