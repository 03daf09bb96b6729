/** Files that begin with a whole request: new ones, and those that are open and empty. */
import * as vscode from "vscode";
import { layOutRequest } from "../../shared/protocol.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import { openRequest } from "./open-request.ts";
import { pickOperation } from "./pick-operation.ts";
import type { Scratch } from "./scratch.ts";

/** @param file the URI of the empty file to begin, as text; anything else asks for a new one */
export async function newRequest(
  session: Session,
  server: LanguageServer,
  scratch: Scratch,
  file: unknown,
): Promise<void> {
  const picked = await pickOperation(session, "New Request");
  if (!picked) return;
  if (typeof file !== "string") return openRequest(server, scratch, picked);
  await begin(file, await server.request(layOutRequest, { operation: picked.id, known: {} }));
}

/** Lays a snippet out in a file that has nothing but perhaps an empty object. */
export async function begin(file: string, snippet: string | null): Promise<void> {
  if (snippet === null) throw new Error("The language server does not know what was picked.");
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(file));
  const editor = await vscode.window.showTextDocument(document);
  const text = document.getText();
  const braces = /\{\s*\}\s*$/.exec(text);
  const range = new vscode.Range(
    document.positionAt(braces?.index ?? text.length),
    document.positionAt(text.length),
  );
  await editor.insertSnippet(new vscode.SnippetString(snippet), range);
}
