/** Takes a key out of a request file: the keychain keeps it, `{{secret:NAME}}` stands in its place. */
import * as vscode from "vscode";
import { placeNames } from "../../shared/keys/key-store.ts";
import type { Session } from "../session/session.ts";
import { showInformation } from "../text/notifications.ts";
import { showInputBox } from "../text/questions.ts";

/** Where a key stands, as the language server's quick fix gives it; positions count from zero. */
export interface KeyPlaceInFile {
  uri: string;
  range: Record<"start" | "end", { line: number; character: number }>;
}

export async function moveKeyToKeychain(session: Session, { uri, range }: KeyPlaceInFile): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const place = new vscode.Range(
    range.start.line,
    range.start.character,
    range.end.line,
    range.end.character,
  );
  const written = document.getText(place);
  const { scheme, key } = readKey(written);
  const name = await showInputBox({
    title: "Move the key to the keychain",
    prompt: "Its name, which stands in the file as {{secret:NAME}}.",
    value: "API_KEY",
    ignoreFocusOut: true,
    validateInput: async (text) => {
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) return "Use letters, digits and underscores.";
      const known = await session.keys.find({ secret: text });
      return known && known.credentials.value !== key
        ? `${text} names another secret. Choose another name.`
        : undefined;
    },
  });
  if (name === undefined) return;
  const kept = await session.keys.set({ secret: name }, { value: key });
  if (document.getText(place) !== written)
    throw new Error(
      `The file was changed meanwhile. The key is kept as ${name}: write {{secret:${name}}} in its place.`,
    );
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, place, JSON.stringify(`${scheme}{{secret:${name}}}`));
  await vscode.workspace.applyEdit(edit);
  void showInformation(
    `The key is in ${placeNames[kept.place]}. If others may have seen the file, replace the key at its API.`,
  );
}

/** The key alone: `Bearer` before it stays in the file. */
function readKey(written: string): { scheme: string; key: string } {
  let text: unknown;
  try {
    text = JSON.parse(written);
  } catch {
    text = undefined;
  }
  const [, scheme = "", key] =
    (typeof text === "string" && /^\s*((?:Bearer|Basic|Token)\s+)?(\S.*?)\s*$/is.exec(text)) || [];
  if (!key) throw new Error("There is no key at this place any more. Save the file and try again.");
  return { scheme, key };
}
