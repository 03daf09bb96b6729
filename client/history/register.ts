/** What was sent, in a view: replies opened again and compared, requests sent again and saved. */
import * as vscode from "vscode";
import type { RequestFiles } from "../requests/register.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { counted } from "../text/counted.ts";
import { confirmModally } from "../text/notifications.ts";
import { commands } from "./contributions.ts";
import type { Head, HistoryNode } from "./head.ts";
import { History } from "./history.ts";
import { showHistory } from "./history-view.ts";

export function register(session: Session, { requests }: { requests: RequestFiles }): Feature {
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
    dispose: () => void vscode.Disposable.from(view, history).dispose(),
  };
}
