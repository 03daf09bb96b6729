/** The columns of editors as they stand, from left to right. */
import * as vscode from "vscode";
import { replyScheme } from "../../shared/protocol.ts";
import type { Column } from "./columns.ts";

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
  input instanceof vscode.TabInputText && input.uri.scheme === replyScheme;
