/** The records that a key acts on: VS Code hands the command of a key no node. */
import * as vscode from "vscode";
import { chosenBy, type RecordNode, type TreeNode } from "../records/node.ts";

/** Those of the view that has the focus, the record with the focus first. */
export async function chosenRecords(views: readonly vscode.TreeView<TreeNode>[]): Promise<RecordNode[]> {
  const before = views.map(({ selection }) => selection);
  // Extensions hear of the selection alone, not of the focus, which the arrow keys move: so it is toggled there and back.
  await toggleAtFocus();
  const nodes = views.flatMap(({ selection }, index) => chosenBy(before[index] ?? [], selection));
  await toggleAtFocus();
  return nodes.filter((node) => node.kind === "record");
}

const toggleAtFocus = () => vscode.commands.executeCommand("list.toggleSelection");
