import type { Uri } from "vscode";
import type { RecordNode } from "../records/node.ts";
import { alone, type Command, command, onRecord } from "../session/contributions.ts";

/** What can be done with a document that shows a reply or a record. */
export type Ability = "again" | "edit" | "related" | "url" | "curl" | "json";

/** The key of VS Code's context that holds the addresses of the documents with the ability. */
export const contextOf = (ability: Ability) => `switchboard.shown.${ability}`;

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
  copyAsCurl: ofText("curl", "2_copy@1", { title: "Copy as cURL" }),
  copyBody: ofText("json", "2_copy@2", { title: "Copy Body as JSON" }),
};
