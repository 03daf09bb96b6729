/** The scratch files in VS Code: where they are, when one goes, and their list. */
import { join } from "node:path";
import * as vscode from "vscode";
import { plainText } from "../../shared/plain-text.ts";
import type { Session } from "../session/session.ts";
import { momentWords } from "../text/clock-words.ts";
import { showInformation } from "../text/notifications.ts";
import { columnForRequest } from "./columns.ts";
import { editorColumns } from "./editor-columns.ts";
import { Scratch, type ScratchFile } from "./scratch.ts";
import { createQuickPick } from "../text/questions.ts";

export const scratchOf = ({ context }: Session) =>
  new Scratch(join(context.globalStorageUri.fsPath, "requests"));

/** Removes what nobody has written in when its tab is closed. */
export function watchTabs(scratch: Scratch): vscode.Disposable {
  const pathOf = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.scheme === "file" ? input.uri.fsPath : undefined;
  return vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    // A tab that is moved is closed in one column and open in another.
    const open = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(pathOf)));
    for (const path of closed.map(pathOf))
      if (path !== undefined && !open.has(path)) void scratch.closed(path);
  });
}

const deletion: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("trash"),
  tooltip: "Move to the trash",
};

type Item = vscode.QuickPickItem & { file: ScratchFile };

export async function openScratchFile(scratch: Scratch): Promise<void> {
  const items = async (): Promise<Item[]> =>
    (await scratch.files()).map((file) => ({
      label: plainText(file.name, 100),
      description: momentWords(file.changed),
      buttons: [deletion],
      file,
    }));
  const first = await items();
  if (first.length === 0)
    return showInformation(
      "No scratch request is kept. Run an operation that takes values: its request is laid out in one, and kept once you have written in it.",
    );
  const pick = createQuickPick<Item>();
  pick.title = "Open a scratch request";
  pick.placeholder = "To keep one in your project, open it and save it there with Save As…";
  pick.items = first;
  pick.matchOnDescription = true;
  pick.onDidTriggerItemButton(async ({ item }) => {
    await vscode.workspace.fs.delete(vscode.Uri.file(item.file.path), { useTrash: true });
    pick.items = await items();
    if (pick.items.length === 0) pick.hide();
  });
  pick.onDidAccept(async () => {
    const [item] = pick.selectedItems;
    pick.hide();
    if (item)
      await vscode.window.showTextDocument(vscode.Uri.file(item.file.path), {
        viewColumn: columnForRequest(editorColumns()) + 1,
        preview: false,
      });
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}
