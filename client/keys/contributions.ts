import type { ApiChoice } from "../environments/pick-api.ts";
import type { ListNode } from "../records/node.ts";
import { command, onList, withAccounts } from "../session/contributions.ts";
import type { KeyPlaceInFile } from "./move-key.ts";

export const commands = {
  setKey: command<[of?: ApiChoice | ListNode]>({
    title: "Set Key…",
    icon: "key",
    menus: [{ menu: "view/item/context", group: "8_keys@1", when: `${onList()} && ${withAccounts}` }],
  }),
  forgetKey: command<[of?: string | ListNode]>({
    title: "Forget Key…",
    palette: withAccounts,
    menus: [{ menu: "view/item/context", group: "8_keys@2", when: `${onList()} && ${withAccounts}` }],
  }),
  setWebhookSecret: command<[slug?: string]>({ title: "Set Webhook Secret…", palette: withAccounts }),
  moveKeyToKeychain: command<[place: KeyPlaceInFile]>({ title: "Move Key to Keychain", palette: false }),
};
