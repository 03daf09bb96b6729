/** What a person does with records of the trees without changing them. */
import * as vscode from "vscode";
import type { Records } from "../documents/records.ts";
import type { Session } from "../session/session.ts";
import type { RecordNode } from "../records/node.ts";

/** The nodes that are selected, when the one that was clicked is among them. */
export const chosen = <Node>(
  node: Node | undefined,
  selection: readonly Node[] | undefined,
): readonly Node[] => (selection && node && selection.includes(node) ? selection : node ? [node] : []);

export async function copyIds(nodes: readonly RecordNode[]): Promise<void> {
  await copy(nodes.map(({ read }) => read.key).join("\n"), nodes.length === 1 ? "id" : "ids");
}

/** One record as an object, several as an array. */
export async function copyAsJson(nodes: readonly RecordNode[]): Promise<void> {
  const rows = nodes.map(({ read }) => read.row);
  await copy(`${JSON.stringify(rows.length === 1 ? rows[0] : rows, null, 2)}\n`, "JSON");
}

async function copy(text: string, what: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  void vscode.window.setStatusBarMessage(`$(check) Copied the ${what}`, 3000);
}

export async function openRelated(session: Session, records: Records, node: RecordNode): Promise<void> {
  const { relatedOf } = await session.registry();
  const { api } = node.list.source;
  const related = relatedOf(node).map(({ resource, id }) => ({
    label: api.resources[resource]?.title ?? resource,
    description: id,
    resource,
    id,
  }));
  const picked =
    related.length > 1
      ? await vscode.window.showQuickPick(related, { title: "Open related record" })
      : related[0];
  if (picked) await records.openById(api, picked.resource, picked.id);
}
