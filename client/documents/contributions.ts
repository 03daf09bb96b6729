import type { RecordNode } from "../records/node.ts";
import { alone, command, keyOnRecords, nodeCommand, onRecord } from "../session/contributions.ts";

const inComparison = "isInDiffEditor && resourceScheme == switchboard-edit";

export const commands = {
  sendMerged: command({
    title: "Send Merged",
    icon: "cloud-upload",
    palette: false,
    menus: [{ menu: "editor/title", group: "navigation@1", when: inComparison }],
  }),
  openRecord: nodeCommand<[node: RecordNode]>({
    title: "Open Record",
    menus: [{ menu: "view/item/context", group: "1_open@1", when: `${onRecord()} && ${alone}` }],
  }),
  openRelated: nodeCommand<[node: RecordNode]>({
    title: "Open Related",
    icon: "references",
    menus: [{ menu: "view/item/context", group: "1_open@2", when: `${onRecord("related")} && ${alone}` }],
  }),
  editRecord: nodeCommand<[node: RecordNode]>({
    title: "Edit Record",
    icon: "edit",
    key: keyOnRecords("f2"),
    menus: [
      { menu: "view/item/context", group: "1_open@3", when: `${onRecord("editable")} && ${alone}` },
      { menu: "view/item/context", group: "inline@2", when: `${onRecord("editable")} && ${alone}` },
    ],
  }),
};
