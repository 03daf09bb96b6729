import type { Uri } from "vscode";
import type { RecordNode } from "../records/node.ts";
import { alone, command, onRecord } from "../session/contributions.ts";

const isPayload = "editorLangId == switchboard-webhook";
const inSandbox = "switchboard.environment == 'sandbox'";

/** Without a file the active editor's is meant, and there the payload at the cursor. */
const ofPayload = (title: string) =>
  command<[file?: string | Uri, index?: number]>({ title, palette: isPayload });

export const commands = {
  // Lenses give the file to begin; VS Code's New File… gives something else, or nothing.
  newPayload: command<[file?: unknown]>({
    title: "New Webhook Payload…",
    shortTitle: "Webhook Payload",
    menus: [{ menu: "file/newFile", group: "file" }],
  }),
  verifyPayload: ofPayload("Verify Payload…"),
  sendPayload: ofPayload("Send Payload to…"),
  sendVariations: ofPayload("Send Variations of Payload…"),
  triggerEvent: command<[node?: RecordNode]>({
    title: "Trigger Webhook Event…",
    palette: inSandbox,
    menus: [
      {
        menu: "view/item/context",
        group: "6_webhooks@1",
        when: `${onRecord("events")} && ${inSandbox} && ${alone}`,
      },
    ],
  }),
};
