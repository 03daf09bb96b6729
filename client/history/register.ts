/** What was sent, in a view: replies opened again and compared, requests sent again and saved. */
import * as vscode from "vscode";
import type { RequestFiles } from "../requests/register.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { counted } from "../text/counted.ts";
import { confirmModally } from "../text/notifications.ts";
import { commands } from "./contributions.ts";
import type { Entry } from "./entry.ts";
import type { Head, HistoryNode } from "./head.ts";
import { History } from "./history.ts";
import { showHistory } from "./history-view.ts";

export interface HistoryFeature extends Feature {
  /** What was sent to an API, the newest first. */
  sentTo(slug: string): Promise<readonly { head: Head; entry: Entry }[]>;
  openReply(head: Head): Promise<void>;
}

export function register(session: Session, { requests }: { requests: RequestFiles }): HistoryFeature {
  const history = new History(session);
  const view = showHistory(history);
  const room = { session, history, requests };
  const actions = () => import("./actions.ts");

  /** The node that a menu was opened on first. */
  const headsOf = (node: HistoryNode | undefined, selection: readonly HistoryNode[] = []): Head[] => {
    const nodes = node ? [node, ...selection] : view.chosen();
    return [
      ...new Map(
        nodes.flatMap((each) => (each.kind === "entry" ? [[each.head.id, each.head]] : [])),
      ).values(),
    ];
  };
  const headOf = (node?: HistoryNode): Head => {
    const [head] = headsOf(node);
    if (!head) throw new Error("Choose an entry of the history first.");
    return head;
  };

  return {
    commands: bind(commands, {
      searchHistory: async () => (await actions()).search(room),
      async clearHistory() {
        const { length } = await history.heads();
        if (length === 0) return;
        const deed = { deed: "Clear History", refusal: "Keep It" };
        const lines = [`${counted(length, "request")} of this workspace, with their replies.`];
        if (await confirmModally("Clear the history?", lines, deed)) await history.clear();
      },
      openReply: async (node) => (await actions()).open(room, headOf(node)),
      async compareReplies(node, selection) {
        const [first = headOf(node), second] = headsOf(node, selection);
        await (await actions()).compare(room, first, second);
      },
      sendAgain: async (node) => (await actions()).sendAgain(room, headOf(node)),
      saveAsRequestFile: async (node) => (await actions()).save(room, headOf(node)),
      deleteFromHistory: (node, selection) => history.delete(headsOf(node, selection)),
    }),
    async sentTo(slug) {
      const heads = (await history.heads()).filter(({ operation }) => operation.startsWith(`${slug}.`));
      const read = heads.map(async (head) => {
        const entry = await history.read(head).catch(() => undefined); // Deleted meanwhile.
        return entry ? [{ head, entry }] : [];
      });
      return (await Promise.all(read)).flat();
    },
    openReply: async (head) => (await actions()).open(room, head),
    dispose: () => void vscode.Disposable.from(view, history).dispose(),
  };
}
