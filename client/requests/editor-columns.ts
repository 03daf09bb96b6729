/** The columns of editors as they stand, from left to right. */
import * as vscode from "vscode";
import { replyScheme } from "../../shared/protocol.ts";
import type { Column } from "./columns.ts";

/** The scheme of the documents of what handlers of webhooks answer. */
export const answerScheme = "switchboard-answer";

export function editorColumns(): Column[] {
  return vscode.window.tabGroups.all
    .toSorted((a, b) => a.viewColumn - b.viewColumn)
    .map(({ isActive, tabs, activeTab }) => ({
      isActive,
      count: tabs.length,
      hasReplies: tabs.some(isReply),
      showsReply: activeTab !== undefined && isReply(activeTab),
    }));
}

const isReply = ({ input }: vscode.Tab) =>
  input instanceof vscode.TabInputText && [replyScheme, answerScheme].includes(input.uri.scheme);
