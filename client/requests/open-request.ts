/** A request file to fill in, beside the editor. */
import * as vscode from "vscode";
import type { Sendable } from "../../shared/api.ts";
import { layOutRequest } from "../../shared/protocol.ts";
import type { LanguageServer } from "../session/language-server.ts";

const language = "switchboard-request";

/** What of a request is known before it is written. */
export interface Given {
  /** Resource to identifier: these records are meant. */
  known?: ReadonlyMap<string, string>;
  /** Values of path parameters. */
  path?: Readonly<Record<string, string>>;
}

export async function openRequest(
  server: LanguageServer,
  { id, title }: Sendable,
  given: Given = {},
): Promise<void> {
  const snippet = await server.request(layOutRequest, {
    operation: id,
    known: Object.fromEntries(given.known ?? []),
    ...(given.path && { path: given.path }),
  });
  if (snippet === null) throw new Error(`The language server does not know the operation ${id}.`);
  const viewColumn = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
  const document = await newDocument(title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"));
  // VS Code by itself opens what has changes and no editor, so this comes first.
  const editor = await vscode.window.showTextDocument(document, { viewColumn });
  if (document.languageId !== language) await vscode.languages.setTextDocumentLanguage(document, language);
  await editor.insertSnippet(new vscode.SnippetString(snippet));
}

/** An empty file in the first folder, where it finds its variables and is saved without a question; else without a place. */
async function newDocument(name: string): Promise<vscode.TextDocument> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder?.uri.scheme !== "file") return vscode.workspace.openTextDocument({ language });
  for (let number = 1; ; number++) {
    const file = vscode.Uri.joinPath(folder.uri, `${name}${number > 1 ? `-${number}` : ""}.request.json`);
    const uri = file.with({ scheme: "untitled" });
    const isTaken =
      vscode.workspace.textDocuments.some((each) => each.uri.fsPath === file.fsPath) ||
      (await vscode.workspace.fs.stat(file).then(
        () => true,
        () => false,
      ));
    if (!isTaken) return vscode.workspace.openTextDocument(uri);
  }
}
