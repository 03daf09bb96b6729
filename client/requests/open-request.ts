/** A request to fill in, laid out in a scratch file. */
import * as vscode from "vscode";
import type { Sendable } from "../../shared/api.ts";
import { layOutRequest } from "../../shared/protocol.ts";
import type { LanguageServer } from "../session/language-server.ts";
import { columnForRequest } from "./columns.ts";
import { editorColumns } from "./editor-columns.ts";
import type { Scratch } from "./scratch.ts";

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
  scratch: Scratch,
  { id, title }: Sendable,
  given: Given = {},
): Promise<void> {
  const snippet = await server.request(layOutRequest, {
    operation: id,
    known: Object.fromEntries(given.known ?? []),
    ...(given.path && { path: given.path }),
  });
  if (snippet === null) throw new Error(`The language server does not know the operation ${id}.`);
  const path = await scratch.create(title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"));
  const document = await vscode.workspace.openTextDocument(path);
  const show = () =>
    vscode.window.showTextDocument(document, {
      viewColumn: columnForRequest(editorColumns()) + 1,
      preview: false,
    });
  await show();
  if (document.languageId !== language) await vscode.languages.setTextDocumentLanguage(document, language);
  await insertIn(show, new vscode.SnippetString(snippet));
  scratch.laidOut(path, document.getText());
  // Saved, it is closed without a question for as long as nobody has written in it.
  await document.save();
}

/** What another extension or a window that is just opening brings to the front ends an editor: it is shown again. */
async function insertIn(
  show: () => Thenable<vscode.TextEditor>,
  snippet: vscode.SnippetString,
  attempts = 5,
): Promise<void> {
  const inserted = await (await show()).insertSnippet(snippet).then(
    (done) => done,
    () => false,
  );
  if (inserted) return;
  if (attempts === 1)
    throw new Error("The request was not laid out: other editors keep coming to the front. Try again.");
  await insertIn(show, snippet, attempts - 1);
}
