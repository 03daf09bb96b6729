import * as vscode from "vscode";
import type { RecordNode } from "../records/node.ts";
import { showBriefly } from "../text/notifications.ts";

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
  showBriefly("check", `Copied the ${what}`);
}
