/** Keys: set, shown by where they are, forgotten, and taken out of files. */
import type { ApiChoice } from "../environments/pick-api.ts";
import type { ListNode } from "../records/node.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { commands } from "./contributions.ts";
import { forgetKey, setKey } from "./key-commands.ts";
import { moveKeyToKeychain } from "./move-key.ts";
import { setWebhookSecret } from "./webhook-secrets.ts";

export const register = (session: Session): Feature => ({
  commands: bind(commands, {
    setKey: (of) => setKey(session, isList(of) ? of.source.api.slug : of),
    forgetKey: (of) => forgetKey(session, slugOf(of)),
    setWebhookSecret: (slug) => setWebhookSecret(session, slug),
    moveKeyToKeychain: (place) => moveKeyToKeychain(session, place),
  }),
  dispose() {},
});

const slugOf = (of: string | ListNode | undefined) => (isList(of) ? of.source.api.slug : of);

const isList = (of: ApiChoice | ListNode | undefined): of is ListNode =>
  typeof of === "object" && "source" in of;
