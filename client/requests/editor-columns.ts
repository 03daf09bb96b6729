/** The columns of editors as they stand, from left to right. */
import * as vscode from "vscode";
import { replyScheme } from "../../shared/protocol.ts";
import { type Column, columnForReply } from "./columns.ts";

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

/** In the replies' column, beside what was sent; the focus stays where it is. */
export async function showBeside(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const open = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const column = columnForReply(editorColumns());
  await vscode.window.showTextDocument(document, {
    viewColumn: open?.viewColumn ?? (column === "new" ? vscode.ViewColumn.Beside : column + 1),
    preserveFocus: true,
    preview: true,
  });
}

const isReply = ({ input }: vscode.Tab) =>
  input instanceof vscode.TabInputText && [replyScheme, answerScheme].includes(input.uri.scheme);
